import { visiblePages } from '#domain/form/path.ts'
import { AnswersSummary } from '#web/form/AnswersSummary.tsx'

import { Frame, type PageProps } from './Frame.tsx'
import { LeaveForm } from './LeaveForm.tsx'
import { PostForm } from './PostForm.tsx'
import { checkAnswersWords as words, laterLabel } from './words.ts'

export function CheckAnswers({ owner, formTitle, definition, answers, base, back, leave, action, csrf }: PageProps<'check-answers'>) {
  const numberOf = new Map(visiblePages(definition, answers).map(({ id }, index) => [id, index + 1]))
  return (
    <Frame title={words.title} owner={owner} back={back}>
      <h1 className="nhsuk-heading-l">
        <span className="nhsuk-caption-l">{formTitle}</span> {words.title}
      </h1>
      <AnswersSummary
        definition={definition}
        answers={answers}
        changeHref={({ id }) => `${base}/question/${numberOf.get(id)}?change=yes`}
      />
      <h2 className="nhsuk-heading-m">{words.send}</h2>
      <p>{words.sentTo(owner?.name)}</p>
      <PostForm action={action} csrf={csrf} submit={words.submit} />
      <LeaveForm {...leave} label={laterLabel} />
    </Frame>
  )
}

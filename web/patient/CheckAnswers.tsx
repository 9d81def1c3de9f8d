import { visiblePages } from '#domain/form/path.ts'
import { AnswersSummary } from '#web/form/AnswersSummary.tsx'

import { Frame, type PageProps } from './Frame.tsx'
import { LeaveForm, laterLabel } from './LeaveForm.tsx'
import { PostForm } from './PostForm.tsx'

export function CheckAnswers({ owner, formTitle, definition, answers, base, back, leave, action, csrf }: PageProps<'check-answers'>) {
  const numberOf = new Map(visiblePages(definition, answers).map(({ id }, index) => [id, index + 1]))
  return (
    <Frame title="Check your answers before sending" owner={owner} back={back}>
      <h1 className="nhsuk-heading-l">
        <span className="nhsuk-caption-l">{formTitle}</span> Check your answers before sending
      </h1>
      <AnswersSummary
        definition={definition}
        answers={answers}
        changeHref={({ id }) => `${base}/question/${numberOf.get(id)}?change=yes`}
      />
      <h2 className="nhsuk-heading-m">Send your answers</h2>
      <p>{`Your answers will be sent to ${owner?.name ?? 'the organisation that sent you the form'}. You cannot change your answers after you send them.`}</p>
      <PostForm action={action} csrf={csrf} submit="Send my answers" />
      <LeaveForm {...leave} label={laterLabel} />
    </Frame>
  )
}

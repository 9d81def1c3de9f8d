import { fieldIdOf } from '#web/form/question-parts.tsx'
import { QuestionField } from '#web/form/QuestionField.tsx'

import { ErrorSummary } from './ErrorSummary.tsx'
import { Frame, type PageProps } from './Frame.tsx'
import { PostForm } from './PostForm.tsx'

export function QuestionPage({ owner, question, value, error, number, total, back, action, csrf }: PageProps<'question'>) {
  return (
    <Frame title={question.title} owner={owner} isRefused={error !== undefined} back={back}>
      {error !== undefined && <ErrorSummary message={error} fieldId={fieldIdOf(question)} />}
      <p className="nhsuk-caption-m patient-progress">{`Question ${number} of ${total}`}</p>
      <PostForm action={action} csrf={csrf} submit="Save and continue">
        <QuestionField question={question} value={value} error={error} isPageHeading />
      </PostForm>
    </Frame>
  )
}

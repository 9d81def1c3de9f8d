import { askedField, leaveField, type Leave } from '#contract/pages.ts'
import type { Progress } from '#domain/form/path.ts'
import { fieldIdOf } from '#web/form/question-parts.tsx'
import { QuestionField } from '#web/form/QuestionField.tsx'

import { ErrorSummary } from './ErrorSummary.tsx'
import { Frame, type PageProps } from './Frame.tsx'
import { laterLabel } from './LeaveForm.tsx'
import { PostForm } from './PostForm.tsx'

const progressWords = ({ number, total }: Progress) => `Question ${number}${total === undefined ? '' : ` of ${total}`}`

/** One question, or one page to read, which has nothing to save. */
export function QuestionPage({ owner, question, value, error, section, progress, back, action, csrf }: PageProps<'question'>) {
  return (
    <Frame title={question.title} owner={owner} isRefused={error !== undefined} back={back}>
      {error !== undefined && <ErrorSummary message={error} fieldId={fieldIdOf(question)} />}
      {(progress || section) && (
        <p className="nhsuk-caption-m patient-progress">
          {progress && <span>{progressWords(progress)}</span>}
          {section && <span className="patient-section">{section}</span>}
        </p>
      )}
      <PostForm
        action={action}
        csrf={csrf}
        submit={progress ? 'Save and continue' : 'Continue'}
        more={<LeaveButton isRefused={error !== undefined} hasAnswer={progress !== undefined} />}
      >
        <input type="hidden" name={askedField} value={question.id} />
        <QuestionField question={question} value={value} error={error} isPageHeading />
      </PostForm>
    </Frame>
  )
}

/** What was typed is saved on the way out. Where it cannot be, the patient is told why first, and may leave without it. */
const LeaveButton = ({ isRefused, hasAnswer }: { isRefused: boolean; hasAnswer: boolean }) => (
  <p>
    <button
      className="nhsuk-button nhsuk-button--secondary"
      type="submit"
      name={leaveField}
      value={(isRefused ? 'without the answer' : 'keeping the answer') satisfies Leave}
    >
      {isRefused ? 'Come back later without saving this answer' : hasAnswer ? 'Save and come back later' : laterLabel}
    </button>
  </p>
)

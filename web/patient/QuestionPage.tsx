import { askedField, leaveField, replacesField, type Leave } from '#contract/pages.ts'
import { fieldIdOf } from '#web/form/question-parts.tsx'
import { QuestionField } from '#web/form/QuestionField.tsx'

import { ErrorSummary } from './ErrorSummary.tsx'
import { Frame, type PageProps } from './Frame.tsx'
import { PostForm } from './PostForm.tsx'
import { laterLabel, questionPageWords as words } from './words.ts'

/** One question, or one page to read, which has nothing to save. */
export function QuestionPage({
  owner,
  information,
  question,
  value,
  error,
  section,
  progress,
  replaces,
  back,
  action,
  csrf,
}: PageProps<'question'>) {
  return (
    <Frame title={question.title} owner={owner} information={information} hasFields isRefused={error !== undefined} back={back}>
      {error !== undefined && <ErrorSummary message={error} fieldId={fieldIdOf(question)} />}
      {(progress || section) && (
        <p className="nhsuk-caption-m patient-progress">
          {progress && <span>{words.progress(progress)}</span>}
          {section && <span className="patient-section">{section}</span>}
        </p>
      )}
      <PostForm
        action={action}
        csrf={csrf}
        submit={progress ? words.saveAndContinue : words.continue}
        more={<LeaveButton isRefused={error !== undefined} hasAnswer={progress !== undefined} />}
      >
        <input type="hidden" name={askedField} value={question.id} />
        <input type="hidden" name={replacesField} value={replaces} />
        <QuestionField question={question} value={value} error={error} isPageHeading />
      </PostForm>
    </Frame>
  )
}

/** Leaving saves the answer. If it cannot be saved, the patient is told why first, and can leave without saving. */
const LeaveButton = ({ isRefused, hasAnswer }: { isRefused: boolean; hasAnswer: boolean }) => (
  <p>
    <button
      className="nhsuk-button nhsuk-button--secondary"
      type="submit"
      name={leaveField}
      value={(isRefused ? 'without the answer' : 'keeping the answer') satisfies Leave}
    >
      {isRefused ? words.leaveUnsaved : hasAnswer ? words.saveAndLeave : laterLabel}
    </button>
  </p>
)

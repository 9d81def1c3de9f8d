import { askedField, changedField, leaveField, replacesField, type Leave } from '#contract/pages.ts'
import { answerText, checkAnswer } from '#domain/form/answers.ts'
import { questionTextId } from '#domain/form/translation.ts'
import { useFormLanguage } from '#web/form/form-language.tsx'
import { fieldIdOf } from '#web/form/question-parts.tsx'
import { QuestionField } from '#web/form/QuestionField.tsx'

import { ErrorSummary } from './ErrorSummary.tsx'
import { answerFormId, Frame, type PageProps } from './Frame.tsx'
import { PostForm } from './PostForm.tsx'
import { usePageWords } from './page-words.tsx'

/** One question, or one page to read, which has nothing to save. */
export function QuestionPage({
  question,
  value,
  error: refusal,
  section,
  progress,
  replaces,
  back,
  action,
  csrf,
  ...frame
}: PageProps<'question'>) {
  const { questionPage: words, answers } = usePageWords()
  const { questionText, textOf, translated } = useFormLanguage()
  const title = questionText(question, 'title')
  const shown = translated(question)
  const error =
    refusal?.kind === 'changed'
      ? words.changed(answerText(shown, refusal.saved, answers))
      : refusal && (checkAnswer(shown, value, answers) ?? answers.notText)
  const sectionTitle = section && textOf(questionTextId(section.id, 'title'), section.title)
  return (
    <Frame {...frame} title={title.text} titleMark={title.mark} hasFields isRefused={error !== undefined} back={back}>
      {error !== undefined && <ErrorSummary message={error} fieldId={fieldIdOf(question)} />}
      {(progress || sectionTitle) && (
        <p className="nhsuk-caption-m patient-progress">
          {progress && <span>{words.progress(progress)}</span>}
          {sectionTitle && (
            <span className="patient-section" {...sectionTitle.mark}>
              {sectionTitle.text}
            </span>
          )}
        </p>
      )}
      <PostForm
        id={answerFormId}
        action={action}
        csrf={csrf}
        submit={progress ? words.saveAndContinue : words.continue}
        more={<LeaveButton isRefused={error !== undefined} hasAnswer={progress !== undefined} />}
      >
        <input type="hidden" name={askedField} value={question.id} />
        <input type="hidden" name={replacesField} value={replaces} />
        {refusal?.kind === 'changed' && <input type="hidden" name={changedField} value="yes" />}
        <QuestionField question={question} value={value} error={error} isPageHeading />
      </PostForm>
    </Frame>
  )
}

/** Leaving saves the answer. If it cannot be saved, the patient is told why first, and can leave without saving. */
function LeaveButton({ isRefused, hasAnswer }: { isRefused: boolean; hasAnswer: boolean }) {
  const { questionPage: words, later } = usePageWords()
  return (
    <p>
      <button
        className="nhsuk-button nhsuk-button--secondary"
        type="submit"
        name={leaveField}
        value={(isRefused ? 'without the answer' : 'keeping the answer') satisfies Leave}
      >
        {isRefused ? words.leaveUnsaved : hasAnswer ? words.saveAndLeave : later}
      </button>
    </p>
  )
}

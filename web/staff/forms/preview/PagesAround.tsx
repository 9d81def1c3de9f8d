import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import { CheckAnswersText, SentText, StartText } from '#web/form/FormPages.tsx'
import { checkAnswersWords, confirmationWords, startPageWords } from '#web/form/page-words.ts'

import { pagesAround } from './preview-place.ts'

/** The texts of a form that patients read before its questions. */
export type FormTexts = { title: string; description: string }

type PagesAroundProps = FormTexts & {
  page: keyof typeof pagesAround
  /** the name of the organisation */
  owner: string
  definition: FormDefinition
  answers: Answers
  /** the page after the start page */
  first: string
  onStep: (at: string) => void
  onFinish: () => void
}

/** The pages before and after the questions, with the components and the words of the patient pages. Their buttons only turn the page. */
export function PagesAround({ page, title, description, owner, definition, answers, first, onStep, onFinish }: PagesAroundProps) {
  const button = (label: string, act: () => void, kind = '') => (
    <button className={`nhsuk-button${kind}`} type="button" onClick={act}>
      {label}
    </button>
  )
  if (page === 'start')
    return (
      <StartText words={startPageWords} title={title} description={description}>
        {button(startPageWords.start, () => onStep(first))}
      </StartText>
    )
  if (page === 'check')
    return (
      <CheckAnswersText
        words={checkAnswersWords}
        {...{ title, owner, definition, answers }}
        changeHref={({ id }) => `#${id}`}
        onChange={({ id }) => onStep(id)}
      >
        {button(checkAnswersWords.submit, () => onStep(pagesAround.sent))}
      </CheckAnswersText>
    )
  return (
    <SentText
      words={confirmationWords}
      title={title}
      owner={owner}
      copy={
        // There is no file to download.
        <a href="#copy" onClick={(event) => event.preventDefault()}>
          {confirmationWords.download}
        </a>
      }
    >
      {button(confirmationWords.finished, onFinish, ' nhsuk-button--secondary')}
    </SentText>
  )
}

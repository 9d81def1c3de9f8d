import { renderToStaticMarkup } from 'react-dom/server'

import { revisionField, type PatientPage } from '#contract/pages.ts'
import { visiblePages } from '#domain/form/path.ts'
import { AnswersSummary } from '#web/form/AnswersSummary.tsx'

import { CodePage } from './CodePage.tsx'
import { Frame, type PageProps } from './Frame.tsx'
import { FromNhsApp } from './FromNhsApp.tsx'
import { Identity } from './Identity.tsx'
import { InformationPage } from './InformationPage.tsx'
import { LeaveForm } from './LeaveForm.tsx'
import { PostForm } from './PostForm.tsx'
import { QuestionPage } from './QuestionPage.tsx'
import { Removal } from './Removal.tsx'
import { StopEmails } from './StopEmails.tsx'
import { checkAnswersWords, confirmationWords, laterLabel, noticeWords, startWords } from './words.ts'

function page(page: PatientPage) {
  switch (page.kind) {
    case 'code':
      return <CodePage {...page} />
    case 'identity':
      return <Identity {...page} />
    case 'nhs-app':
      return <FromNhsApp {...page} />
    case 'start':
      return <Start {...page} />
    case 'question':
      return <QuestionPage {...page} />
    case 'check-answers':
      return <CheckAnswers {...page} />
    case 'confirmation':
      return <Confirmation {...page} />
    case 'removal':
      return <Removal {...page} />
    case 'stop-emails':
      return <StopEmails {...page} />
    case 'information':
      return <InformationPage {...page} />
    case 'notice':
      return <Notice {...page} />
  }
}

/** The pages behind a patient's link, as the server sends them: whole, and without any script. */
export const render = (given: PatientPage) => `<!doctype html>${renderToStaticMarkup(page(given))}`

/** What the form is for, before the first question: https://service-manual.nhs.uk/design-system/patterns/start-page */
export function Start({ owner, information, formTitle, description, next, leave }: PageProps<'start'>) {
  return (
    <Frame title={formTitle} owner={owner} information={information}>
      <h1 className="nhsuk-heading-l">{formTitle}</h1>
      <p className="form-text">{description}</p>
      <p>{startWords.saved}</p>
      <a className="nhsuk-button" href={next} draggable="false">
        {startWords.start}
      </a>
      <LeaveForm {...leave} label={laterLabel} />
    </Frame>
  )
}

function CheckAnswers({
  owner,
  information,
  formTitle,
  isChanged,
  revision,
  definition,
  answers,
  base,
  back,
  leave,
  action,
  csrf,
}: PageProps<'check-answers'>) {
  const numberOf = new Map(visiblePages(definition, answers).map(({ id }, index) => [id, index + 1]))
  return (
    <Frame title={checkAnswersWords.title} owner={owner} information={information} back={back}>
      <h1 className="nhsuk-heading-l">
        <span className="nhsuk-caption-l">{formTitle}</span> {checkAnswersWords.title}
      </h1>
      {isChanged && (
        <p className="nhsuk-u-font-weight-bold" role="alert">
          {checkAnswersWords.changed}
        </p>
      )}
      <AnswersSummary
        definition={definition}
        answers={answers}
        changeHref={({ id }) => `${base}/question/${numberOf.get(id)}?change=yes`}
      />
      <h2 className="nhsuk-heading-m">{checkAnswersWords.send}</h2>
      <p>{checkAnswersWords.sentTo(owner?.name)}</p>
      <PostForm action={action} csrf={csrf} submit={checkAnswersWords.submit}>
        <input type="hidden" name={revisionField} value={revision} />
      </PostForm>
      <LeaveForm {...leave} label={laterLabel} />
    </Frame>
  )
}

function Confirmation({ owner, information, formTitle, copy, leave }: PageProps<'confirmation'>) {
  return (
    <Frame title={confirmationWords.title} owner={owner} information={information}>
      <div className="nhsuk-panel">
        <h1 className="nhsuk-panel__title">{confirmationWords.title}</h1>
        <div className="nhsuk-panel__body">{formTitle}</div>
      </div>
      <h2 className="nhsuk-heading-m">{confirmationWords.next}</h2>
      <p>{confirmationWords.received(owner?.name)}</p>
      <h2 className="nhsuk-heading-m">{confirmationWords.copy}</h2>
      <p>
        <a href={copy}>{confirmationWords.download}</a>
      </p>
      <p>{confirmationWords.copyPrivate}</p>
      <h2 className="nhsuk-heading-m">{confirmationWords.finishTitle}</h2>
      <p>{confirmationWords.finish}</p>
      <LeaveForm {...leave} label={confirmationWords.finished} />
      <p>{confirmationWords.contact(owner?.name)}</p>
    </Frame>
  )
}

/** Explains a link that is no longer open, or a page that failed, and what to do (PTN-4). */
export function Notice({ owner, information, title, words, tryAgain, again }: PageProps<'notice'>) {
  return (
    <Frame title={title} owner={owner} information={information}>
      <h1 className="nhsuk-heading-l">{title}</h1>
      {words.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {tryAgain && (
        <a className="nhsuk-button" href={tryAgain} role="button" draggable="false">
          {noticeWords.continue}
        </a>
      )}
      {again && (
        <form method="post" action={again.action} noValidate>
          {again.fields.map(({ name, value }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- one name may come several times, and the page is drawn once
            <input key={at} type="hidden" name={name} value={value} />
          ))}
          <button className="nhsuk-button" type="submit">
            {noticeWords.tryAgain}
          </button>
        </form>
      )}
    </Frame>
  )
}

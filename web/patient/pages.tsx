import { renderToStaticMarkup } from 'react-dom/server'

import { revisionField, type PatientPage } from '#contract/pages.ts'
import { visiblePages } from '#domain/form/path.ts'
import { useFormLanguage } from '#web/form/form-language.tsx'
import { CheckAnswersText, SentText, StartText } from '#web/form/FormPages.tsx'

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
import { InLanguage, usePageWords } from './page-words.tsx'

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
export const render = (given: PatientPage) =>
  `<!doctype html>${renderToStaticMarkup(<InLanguage language={given.language}>{page(given)}</InLanguage>)}`

function Start({ formTitle, description, next, leave, ...frame }: PageProps<'start'>) {
  const { start: startWords, later } = usePageWords()
  const title = useFormLanguage().textOf('title', formTitle)
  return (
    <Frame {...frame} title={title.text} titleMark={title.mark}>
      <StartText words={startWords} title={formTitle} description={description}>
        <a className="nhsuk-button" href={next} draggable="false">
          {startWords.start}
        </a>
        <LeaveForm {...leave} label={later} />
      </StartText>
    </Frame>
  )
}

function CheckAnswers({
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
  ...frame
}: PageProps<'check-answers'>) {
  const { checkAnswers: words, later } = usePageWords()
  const numberOf = new Map(visiblePages(definition, answers).map(({ id }, index) => [id, index + 1]))
  return (
    <Frame {...frame} title={words.title} back={back}>
      <CheckAnswersText
        {...{ words, definition, answers }}
        title={formTitle}
        owner={frame.owner?.name}
        isChanged={isChanged}
        changeHref={({ id }) => `${base}/question/${numberOf.get(id)}?change=yes`}
      >
        <PostForm action={action} csrf={csrf} submit={words.submit}>
          <input type="hidden" name={revisionField} value={revision} />
        </PostForm>
        <LeaveForm {...leave} label={later} />
      </CheckAnswersText>
    </Frame>
  )
}

function Confirmation({ formTitle, copy, leave, ...frame }: PageProps<'confirmation'>) {
  const { confirmation: words } = usePageWords()
  return (
    <Frame {...frame} title={words.title}>
      <SentText words={words} title={formTitle} owner={frame.owner?.name} copy={<a href={copy}>{words.download}</a>}>
        <LeaveForm {...leave} label={words.finished} />
      </SentText>
    </Frame>
  )
}

/** Explains a link that is no longer open, or a page that failed, and what to do (PTN-4). */
export function Notice({ notice, tryAgain, again, ...frame }: PageProps<'notice'>) {
  const { notice: noticeWords, notices } = usePageWords()
  const { title, texts } = notices[notice](frame.owner?.name)
  return (
    <Frame {...frame} title={title}>
      <h1 className="nhsuk-heading-l">{title}</h1>
      {[...texts, ...(again ? [noticeWords.retained] : [])].map((line) => (
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

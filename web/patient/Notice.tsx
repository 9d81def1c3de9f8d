import { Frame, type PageProps } from './Frame.tsx'
import { noticeWords } from './words.ts'

/** Explains a link that is no longer open, or a page that failed, and what to do (PTN-4). */
export function Notice({ owner, title, words, tryAgain, again }: PageProps<'notice'>) {
  return (
    <Frame title={title} owner={owner}>
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

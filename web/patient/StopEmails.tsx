import { Frame, type PageProps } from './Frame.tsx'
import { usePageWords } from './page-words.tsx'

/** Stops emails about forms for the patient of the email that the link came with (NOT-5). It says nothing about the patient. */
export function StopEmails({ action, isStopped, ...frame }: PageProps<'stop-emails'>) {
  const { owner } = frame
  const { stopEmails: words } = usePageWords()
  const title = isStopped ? words.stopped.title : words.ask.title
  return (
    <Frame {...frame} title={title} about={words.from(owner?.name)}>
      <h1 className="nhsuk-heading-l">{title}</h1>
      {isStopped ? (
        <>
          <p>{words.stopped.text(owner?.name)}</p>
          <h2 className="nhsuk-heading-m">{words.stopped.undo}</h2>
          <p>{words.stopped.contact(owner?.name)}</p>
          {owner?.contact.phone && <p>{words.stopped.phone(owner.contact.phone, owner.contact.hours)}</p>}
        </>
      ) : (
        <>
          <p>{words.ask.text(owner?.name)}</p>
          <p>{words.ask.care}</p>
          <form method="post" action={action}>
            <button className="nhsuk-button" type="submit">
              {words.ask.submit}
            </button>
          </form>
          <p>{words.ask.undo(owner?.name)}</p>
        </>
      )}
    </Frame>
  )
}

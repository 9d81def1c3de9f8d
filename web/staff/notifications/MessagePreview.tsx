import { methodLabel, type NotificationMethod } from '#domain/notification.ts'
import { smsFragments } from '#domain/template.ts'

import { previewWords as words } from './words.ts'

type MessagePreviewProps = {
  method: NotificationMethod
  /** Who the message comes from. */
  from: string
  subject: string
  body: string
}

/** The message as a patient gets it. Links are plain text here, because they lead to no form. */
export function MessagePreview({ method, from, subject, body }: MessagePreviewProps) {
  return (
    <div className={`message-preview message-preview--${method}`} role="group" aria-label={words.of(methodLabel(method))}>
      {method === 'email' ? (
        <dl className="message-preview__head">
          <div>
            <dt>{words.from}</dt>
            <dd>{from}</dd>
          </div>
          <div>
            <dt>{words.subject}</dt>
            <dd className="message-preview__subject">{subject || words.noSubject}</dd>
          </div>
        </dl>
      ) : (
        <p className="message-preview__sender">{from}</p>
      )}
      <p className="message-preview__body">{body === '' ? words.noBody : method === 'sms' ? <Fragments text={body} /> : body}</p>
    </div>
  )
}

/** The text with a line where a part ends and the next one begins, as it is billed. */
function Fragments({ text }: { text: string }) {
  const parts = smsFragments(text)
  return parts.map((part, index) => (
    <span key={index}>
      {index > 0 && <span className="message-preview__cut">{words.part(index + 1, parts.length)}</span>}
      {part}
    </span>
  ))
}

import { methodLabel, type NotificationMethod } from '#domain/notification.ts'

type MessagePreviewProps = { method: NotificationMethod; subject: string; body: string }

/** The message as a patient gets it; links are shown, not followed, as they lead nowhere yet. */
export function MessagePreview({ method, subject, body }: MessagePreviewProps) {
  return (
    <div className={`message-preview message-preview--${method}`} role="group" aria-label={`Preview of the ${methodLabel(method)} message`}>
      {method === 'email' && <p className="message-preview__subject">{subject || 'No subject'}</p>}
      <p className="message-preview__body">{body || 'Nothing written yet'}</p>
    </div>
  )
}

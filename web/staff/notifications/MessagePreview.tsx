import { methodLabel, type NotificationMethod } from '#domain/notification.ts'

import { previewWords } from './words.ts'

type MessagePreviewProps = { method: NotificationMethod; subject: string; body: string }

/** The message as a patient gets it. Links are plain text here, because they lead to no form yet. */
export function MessagePreview({ method, subject, body }: MessagePreviewProps) {
  return (
    <div className={`message-preview message-preview--${method}`} role="group" aria-label={previewWords.of(methodLabel(method))}>
      {method === 'email' && <p className="message-preview__subject">{subject || previewWords.noSubject}</p>}
      <p className="message-preview__body">{body || previewWords.noBody}</p>
    </div>
  )
}

import type { MessageSamples } from '#contract/notifications.ts'
import { letterParts, type LetterPart, type LetterText, sampleLetterCode } from '#domain/letter-text.ts'

import { letterPreviewWords as words } from './words.ts'

type LetterPreviewProps = Pick<LetterText, 'category' | 'language' | 'subject' | 'body' | 'lastDay'> & { letter: MessageSamples['letter'] }

/** What a letter says below its address, with the words that the file has. */
export function LetterPreview({ letter, ...text }: LetterPreviewProps) {
  const contactPhone = letter.contactPhone.trim() || words.phone
  const parts = letterParts({ ...letter, ...text, contactPhone, date: new Date(), code: sampleLetterCode })
  return (
    <div className="message-preview letter-preview" role="group" aria-label={words.label}>
      {parts.map((part, at) => (
        <Part key={at} part={part} />
      ))}
    </div>
  )
}

// The headings of a letter are not headings of the screen.
function Part({ part }: { part: LetterPart }) {
  if (part.kind === 'heading') return <p className={`letter-preview__heading letter-preview__heading--${part.level}`}>{part.text}</p>
  if (part.kind === 'text') return <p className="message-text">{part.tone === 'strong' ? <b>{part.text}</b> : part.text}</p>
  return (
    <>
      <ol className="letter-preview__steps">
        {part.steps.map(({ text, shown }) => (
          <li key={text}>
            {text} {shown !== undefined && <b className="letter-preview__shown">{shown}</b>}
          </li>
        ))}
      </ol>
      <p className="message-text">{part.qr.label}</p>
    </>
  )
}

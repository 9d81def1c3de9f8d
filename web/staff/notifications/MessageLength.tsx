import { smsLength, smsLimit } from '#domain/template.ts'

import { previewWords } from './words.ts'

/** The length and the billed parts of a text message. Personal fields count with the values of the sample patient. */
export function MessageLength({ text }: { text: string }) {
  const { length, fragments, encoding, isTooLong } = smsLength(text)
  return (
    <p className={isTooLong ? 'message-length message-length--over' : 'message-length'} aria-live="polite">
      {previewWords.length(length, smsLimit)}
      <b>{previewWords.parts(fragments)}</b>
      {encoding === 'ucs-2' && fragments > 1 && `. ${previewWords.specialCharacters}`}
    </p>
  )
}

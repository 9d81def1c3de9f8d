import { smsLength, smsLimit } from '#domain/template.ts'

/** How long a text message is and what it is paid as, counted with the usual lengths of names and link. */
export function MessageLength({ text }: { text: string }) {
  const { length, fragments, encoding, isTooLong } = smsLength(text)
  return (
    <p className={isTooLong ? 'message-length message-length--over' : 'message-length'} aria-live="polite">
      <b>{length.toLocaleString('en-GB')}</b> of {smsLimit} characters, <b>{fragments}</b> {fragments === 1 ? 'message' : 'messages'} to pay
      for
      {encoding === 'ucs-2' && '. A character outside the basic alphabet more than halves what fits into each.'}
    </p>
  )
}

/** How long a text message is and how many fragments it is paid as (GSM 03.38, 3GPP TS 23.040). */

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extended = '[]{}^\\|~€\f'
const [inBasic, inExtended] = [new Set(basic), new Set(extended)]

/** The longest message we send, in the characters of `smsLength`. */
export const smsLimit = 918

export type SmsLength = {
  encoding: 'gsm-7' | 'ucs-2'
  /** In characters of the encoding: [ ] { } ^ \ | ~ € count two in GSM-7, an emoji two or more in UCS-2. */
  length: number
  fragments: number
  isTooLong: boolean
}

/** Length and fragments of a message. One character outside GSM-7 makes the whole message UCS-2, with less than half the room. */
export function smsLength(text: string): SmsLength {
  const characters = [...text]
  const isGsm = characters.every((character) => inBasic.has(character) || inExtended.has(character))
  const length = isGsm ? characters.length + characters.filter((character) => inExtended.has(character)).length : text.length
  const [single, joined] = isGsm ? [160, 153] : [70, 67]
  const fragments = length <= single ? 1 : Math.ceil(length / joined)
  return { encoding: isGsm ? 'gsm-7' : 'ucs-2', length, fragments, isTooLong: length > smsLimit }
}

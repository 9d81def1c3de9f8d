import { english, tagOf } from './languages.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** A day in London in the words of a language, such as 19 December 2026; in English words where those of the language are not known. */
export function longDay(moment: string | Date, language: string = english): string {
  const known = formats.get(language)
  // Everyone in the United Kingdom is given dates of the same calendar, in the digits that forms and telephones have.
  const format =
    known ?? new Intl.DateTimeFormat([`${tagOf(language)}-u-ca-gregory-nu-latn`, 'en-GB'], { dateStyle: 'long', timeZone: 'Europe/London' })
  formats.set(language, format)
  return format.format(new Date(moment))
}

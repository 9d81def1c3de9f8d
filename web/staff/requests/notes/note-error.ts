import { maxNoteLength } from '#domain/outcomes.ts'

import { noteWords } from './words.ts'

/** The error of a note as the server words it. */
export function noteError(text: string, { isRequired }: { isRequired: boolean }) {
  if (text.length > maxNoteLength) return `${noteWords.field} must be ${maxNoteLength.toLocaleString('en-GB')} characters or fewer.`
  return isRequired && text.trim() === '' ? `${noteWords.field} is required.` : undefined
}

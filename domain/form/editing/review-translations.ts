import { type FormText, textsOf, type TranslatedForm, translationProblem } from '#domain/form/translation.ts'

import type { Translation } from './edit-translations.ts'

/** The largest file with translations, in bytes. A form has at most some thousand texts. */
export const maxTranslationFileBytes = 10 * 1024 * 1024

/** A translation as a file has it. `place` names its row in the file, or its place in the form; `problem` is why it could not be read. */
export type OfferedTranslation = Translation & { place: string; problem?: string | undefined }

/** A translation that can be taken, and the translation that the draft has already; '' if none. */
type TakenTranslation = Translation & { before: string }
/** A translation that is not taken, with the English text of the file. */
type RefusedTranslation = { place: string; source: string; reason: string }

export type TranslationReview = {
  taken: TakenTranslation[]
  /** How many are in the draft already. */
  unchanged: number
  /** How many rows have no translation. */
  empty: number
  refused: RefusedTranslation[]
}

/**
 * Compares the translations of a file with a form. A translation is taken only for the English text that was translated, because staff read
 * the answer under the English question.
 */
export function reviewTranslations(form: TranslatedForm, language: string, offered: readonly OfferedTranslation[]): TranslationReview {
  const known = new Map(textsOf(form).map((text) => [text.id, text]))
  const own = form.definition.translations?.[language] ?? {}
  const times = Map.groupBy(offered, ({ id }) => id)
  const review: TranslationReview = { taken: [], unchanged: 0, empty: 0, refused: [] }
  for (const one of offered) {
    const text = one.text.trim()
    const of = known.get(one.id)
    const current = Object.hasOwn(own, one.id) ? own[one.id] : undefined
    const reason = one.problem ?? (text === '' ? undefined : refusalOf(of, { ...one, text }, times.get(one.id)?.length ?? 0))
    if (reason !== undefined) review.refused.push({ place: clipped(one.place), source: clipped(one.source), reason })
    else if (text === '' || !of) review.empty++
    else if (current?.text === text && current.source === of.text) review.unchanged++
    else review.taken.push({ id: of.id, source: of.text, text, before: current?.text ?? '' })
  }
  return review
}

function refusalOf(of: FormText | undefined, { source, text }: Translation, times: number) {
  if (!of) return 'The form has no text with this ID.'
  if (times > 1) return 'The file has this text more than once.'
  if (comparable(source) !== comparable(of.text)) return `The English text has changed since the file was made. It is now: ‘${of.text}’`
  return translationProblem(of, text)
}

/** A hostile file can have any text at any place. */
const clipped = (text: string) => (text.length > 300 ? `${text.slice(0, 299).toWellFormed()}…` : text)

/** Programs for translators change white space and leave out characters that nobody sees. */
const comparable = (text: string) => text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()

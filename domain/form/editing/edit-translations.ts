import { formatCount } from '#domain/amounts.ts'
import type { FormDefinition, FormProblem } from '#domain/form/definition.ts'
import type { Texts } from '#domain/form/translated-text.ts'
import { type FormText, textsOf, type TranslatedForm, type TranslationState, translationState } from '#domain/form/translation.ts'
import { languageName } from '#domain/languages.ts'

/** A translation by the id of its text, with the English text that was translated. */
export type Translation = { id: string; source: string; text: string }

/** Sets translations of one language. An empty one is removed, and a language without translations too. */
export function setTranslations(definition: FormDefinition, language: string, changed: readonly Translation[]): FormDefinition {
  const given = new Map(changed.map(({ id, source, text }) => [id, { source, text }]))
  const texts = { ...definition.translations?.[language], ...Object.fromEntries(given) }
  return withTexts(definition, language, Object.fromEntries(Object.entries(texts).filter(([, { text }]) => text.trim() !== '')))
}

/** Removes a language with all its translations. */
export const removeLanguage = (definition: FormDefinition, language: string) => withTexts(definition, language, {})

function withTexts({ translations, ...rest }: FormDefinition, language: string, texts: Texts): FormDefinition {
  const { [language]: _before, ...others } = translations ?? {}
  const changed = Object.keys(texts).length > 0 ? { ...translations, [language]: texts } : others
  return { ...rest, ...(Object.keys(changed).length > 0 && { translations: changed }) }
}

/**
 * The translations whose English text and earlier translation (`before`, '' for none) are still the given ones. Of the others somebody has changed the
 * one or the other meanwhile.
 */
export function fittingTranslations(
  form: TranslatedForm,
  language: string,
  given: readonly (Translation & { before: string })[],
): Translation[] {
  const english = new Map(textsOf(form).map(({ id, text }) => [id, text]))
  const own = form.definition.translations?.[language] ?? {}
  const current = (id: string) => (Object.hasOwn(own, id) ? (own[id]?.text ?? '') : '')
  return given
    .filter(({ id, source, before }) => english.get(id) === source && current(id) === before)
    .map(({ id, source, text }) => ({ id, source, text }))
}

/** How many texts are in each state. */
export function countTranslations(texts: readonly FormText[], of: Texts | undefined): Record<TranslationState, number> {
  const counts = { translated: 0, outdated: 0, missing: 0 }
  for (const text of texts) counts[translationState(of, text)]++
  return counts
}

/** A warning for each language that a patient would read only in part. */
export function translationWarnings(form: TranslatedForm): FormProblem[] {
  const texts = textsOf(form)
  return Object.entries(form.definition.translations ?? {}).flatMap(([language, of]) => {
    const { outdated, missing } = countTranslations(texts, of)
    if (outdated + missing === 0) return []
    const gaps = [
      ...(missing > 0 ? [`${formatCount(missing, 'text')} without a translation`] : []),
      ...(outdated > 0 ? [`${formatCount(outdated, 'translation')} of an earlier English text`] : []),
    ]
    const message = `${languageName(language)}: ${gaps.join(' and ')}. Patients read these texts in English.`
    return [{ field: 'translations', message, language, isWarning: true }]
  })
}

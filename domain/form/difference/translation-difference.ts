import type { Translations } from '#domain/form/translated-text.ts'
import { textsOf, translationState } from '#domain/form/translation.ts'
import { languageName } from '#domain/languages.ts'

import type { Change, VersionText } from './change.ts'

/** The translation that patients read instead of an English text. */
type Line = { what: string; words: string }

/** What a patient reads who does not read a translation that was made from an earlier English text. */
const outdated = 'No longer fits the English text. Patients read the English text.'

/** The changes of translations, language by language, in the order of the newer form. The meaning of answers stays the same. */
export function translationChanges(before: VersionText, after: VersionText): Change[] {
  const [older, newer] = [before.definition.translations ?? {}, after.definition.translations ?? {}]
  return [...new Set([...Object.keys(newer), ...Object.keys(older)])].flatMap((language) => {
    const [was, now] = [linesOf(before, older, language), linesOf(after, newer, language)]
    return [...new Set([...now.keys(), ...was.keys()])].flatMap((id): Change[] => {
      const [old, current] = [was.get(id), now.get(id)]
      const [wordsBefore, wordsAfter] = [old?.words ?? '', current?.words ?? '']
      if (wordsBefore === wordsAfter) return []
      return [{ what: current?.what ?? old?.what ?? '', before: wordsBefore, after: wordsAfter, isMeaning: false }]
    })
  })
}

function linesOf(version: VersionText, translations: Translations, language: string): Map<string, Line> {
  const texts = translations[language] ?? {}
  const titles = new Map(version.definition.questions.map(({ id, title }) => [id, title]))
  return new Map(
    textsOf(version).flatMap((text): [string, Line][] => {
      const state = translationState(texts, text)
      if (state === 'missing') return []
      const place = text.question === undefined ? '' : ` of ‘${titles.get(text.question) ?? ''}’`
      const what = `${languageName(language)}: ${text.name}${place}`
      return [[text.id, { what, words: state === 'outdated' ? outdated : (texts[text.id]?.text ?? '') }]]
    }),
  )
}

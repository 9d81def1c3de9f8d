import type { OfferedTranslation } from '#domain/form/editing/review-translations.ts'
import { textsOf, translationOf, translationState } from '#domain/form/translation.ts'
import { english, languageName, tagOf } from '#domain/languages.ts'
import { readXliff, XliffRefusal } from '#server/documents/xliff/read-xliff.ts'
import { writeXliff } from '#server/documents/xliff/write-xliff.ts'

import { placesOf } from './text-places.ts'
import { type FileForm, invalidFile, originOf, readOrigin } from './translation-file.ts'

/**
 * The texts of a form as XLIFF 2.1. A translation of an earlier English text is only a note: as a target it would come back as if it had been
 * checked.
 */
export function writeXliffFile(form: FileForm): Uint8Array {
  const of = form.definition.translations?.[form.language]
  const placeOf = placesOf(form.definition)
  const units = textsOf(form).map((text) => {
    const earlier = translationState(of, text) === 'outdated' ? of?.[text.id] : undefined
    const notes = [
      { category: 'place', text: placeOf(text) },
      { category: 'limit', text: `At most ${text.limit.toLocaleString('en-GB')} characters${text.isOneLine ? ', on one line' : ''}.` },
      ...(earlier
        ? [
            { category: 'earlier-source', text: `Earlier English text: ${earlier.source}` },
            { category: 'earlier-target', text: `Its translation: ${earlier.text}` },
          ]
        : []),
    ]
    return { id: unitId(text.id), notes, source: text.text, target: translationOf(of, text.id, text.text) }
  })
  const xml = writeXliff({ original: originOf(form), sourceLanguage: tagOf(english), targetLanguage: form.language, units })
  return new TextEncoder().encode(xml)
}

/** The translations of an XLIFF file. Throws invalid_file with the reason. */
export function readXliffFile(bytes: Uint8Array) {
  const { original, sourceLanguage, targetLanguage, units } = readOrRefuse(bytes)
  if (sourceLanguage.toLowerCase().split('-')[0] !== english)
    throw invalidFile(`The file translates from ${languageName(sourceLanguage.slice(0, 35) || 'und')}, not from English.`)
  const offered = units.map(({ id, source, target, hasMarkup, isPartial }): OfferedTranslation => ({
    place: '', // a program for translators may show the texts in another order
    id: textId(id),
    source,
    text: target,
    problem: hasMarkup
      ? 'The text contains formatting or placeholders. Use plain text.'
      : isPartial
        ? 'Only a part of the text is translated.'
        : undefined,
  }))
  return { origin: readOrigin(original, targetLanguage), offered }
}

function readOrRefuse(bytes: Uint8Array) {
  try {
    return readXliff(bytes)
  } catch (error) {
    throw error instanceof XliffRefusal ? invalidFile(error.words) : error
  }
}

/** The id of a text as an XML name token: other characters, which values of options may have, are written as ‘:’ and four digits. */
const unitId = (id: string) => id.replace(/[^A-Za-z0-9._-]/g, (character) => `:${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const textId = (unit: string) => unit.replace(/:([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

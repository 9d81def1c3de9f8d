import { english, languagePattern } from '#domain/languages.ts'

import { compact, fhirText, standard } from './extensions.ts'
import type { Extension, PrimitiveElement } from './resource.ts'
import { isObject, objectsIn, type Raw, textIn } from './source-item.ts'

/** The translations of one text by language. */
export type ByLanguage = ReadonlyMap<string, string>

/** The sibling element of a text that holds its translations (https://hl7.org/fhir/R4/languages.html#ext). Undefined without any. */
export function writeTranslations(of: ByLanguage): PrimitiveElement | undefined {
  const inOrder = [...of].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const extension = inOrder.flatMap(([language, text]): Extension[] => {
    const content = fhirText(text)
    if (content === undefined) return []
    return [
      {
        url: standard.translation,
        extension: [
          { url: 'lang', valueCode: language },
          { url: 'content', valueString: content },
        ],
      },
    ]
  })
  return extension.length === 0 ? undefined : { extension }
}

/** The same under the name of the sibling, to be spread beside the text: `{ _text: … }` or nothing. */
export const sibling = <Name extends `_${string}`>(name: Name, of: ByLanguage) =>
  compact({ [name]: writeTranslations(of) }) as { [name in Name]?: PrimitiveElement } // undefined is left out

const isForeign = (language: string) => languagePattern.test(language) && language !== english && !language.startsWith(`${english}-`)

/** One translation of a file; undefined for another extension, and for a language or text that cannot be kept. */
export function readTranslation({ url, extension }: Raw): { language: string; text: string } | undefined {
  if (url !== standard.translation) return undefined
  const parts = objectsIn(extension)
  const part = (wanted: string) => parts.find((one) => one['url'] === wanted)
  const language = textIn(part('lang')?.['valueCode'])
  const text = textIn(part('content')?.['valueString']) || textIn(part('content')?.['valueMarkdown'])
  return isForeign(language) && text.trim() !== '' ? { language, text } : undefined
}

const extensionsOf = (element: unknown) => objectsIn(isObject(element) ? element['extension'] : undefined)

/** The translations beside a text of a file. Of several for one language the first counts. */
export function readTranslations(holder: Raw | undefined, name: `_${string}`): ByLanguage {
  const found = extensionsOf(holder?.[name]).flatMap((one) => readTranslation(one) ?? [])
  return new Map(found.toReversed().map(({ language, text }) => [language, text]))
}

/** Whether what stands beside a text is its translations and nothing else. */
export const isOnlyTranslations = (element: unknown) =>
  isObject(element) && Object.keys(element).every((name) => name === 'extension') && extensionsOf(element).every(readTranslation)

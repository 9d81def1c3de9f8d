import type { Source } from '#domain/form/definition.ts'
import { readExtension, shapes } from '#domain/form/fhir/codec.ts'
import { own } from '#domain/form/fhir/extensions.ts'
import type { Extension } from '#domain/form/fhir/resource.ts'
import { extensionOf } from '#domain/form/fhir/source.ts'
import { formLimits } from '#domain/form/question.ts'

import { textIn, type Raw } from './raw.ts'

const cut = (words: string) => words.trim().slice(0, formLimits.source * 4)
const isAddress = (url: string) => /^https:\/\/\S+$/.test(url) && url.length <= 500

/** Whose words the questionnaire asks: as we wrote it, or what its copyright says. */
export function sourceOf(questionnaire: Raw, extensions: Extension[]): Source | undefined {
  const extension = extensionOf({ extensions }, own.source)
  const read = extension && (readExtension(extension, shapes.source) as Partial<Source>) // its shape is that of a source
  const copyright = textIn(questionnaire['copyright'])
  const { name, licence, url } = read ?? {
    name: textIn(questionnaire['publisher']) || textIn(questionnaire['title']) || 'An imported questionnaire',
    licence: copyright,
    url: textIn(questionnaire['url']),
  }
  if (!name?.trim() || !licence?.trim()) return undefined
  return { name: cut(name), licence: cut(licence), ...(url && isAddress(url) && { url }) }
}

import type { Question } from '#domain/form/definition.ts'
import { compact, own, readExtension, shapes, standard } from '#domain/fhir/extensions.ts'
import { degrade, extensionOf, isObject, objectsIn, remark, type SourceItem, textIn } from '#domain/fhir/source-item.ts'
import { fhirMappings, pageOf } from '#domain/fhir/question-types.ts'
import { isAsked } from '#domain/form/path.ts'
import { formLimits, questionCategories, type Code, type Protocol, type QuestionCategory } from '#domain/form/question.ts'
import type { QuestionTypeName } from '#domain/form/question-types.ts'

import { reportLosses } from './report-losses.ts'

const fits = (id: string) => /^[A-Za-z0-9_-]{1,64}$/.test(id) && !(id in {})

/** Question ids: the linkId if it is a valid id, so that answers and conditions keep their references. */
export function createIds(linkIds: string[]) {
  const taken = new Set(linkIds.filter(fits))
  const counts = new Map<string, number>()
  const known = new Map<SourceItem, string>()
  const fresh = (words: string) => {
    const plain =
      words
        .slice(0, 200)
        .replace(/[^A-Za-z0-9]+/g, '-')
        .replace(/^-|-$/g, '')
        .slice(0, 50) || 'question'
    let id = plain
    while (taken.has(id) || !fits(id)) {
      const count = (counts.get(plain) ?? 1) + 1
      counts.set(plain, count)
      id = `${plain}-${count}`
    }
    taken.add(id)
    return id
  }
  const of = (item: SourceItem) => {
    const id = known.get(item) ?? (fits(item.linkId) ? item.linkId : fresh(item.linkId))
    known.set(item, id)
    return id
  }
  /** The id if it is valid and free, else a new one from the words. */
  const claim = (id: string, words: string) => {
    if (!fits(id) || taken.has(id)) return fresh(words)
    taken.add(id)
    return id
  }
  /** The item that a question was built from. */
  const itemOf = (id: string) => [...known].find(([, one]) => one === id)?.[0]
  return { of, fresh, claim, itemOf }
}
export type Ids = ReturnType<typeof createIds>

/** Builds the question of an item, without its condition. */
export function buildQuestion({ item, type }: { item: SourceItem; type: QuestionTypeName }, id: string): Question {
  if (id !== item.linkId) remark(item, `The ID in Formward is ‘${id}’. Exports use ‘${shorten(item.linkId)}’.`)
  const settings = fhirMappings[type].read(item)
  reportLosses(item, type)
  const question: Question = { id, type, title: titleOf(item), required: item.required, ...settings }
  return {
    ...question,
    required: isAsked(question) && item.required,
    ...compact({
      hint: hintOf(item),
      category: categoryOf(item),
      identifying: isIdentifying(item) || undefined,
      protocol: protocolOf(item),
      linkId: id === item.linkId || item.linkId === '' ? undefined : item.linkId.slice(0, formLimits.linkId),
      codes: codesOf(item),
    }),
  }
}

function titleOf(item: SourceItem) {
  const title = item.type === 'display' && !extensionOf(item, own.part) ? pageOf(item).title : item.text
  if (title.trim() === '') degrade(item, 'The item has no text. Enter the question before you publish.')
  return cut(item, title, formLimits.title, 'question')
}

function hintOf(item: SourceItem) {
  const own_: unknown = extensionOf(item, own.hint)?.valueString
  const category: unknown = extensionOf(item, standard.displayCategory)?.valueCodeableConcept
  const words = [item.help, textIn(own_), isObject(category) ? textIn(category['text']) : ''].filter((one) => one.trim() !== '').join('\n')
  return cut(item, words, formLimits.hint, 'hint') || undefined
}

/** A draft may exceed the limits of a published form, up to a multiple of them. */
function cut(item: SourceItem, words: string, limit: number, what: string) {
  if (words.length > limit * 4) degrade(item, `The ${what} is cut at ${limit * 4} characters.`)
  if (words.length > limit) degrade(item, `The ${what} is longer than ${limit} characters. Shorten the ${what} before you publish.`)
  return words.slice(0, limit * 4)
}

function categoryOf(item: SourceItem) {
  const category: unknown = extensionOf(item, own.category)?.valueCode
  return typeof category === 'string' && Object.hasOwn(questionCategories, category) ? (category as QuestionCategory) : undefined // hasOwn says so
}

/** The codes of the item in terminologies. */
function codesOf(item: SourceItem): Code[] {
  const codes = objectsIn(item.raw['code']).flatMap((coding) => {
    const [system, version, code, display] = ['system', 'version', 'code', 'display'].map((name) => textIn(coding[name]) || undefined)
    return code === undefined ? [] : [compact({ system, version, code, display })]
  })
  const fitting = codes.filter((one) => Object.values(one).every((words) => words.length <= formLimits.code))
  const kept = fitting.slice(0, formLimits.codes)
  const lost = objectsIn(item.raw['code']).length - kept.length
  if (lost > 0) remark(item, `${lost === 1 ? 'A code' : `${lost} codes`} of the question cannot be kept.`)
  return kept
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

const isIdentifying = (item: SourceItem) => extensionOf(item, own.identifying)?.valueBoolean === true

function protocolOf(item: SourceItem) {
  const extension = extensionOf(item, own.protocol)
  if (!extension) return undefined
  const read = readExtension(extension, shapes.protocol) as Protocol // read with the shape of a protocol
  return Object.fromEntries(Object.entries(read).map(([name, words]) => [name, words?.slice(0, formLimits.protocol * 4)])) as Protocol // with the same names
}

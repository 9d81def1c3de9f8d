import { compact, own, readExtension, shapes, standard } from '#domain/fhir/extensions.ts'
import { fingerprintOf } from '#domain/fhir/identifiers.ts'
import type { Extension } from '#domain/fhir/resource.ts'
import { degrade, extensionOf, isObject, objectsIn, type Raw, type ReportLine, type SourceItem, textIn } from '#domain/fhir/source-item.ts'
import { isOnlyTranslations } from '#domain/fhir/translations.ts'
import type { FormDefinition, Origin, Score, Source } from '#domain/form/definition.ts'
import { type FormType, formTypeNames } from '#domain/form/form.ts'
import { formLimits } from '#domain/form/question.ts'

import { arrange, flatten, type Flattened } from './arrange.ts'
import { createIds, type Ids } from './build.ts'
import { readScoring } from './logic.ts'
import { readItem, readValueSets } from './read-item.ts'
import { splitItems } from './split-items.ts'
import { translationsOfForm, translationsOfQuestions, withTranslations } from './translations.ts'

/** `notes`: losses that concern the whole questionnaire. */
export type ImportReport = { notes: string[]; lines: ReportLine[] }
export type ImportedForm = { title: string; description: string; type: FormType; definition: FormDefinition }
/** One form, or the parts of a questionnaire that is too long for one form. */
export type Imported = { forms: [ImportedForm, ...ImportedForm[]]; report: ImportReport }

/** Limits of a saved draft: characters of JSON, options in total, and notes for one item. */
const draftLimits = { definition: 900_000, options: 10_000, notes: 20 }
export const wordLimits = { title: 200, description: 2_000 }

/** Questions in a part, tried in this order. Headings and questions that the import adds count too, so the first parts may be too long. */
const partSizes = [Infinity, 280, 220, 150, 100, 50, 20, 5]

/** Drafts from a FHIR R4 Questionnaire (see read-document.ts) with a report for every item, or the reason it cannot be imported. */
export function fromQuestionnaire(source: Raw): Imported | { refusal: string } {
  for (const size of partSizes) {
    const read = readForms(source, size)
    if (read !== 'too long') return read
  }
  return { refusal: 'The form is too large for the form builder. Split the questionnaire into several forms.' }
}

function readForms(source: Raw, partSize: number): Imported | { refusal: string } | 'too long' {
  const sets = readValueSets(source)
  const parts = splitItems(
    objectsIn(source['item']).map((item) => readItem(item, sets)),
    partSize,
  ).map(flatten)
  const refusal = limitRefusal(parts)
  if (refusal !== undefined) return { refusal }
  const extensions = objectsIn(source['extension']).filter(({ url }) => typeof url === 'string') as unknown as Extension[] // each extension is checked where it is used
  const formType: unknown = extensionOf({ extensions }, own.formType)?.valueCode
  const isOurs = formType !== undefined
  const built = parts.map((found) => {
    const ids = createIds([...found.positions.keys()].map(({ linkId }) => linkId))
    const elsewhere = new Set(parts.filter((one) => one !== found).flatMap(({ placed }) => placed.map(({ item }) => item.linkId)))
    const questions = arrange(found, ids, { isOurs, isElsewhere: (linkId) => elsewhere.has(linkId) })
    return { questions, scores: calculated(found, parts, questions, ids), translated: translationsOfQuestions(questions, ids) }
  })
  const scoring = readScoringOf(
    extensions,
    built.map(({ questions }) => questions),
  )
  const definitions = built.map(
    ({ questions, scores }, at) =>
      compact({
        questions,
        scores: [...scoring.parts[at]!.scores, ...scores],
        redFlags: scoring.parts[at]!.redFlags,
        source: sourceOf(source, extensions),
      }) as FormDefinition, // only empty lists are left out
  )
  const fits = (one: FormDefinition) => one.questions.length <= formLimits.questions && JSON.stringify(one).length <= draftLimits.definition
  if (!definitions.every(fits)) return 'too long'
  const isSplit = definitions.length > 1
  const named = textIn(source['title']) || textIn(source['name'])
  const description = textIn(source['description'])
  const type = formTypeNames.find((one) => one === formType) ?? 'general'
  const words = { title: isSplit ? undefined : named, description }
  const forms = definitions.map((definition, at) => ({
    title: isSplit ? titleOfPart(named || 'Imported form', at + 1, definitions.length) : named,
    description,
    type,
    definition: {
      ...definition,
      ...originOf(source, definition, { isOurs, isSplit }),
      ...withTranslations([...translationsOfForm(source, words), ...built[at]!.translated]),
    },
  }))
  const lines = [...new Set(parts.flatMap((found) => found.lines))].map(withFewerNotes)
  const notes = [...(isSplit ? splitNotes(forms) : []), ...lossNotes(source, isOurs), ...scoring.notes]
  return { forms: forms as Imported['forms'], report: { notes, lines } } // limitRefusal refuses a questionnaire without items
}

function titleOfPart(title: string, number: number, count: number) {
  const part = ` (part ${number} of ${count})`
  return title.trim().slice(0, wordLimits.title - part.length) + part
}

const splitNotes = (forms: ImportedForm[]) => [
  `The questionnaire is too long for one form, so ${forms.length} forms are created. A form can have up to ${formLimits.questions} questions.`,
  'Exports of the forms name the questionnaire as their origin, because each form is a part of it.',
]

function limitRefusal(parts: Flattened[]) {
  const placed = parts.flatMap((found) => found.placed)
  if (placed.length + parts.flatMap(({ scores }) => scores).length === 0) return 'The questionnaire has no items that Formward can import.'
  const options = placed.reduce((count, { item }) => count + (item.options?.length ?? 0), 0)
  if (options > draftLimits.options)
    return `The questions have more than ${draftLimits.options.toLocaleString('en-GB')} options in total. Split the questionnaire into several forms.`
  return undefined
}

/** Items with a calculated sum of points become scores of the questions that they count. */
function calculated({ scores, placed }: Flattened, parts: Flattened[], questions: FormDefinition['questions'], ids: Ids): Score[] {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const isCounted = (one: Flattened['placed'][number]) => one.item.options?.some(({ points }) => points !== undefined) === true
  const others = parts.filter((one) => one.placed !== placed).flatMap((one) => one.placed.filter(isCounted))
  return scores.flatMap(({ item, counts }, at) => {
    if (at >= formLimits.scores || others.some((one) => counts(one))) {
      item.line.outcome = 'dropped'
      item.line.notes.push(
        at >= formLimits.scores
          ? `A form can have ${formLimits.scores} scores at most.`
          : 'The score is left out, because its questions are in several parts.',
      )
      return []
    }
    item.line.notes.push('Imported as a score. The score is calculated when the form is submitted, and patients do not see it.')
    item.line.notes.push('Only the name of the item and the questions that it counts are kept.')
    const counted = placed.filter((one) => counts(one)).map((one) => ids.of(one.item))
    const withPoints = counted.filter((id) => byId.get(id)?.options?.some(({ points }) => points !== undefined))
    if (withPoints.length === 0) degrade(item, 'None of the questions in the score has points.')
    reportMissingBands(item)
    return [{ id: ids.of(item), name: (item.text || 'Score').slice(0, formLimits.name * 4), questions: withPoints, bands: [] }]
  })
}

/** The scores and red flags of an earlier export. One that needs questions of several parts would be wrong in each, so it is left out. */
function readScoringOf(extensions: Extension[], parts: FormDefinition['questions'][]) {
  const isIn = (questions: FormDefinition['questions']) => (id: string) => questions.some((question) => question.id === id)
  const whole = readScoring(extensions, isIn(parts.flat()))
  const isWhole =
    <T extends { id: string }>(all: T[]) =>
    (one: T) =>
      JSON.stringify(one) === JSON.stringify(all.find(({ id }) => id === one.id))
  const read = parts.map((questions) => {
    const { scores, redFlags } = readScoring(extensions, isIn(questions))
    return parts.length === 1
      ? { scores, redFlags }
      : {
          scores: scores.filter((one) => one.questions.length > 0).filter(isWhole(whole.scores)),
          redFlags: redFlags.filter((one) => one.answers || one.score).filter(isWhole(whole.redFlags)),
        }
  })
  const kept = new Set(read.flatMap(({ scores, redFlags }) => [...scores, ...redFlags].map(({ id }) => id)))
  const lost = [...whole.scores, ...whole.redFlags].filter(({ id }) => !kept.has(id))
  const notes = lost.map(({ name }) => `‘${name.slice(0, 200)}’ is left out, because its questions are in several parts.`)
  return { parts: read, notes: [...whole.notes, ...notes] }
}

function reportMissingBands(item: SourceItem) {
  if (item.text.length > formLimits.name)
    degrade(item, `The name is longer than ${formLimits.name} characters. Shorten the name before you publish.`)
  const words: unknown = extensionOf(item, standard.displayCategory)?.valueCodeableConcept
  const description = isObject(words) ? textIn(words['text']) : ''
  degrade(item, 'The score has no bands. Add bands if needed, such as Mild or Severe.')
  if (description !== '') degrade(item, `The description is left out: ‘${description.slice(0, 1_000)}’`)
}

const kept = new Set(['resourceType', 'title', 'description', 'copyright', 'item', 'extension', 'url', 'version', 'contained'])
/** Elements that every export of Formward has and that are written again on the next export. */
const writtenOnExport = new Set(['identifier', 'subjectType', 'status', 'date', 'derivedFrom'])

function lossNotes(source: Raw, isOurs: boolean) {
  const isTranslated = (name: string) => (name === '_title' || name === '_description') && isOnlyTranslations(source[name])
  const isLost = (name: string) =>
    !kept.has(name) && !isTranslated(name) && !(isOurs && writtenOnExport.has(name)) && !(name === 'name' && !source['title'])
  const lost = Object.keys(source).filter((name) => isLost(name) && /^_?[A-Za-z]{1,40}$/.test(name))
  const foreign = objectsIn(source['extension']).filter(({ url }) => !Object.values<unknown>(own).includes(url))
  const contained = objectsIn(source['contained']).filter(({ resourceType }) => resourceType !== 'ValueSet')
  const [url, version] = identityOf(source)
  const cutAt = (name: 'title' | 'description') =>
    textIn(source[name]).trim().length > wordLimits[name]
      ? [`The ${name} is cut at ${wordLimits[name].toLocaleString('en-GB')} characters.`]
      : []
  return [
    ...(lost.length === 0 ? [] : [`These questionnaire fields are left out: ${lost.slice(0, 50).join(', ')}.`]),
    ...(foreign.length === 0
      ? []
      : [`${foreign.length} questionnaire ${foreign.length === 1 ? 'extension is' : 'extensions are'} left out.`]),
    ...(contained.length === 0 ? [] : ['Resources in the questionnaire other than value sets are left out.']),
    ...cutAt('title'),
    ...cutAt('description'),
    ...(source['title'] || !source['name'] ? [] : ['The questionnaire has no title, so its name is the title.']),
    ...(!isOurs && textIn(source['copyright']).trim()
      ? ['The copyright is kept as the source of the form. Exports write source and licence together.']
      : []),
    ...(url.length > identityLimits.url ? ['The canonical URL is too long to keep, so exports have a URL of their own.'] : []),
    ...(version !== '' && (url === '' || url.length > identityLimits.url || version.length > identityLimits.version)
      ? ['The version cannot be kept. Exports have a version of their own.']
      : []),
  ]
}

const identityLimits = { url: 500, version: 100 }
const identityOf = (source: Raw) => [textIn(source['url']).trim(), textIn(source['version']).trim()] as const

/** A part never is the questionnaire: no definition has this fingerprint. */
const fingerprintOfPart = 'a part of it'

/** The url and version of the questionnaire. A form exported by Formward is imported as a new form without an origin. */
function originOf(
  source: Raw,
  definition: FormDefinition,
  { isOurs, isSplit }: { isOurs: boolean; isSplit: boolean },
): { origin?: Origin } {
  const [url, version] = identityOf(source)
  if (url === '' || url.length > identityLimits.url || (isOurs && url.startsWith('urn:uuid:'))) return {}
  const fingerprint = isSplit ? fingerprintOfPart : fingerprintOf(definition)
  return { origin: { url, ...(version !== '' && version.length <= identityLimits.version && { version }), fingerprint } }
}

function withFewerNotes(line: ReportLine): ReportLine {
  const notes = [...new Set(line.notes)]
  const more = notes.length - draftLimits.notes
  return { ...line, notes: more <= 0 ? notes : [...notes.slice(0, draftLimits.notes), `… and ${more} more.`] }
}

const cut = (words: string) => words.trim().slice(0, formLimits.source * 4)
const isAddress = (url: string) => /^https:\/\/\S+$/.test(url) && url.length <= 500

/** The source of the questionnaire: Formward's own extension, else the copyright. */
export function sourceOf(questionnaire: Raw, extensions: Extension[]): Source | undefined {
  const extension = extensionOf({ extensions }, own.source)
  const read = extension && (readExtension(extension, shapes.source) as Partial<Source>) // read with the shape of a source
  const copyright = textIn(questionnaire['copyright'])
  const { name, licence, url } = read ?? {
    name: textIn(questionnaire['publisher']) || textIn(questionnaire['title']) || 'An imported questionnaire',
    licence: copyright,
    url: textIn(questionnaire['url']),
  }
  if (!name?.trim() || !licence?.trim()) return undefined
  return { name: cut(name), licence: cut(licence), ...(url && isAddress(url) && { url }) }
}

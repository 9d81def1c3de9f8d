import { compact, own, readExtension, shapes, standard } from '#domain/fhir/extensions.ts'
import { fingerprintOf } from '#domain/fhir/identifiers.ts'
import type { Extension } from '#domain/fhir/resource.ts'
import { degrade, extensionOf, isObject, objectsIn, type Raw, type ReportLine, type SourceItem, textIn } from '#domain/fhir/source-item.ts'
import type { FormDefinition, Origin, Score, Source } from '#domain/form/definition.ts'
import { type FormType, formTypeNames } from '#domain/form/form.ts'
import { formLimits } from '#domain/form/question.ts'

import { arrange, flatten, type Flattened } from './arrange.ts'
import { createIds, type Ids } from './build.ts'
import { readScoring } from './logic.ts'
import { readItem, readValueSets } from './read-item.ts'

/** `notes`: losses that concern the whole questionnaire. */
export type ImportReport = { notes: string[]; lines: ReportLine[] }
export type ImportedForm = {
  title: string
  description: string
  type: FormType
  definition: FormDefinition
  report: ImportReport
}

/** Limits of a saved draft: characters of JSON, options in total, and notes for one item. */
const draftLimits = { definition: 900_000, options: 10_000, notes: 20 }

/** A draft from a FHIR R4 Questionnaire (see read-document.ts) with a report for every item, or the reason it cannot be imported. */
export function fromQuestionnaire(source: Raw): { form: ImportedForm } | { refusal: string } {
  const sets = readValueSets(source)
  const items = objectsIn(source['item']).map((item) => readItem(item, sets))
  const found = flatten(items)
  const refusal = limitRefusal(found)
  if (refusal !== undefined) return { refusal }
  const extensions = objectsIn(source['extension']).filter(({ url }) => typeof url === 'string') as unknown as Extension[] // each extension is checked where it is used
  const formType: unknown = extensionOf({ extensions }, own.formType)?.valueCode
  const isOurs = formType !== undefined
  const ids = createIds([...found.positions.keys()].map(({ linkId }) => linkId))
  const questions = arrange(found, ids, isOurs)
  const { scores, redFlags } = readScoring(extensions, (id) => questions.some((question) => question.id === id))
  const definition = compact({
    questions,
    scores: [...scores, ...calculated(found, questions, ids)],
    redFlags,
    source: sourceOf(source, extensions),
  }) as FormDefinition // only empty lists are left out
  if (JSON.stringify(definition).length > draftLimits.definition)
    return { refusal: 'The form is too large for the form builder. Split the questionnaire into several forms.' }
  return {
    form: {
      title: textIn(source['title']) || textIn(source['name']),
      description: textIn(source['description']),
      type: formTypeNames.find((type) => type === formType) ?? 'general',
      definition: { ...definition, questions, ...originOf(source, definition, isOurs) },
      report: { notes: lossNotes(source, isOurs), lines: found.lines.map(withFewerNotes) },
    },
  }
}

function limitRefusal({ placed, scores }: Flattened) {
  if (placed.length + scores.length === 0) return 'The questionnaire has no items that Formward can import.'
  if (placed.length > formLimits.questions)
    return `The questionnaire has ${placed.length.toLocaleString('en-GB')} questions. A form can have up to ${formLimits.questions} questions. Split the questionnaire into several forms.`
  const options = placed.reduce((count, { item }) => count + (item.options?.length ?? 0), 0)
  if (options > draftLimits.options)
    return `The questions have more than ${draftLimits.options.toLocaleString('en-GB')} options in total. Split the questionnaire into several forms.`
  return undefined
}

/** Items with a calculated sum of points become scores of the questions that they count. */
function calculated({ scores, placed }: Flattened, questions: FormDefinition['questions'], ids: Ids): Score[] {
  const byId = new Map(questions.map((question) => [question.id, question]))
  return scores.slice(0, formLimits.scores).map(({ item, counts }) => {
    item.line.notes.push('Imported as a score. The score is calculated when the form is submitted, and patients do not see it.')
    const counted = placed.filter((one) => counts(one.item.linkId)).map((one) => ids.of(one.item))
    const withPoints = counted.filter((id) => byId.get(id)?.options?.some(({ points }) => points !== undefined))
    if (withPoints.length === 0) degrade(item, 'None of the questions in the score has points.')
    reportMissingBands(item)
    return { id: ids.of(item), name: (item.text || 'Score').slice(0, formLimits.name * 4), questions: withPoints, bands: [] }
  })
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
  const lost = Object.keys(source).filter(
    (name) =>
      !kept.has(name) && !(isOurs && writtenOnExport.has(name)) && /^[A-Za-z]{1,40}$/.test(name) && !(name === 'name' && !source['title']),
  )
  const foreign = objectsIn(source['extension']).filter(({ url }) => !Object.values<unknown>(own).includes(url))
  return [
    ...(lost.length === 0 ? [] : [`These questionnaire fields are left out: ${lost.slice(0, 20).join(', ')}.`]),
    ...(foreign.length === 0
      ? []
      : [`${foreign.length} questionnaire ${foreign.length === 1 ? 'extension is' : 'extensions are'} left out.`]),
  ]
}

/** The url and version of the questionnaire. A form exported by Formward is imported as a new form without an origin. */
function originOf(source: Raw, definition: FormDefinition, isOurs: boolean): { origin?: Origin } {
  const [url, version] = [textIn(source['url']).trim(), textIn(source['version']).trim()]
  if (url === '' || url.length > 500 || (isOurs && url.startsWith('urn:uuid:'))) return {}
  return { origin: { url, ...(version !== '' && version.length <= 100 && { version }), fingerprint: fingerprintOf(definition) } }
}

function withFewerNotes(line: ReportLine): ReportLine {
  const more = line.notes.length - draftLimits.notes
  return more <= 0 ? line : { ...line, notes: [...line.notes.slice(0, draftLimits.notes), `… and ${more} more.`] }
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

import { own, standard } from '#domain/fhir/extensions.ts'
import type { Extension } from '#domain/fhir/resource.ts'
import {
  asText,
  degrade,
  extensionOf,
  isObject,
  isTrue,
  numberIn,
  objectsIn,
  type Raw,
  remark,
  type SourceItem,
  type SourceOption,
  textIn,
  valueIn,
} from '#domain/fhir/source-item.ts'
import { formLimits } from '#domain/form/question.ts'

/** The contained value sets by the references to them. */
export type ValueSets = ReadonlyMap<string, SourceOption[]>

export function readValueSets(questionnaire: Raw): ValueSets {
  const sets = objectsIn(questionnaire['contained']).filter(({ resourceType }) => resourceType === 'ValueSet')
  return new Map(
    sets.flatMap((set) => {
      const expansion = isObject(set['expansion']) ? objectsIn(set['expansion']['contains']) : []
      const composed = isObject(set['compose'])
        ? objectsIn(set['compose']['include']).flatMap(({ concept, system }) => objectsIn(concept).map((one) => ({ system, ...one })))
        : []
      const options = (expansion.length > 0 ? expansion : composed).map((concept) => readOption({ ...concept, valueCoding: concept }))
      return [`#${textIn(set['id'])}`, textIn(set['url'])].filter((name) => name.length > 1).map((name) => [name, options] as const)
    }),
  )
}

/** Extensions are checked where they are used. */
const extensionsOf = (element: Raw) =>
  objectsIn(element['extension']).filter(({ url }) => typeof url === 'string') as unknown as Extension[]

function readOption(option: Raw): SourceOption {
  const kind = Object.keys(option).find((name) => /^value[A-Z]/.test(name)) ?? ''
  const value = valueIn(option, 'value')
  const coding = isObject(value) ? value : {}
  // Points are an extension of the option or of its coding.
  const extensions = { extensions: [...extensionsOf(option), ...extensionsOf(coding)] }
  const code = isObject(value) ? asText(value['code']) : asText(value)
  const kept: unknown = extensionOf(extensions, own.value)?.valueString
  return {
    code,
    system: textIn(coding['system']).slice(0, formLimits.code),
    kind,
    hasVersion: textIn(coding['version']) !== '',
    label: asText(coding['display']) || code,
    points: numberIn(extensions, standard.ordinalValue) ?? numberIn(extensions, standard.itemWeight),
    isExclusive: extensionOf(extensions, standard.optionExclusive)?.valueBoolean === true,
    value: typeof kept === 'string' ? kept : undefined,
  }
}

function optionsOf(raw: Raw, sets: ValueSets) {
  const given = objectsIn(raw['answerOption'])
  const set = sets.get(textIn(raw['answerValueSet']))
  if (given.length === 0) return set ?? ('answerValueSet' in raw ? [] : undefined)
  return given.map(readOption)
}

const controlsOf = (extensions: Extension[]) =>
  extensions.flatMap(({ url, valueCodeableConcept }) =>
    url === standard.itemControl && isObject(valueCodeableConcept)
      ? objectsIn(valueCodeableConcept.coding).map(({ code }) => textIn(code))
      : [],
  )

const ends = ['lower', 'upper']

/** The display items under a question: a label of its scale, or its help. */
const wordsOf = (words: SourceItem[], end?: string) =>
  words
    .filter(({ controls }) => (end === undefined ? !ends.includes(controls[0] ?? '') : controls[0] === end))
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .join('\n')

const withPrefix = (prefix: string, text: string) => (prefix.trim() === '' ? text : `${prefix.trim()} ${text}`)

export function readItem(raw: Raw, sets: ValueSets): SourceItem {
  const extensions = extensionsOf(raw)
  const children = objectsIn(raw['item']).map((child) => readItem(child, sets))
  const [type, linkId] = [textIn(raw['type']), textIn(raw['linkId'])]
  const text = withPrefix(textIn(raw['prefix']), textIn(raw['text']))
  const isGroup = type === 'group'
  const isWord = (child: SourceItem) => child.type === 'display' && (!isGroup || child.controls.includes('help'))
  const words = children.filter(isWord)
  return {
    linkId,
    type,
    text,
    required: isTrue(raw['required']),
    repeats: isTrue(raw['repeats']),
    controls: controlsOf(extensions),
    extensions,
    options: optionsOf(raw, sets),
    rules: objectsIn(raw['enableWhen']).map(readRule),
    match: raw['enableBehavior'] === 'all' ? 'all' : 'any',
    help: wordsOf(words),
    low: wordsOf(words, 'lower'),
    high: wordsOf(words, 'upper'),
    children: children.filter((child) => !words.includes(child)),
    words,
    line: { linkId: linkId.slice(0, 200), title: text.slice(0, 200), outcome: 'kept', notes: [] },
    raw,
  }
}

function readRule(rule: Raw) {
  const answer = valueIn(rule, 'answer')
  const value = isObject(answer) ? asText(answer['code']) || asText(answer['display']) || asText(answer['value']) : asText(answer)
  return { question: textIn(rule['question']), operator: textIn(rule['operator']), value }
}

const used = new Set<string>([...Object.values(standard), ...Object.values(own)])
/** Reported by reportMinOccurs. */
const reportedElsewhere = new Set(['questionnaire-minOccurs'])

/** Losses that a patient or a reader of the answers would notice, by the last part of the extension's url. */
const lossMessages: Record<string, string> = {
  'sdc-questionnaire-enableWhenExpression': 'The condition is a formula, so it is left out. The question is always asked.',
  'sdc-questionnaire-calculatedExpression': 'The calculation from other answers is left out. Patients answer this question.',
  'sdc-questionnaire-initialExpression': 'The calculated starting answer is left out. The answer starts empty.',
  'sdc-questionnaire-answerExpression': 'The calculation of the answer options is left out.',
  'sdc-questionnaire-candidateExpression': 'Suggested answers are left out.',
  'sdc-questionnaire-answerOptionsToggleExpression': 'The conditions on some options are left out. All options are shown.',
  'questionnaire-constraint': 'A rule that limits the answer is left out.',
  targetConstraint: 'A rule that limits the answer is left out.',
  'questionnaire-maxOccurs': 'The maximum number of answers is left out.',
  minLength: 'The minimum answer length is not checked.',
  regex: 'The answer pattern is not checked.',
  maxSize: 'The maximum answer size is not checked.',
  'rendering-xhtml': 'Formatting, links and pictures are left out.',
  entryFormat: 'The example of the answer format is left out.',
}

/** Reports the parts of an item that a question cannot keep. */
export function reportLosses(item: SourceItem) {
  const { raw } = item
  for (const { url } of item.extensions) reportExtension(item, url)
  // Extensions of a primitive element are in a sibling element (https://hl7.org/fhir/R4/json.html#primitive).
  for (const name of ['_text', '_prefix'])
    for (const { url } of objectsIn(isObject(raw[name]) ? raw[name]['extension'] : undefined)) reportExtension(item, textIn(url))
  if (textIn(raw['definition']) !== '') remark(item, 'The reference to a data element definition is left out.')
  if (objectsIn(raw['answerOption']).some((option) => isTrue(option['initialSelected'])) || objectsIn(raw['initial']).length > 0)
    degrade(item, 'The pre-filled answer is left out. The answer starts empty.')
  if (isTrue(raw['readOnly'])) degrade(item, 'The question was read-only. Patients can answer the imported question.')
  if (typeof raw['maxLength'] === 'number') degrade(item, `The limit of ${raw['maxLength']} characters is not checked.`)
  if (raw['repeats'] === 'true' || raw['required'] === 'true') remark(item, 'The text ‘true’ is read as the value true.')
  reportOptions(item)
  reportOptionPrefixes(item)
}

function reportExtension(item: SourceItem, url: string) {
  const name = url.slice(0, 200).split('/').at(-1) ?? url
  if (used.has(url) && url !== standard.calculated) return
  // placeGroup reports repeated groups.
  if (item.type === 'group' && name === 'questionnaire-maxOccurs') return
  if (name === 'questionnaire-minOccurs' && item.type !== 'group') return reportMinOccurs(item, url)
  const words = Object.hasOwn(lossMessages, name) ? lossMessages[name] : undefined
  if (words) degrade(item, words)
  else if (!reportedElsewhere.has(name)) remark(item, `The extension ‘${name}’ is not supported and is left out.`)
}

function reportMinOccurs(item: SourceItem, url: string) {
  const fewest = numberIn(item, url)
  if (fewest !== undefined && fewest > 1) degrade(item, `The minimum of ${fewest} answers is not checked.`)
}

const optionKinds: Record<string, string> = {
  valueInteger: 'The options are whole numbers. Exports use codes instead.',
  valueDate: 'The options are dates. Exports use codes instead.',
  valueTime: 'The options are times. Exports use codes instead.',
  valueString: 'The options are text without codes. Exports use codes instead.',
  valueReference: 'The options link to other records. Only the text is kept.',
}

function reportOptions(item: SourceItem) {
  const found = new Set((item.options ?? []).map(({ kind }) => kind))
  for (const [kind, words] of Object.entries(optionKinds)) if (found.has(kind)) degrade(item, words)
  if (item.options?.some(({ hasVersion }) => hasVersion)) remark(item, 'The code system version of the options is left out.')
}

function reportOptionPrefixes(item: SourceItem) {
  const hasPrefix = objectsIn(item.raw['answerOption']).some((option) =>
    [option, option['valueCoding']].some(
      (one) => isObject(one) && objectsIn(one['extension']).some(({ url }) => textIn(url).endsWith('questionnaire-optionPrefix')),
    ),
  )
  if (hasPrefix) remark(item, 'The letters or numbers before the options are left out.')
}

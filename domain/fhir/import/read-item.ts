import { own, standard } from '#domain/fhir/extensions.ts'
import type { Extension } from '#domain/fhir/resource.ts'
import {
  asText,
  extensionOf,
  isObject,
  isTrue,
  numberIn,
  objectsIn,
  type Raw,
  type SourceItem,
  type SourceOption,
  textIn,
  valueIn,
} from '#domain/fhir/source-item.ts'
import { formLimits } from '#domain/form/question.ts'

type ValueSet = { options: SourceOption[]; isWhole: boolean }
/** The contained value sets by the references to them. */
export type ValueSets = ReadonlyMap<string, ValueSet>

export function readValueSets(questionnaire: Raw): ValueSets {
  const sets = objectsIn(questionnaire['contained']).filter(({ resourceType }) => resourceType === 'ValueSet')
  return new Map(
    sets.flatMap((set) =>
      [`#${textIn(set['id'])}`, textIn(set['url'])].filter((name) => name.length > 1).map((name) => [name, readValueSet(set)] as const),
    ),
  )
}

function readValueSet(set: Raw): ValueSet {
  const expansion = isObject(set['expansion']) ? conceptsIn(set['expansion']['contains']) : []
  if (expansion.length > 0) return { options: expansion.map(readConcept), isWhole: true }
  const compose = isObject(set['compose']) ? set['compose'] : {}
  const included = objectsIn(compose['include'])
  // Without a list of codes, a part of the value set is what another value set or a rule says.
  const isListed = (one: Raw) => objectsIn(one['concept']).length > 0 && !('filter' in one) && !('valueSet' in one)
  const options = included.flatMap(({ concept, system, version }) =>
    objectsIn(concept).map((one) => readConcept({ system, version, ...one })),
  )
  return { options, isWhole: included.every(isListed) && objectsIn(compose['exclude']).length === 0 }
}

/** The selectable concepts of an expansion, which may be nested. */
const conceptsIn = (contains: unknown): Raw[] =>
  objectsIn(contains).flatMap((one) => [...(isTrue(one['abstract']) ? [] : [one]), ...conceptsIn(one['contains'])])

const readConcept = (concept: Raw) => readOption({ extension: concept['extension'], valueCoding: concept })

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
    systemVersion: textIn(coding['version']).slice(0, formLimits.code),
    label: asText(coding['display']) || code,
    points: numberIn(extensions, standard.ordinalValue) ?? numberIn(extensions, standard.itemWeight),
    isExclusive: extensionOf(extensions, standard.optionExclusive)?.valueBoolean === true,
    value: typeof kept === 'string' ? kept : undefined,
  }
}

function optionsOf(raw: Raw, sets: ValueSets) {
  const given = objectsIn(raw['answerOption'])
  if (given.length > 0) return { options: given.map(readOption), valueSet: undefined }
  const set = sets.get(textIn(raw['answerValueSet']))
  if (set) return { options: set.options, valueSet: set.isWhole ? ('whole' as const) : ('partial' as const) }
  return { options: 'answerValueSet' in raw ? [] : undefined, valueSet: undefined }
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
    ...optionsOf(raw, sets),
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
  const code = isObject(answer) ? asText(answer['code']) : ''
  const value = isObject(answer) ? code || asText(answer['display']) || asText(answer['value']) : asText(answer)
  const system = isObject(answer) && code !== '' ? textIn(answer['system']).slice(0, formLimits.code) : ''
  return { question: textIn(rule['question']), operator: textIn(rule['operator']), value, system }
}

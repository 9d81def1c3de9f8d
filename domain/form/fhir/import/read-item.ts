import { standard, own } from '#domain/form/fhir/extensions.ts'
import type { Extension } from '#domain/form/fhir/resource.ts'
import { extensionOf, numberIn, type SourceItem, type SourceOption } from '#domain/form/fhir/source.ts'
import { formLimits } from '#domain/form/question.ts'

import { asText, isObject, isTrue, objectsIn, textIn, valueIn, type Raw } from './raw.ts'

/** The lists of answers that travel inside the questionnaire, by what refers to them. */
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

/** Only what is used of an extension is looked at, each where it is used. */
const extensionsOf = (element: Raw) =>
  objectsIn(element['extension']).filter(({ url }) => typeof url === 'string') as unknown as Extension[]

function readOption(option: Raw): SourceOption {
  const kind = Object.keys(option).find((name) => /^value[A-Z]/.test(name)) ?? ''
  const value = valueIn(option, 'value')
  const coding = isObject(value) ? value : {}
  // Points and the like stand on the option, or on its coding.
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

/** The words that stand under a question: at an end of its scale, or else its help. */
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

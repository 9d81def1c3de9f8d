import { isDeepStrictEqual } from 'node:util'

import { isObject, objectsIn, type Raw, textIn } from '#domain/fhir/source-item.ts'
import type { ImportReport } from '#domain/fhir/import/from-questionnaire.ts'

/**
 * The differences between a questionnaire and its export that its report does not name. An export may have more than the original: codes of
 * controls, limits and extensions of Formward.
 */
export function unnamedDifferences(original: Raw, exported: Raw[], { notes, lines }: ImportReport): string[] {
  const [before, after] = [placesOf(original), exported.flatMap(placesOf)]
  const byLinkId = new Map(after.map((place) => [textIn(place.item['linkId']), place]))
  const lineOf = new Map(lines.map((line) => [line.linkId, line]))
  const unnamed = before.flatMap((place) => {
    const linkId = textIn(place.item['linkId'])
    const line = lineOf.get(linkId)
    if (!line) return [`${linkId} has no line`]
    return differencesOf(place, byLinkId.get(linkId))
      .filter((name) => !notesFor(name, place, line.notes).some((note) => noteOf(name).test(note)))
      .map((name) => `${linkId}: ${name}, but the notes are ${JSON.stringify(line.notes)}`)
  })
  function notesFor(name: string, { parent }: Place, own: string[]) {
    // The line of a group says where its questions are.
    return name === 'its place' ? [...own, ...(lineOf.get(parent)?.notes ?? [])] : own
  }
  return [...unnamed, ...differencesOfTop(original, exported, notes)]
}

type Place = { item: Raw; parent: string }
const placesOf = (resource: Raw): Place[] => below(resource, '')
const below = (element: Raw, parent: string): Place[] =>
  objectsIn(element['item']).flatMap((item) => [{ item, parent }, ...below(item, textIn(item['linkId']))])

/** What a note must say for a difference of this name. */
const noteOf = (name: string) => notePatterns[name] ?? new RegExp(name.replace('extension ', ''))
const notePatterns: Record<string, RegExp> = {
  'the item':
    /no section|left out|part of the hint|under the group heading|label of the scale|Imported as a score|cannot|not support|no heading|no text|hidden|can have labels/,
  'its place': /no heading|no section|inside another group|Placed|Further questions/,
  type: /Exports use ‘choice’|Patients type the|Only the day|not as a quantity|shown as|group heading|open choice/,
  text: /part of the text|heading|no text|both/,
  prefix: /part of the text/,
  required: /required/,
  repeats: /one answer|repeatable/,
  code: /codes are left out|Additions to the codes|code.* cannot be kept/,
  answerOption: /options?|pre-filled/,
  answerValueSet: /value set|list of options/,
  enableWhen: /ondition|two rules|‘Is not’/,
  enableBehavior: /ondition|two rules/,
  initial: /pre-filled/,
  readOnly: /read-only/,
  maxLength: /limit of/,
  definition: /definition/,
  id: /technical ID/,
  _text: /Formatting|The extension/,
  _prefix: /The extension/,
  'extension sdc-questionnaire-calculatedExpression': /calculation|score/,
  'extension sdc-questionnaire-enableWhenExpression': /formula/,
  'extension ordinalValue': /points/,
  'extension questionnaire-itemControl': /control|drop-down list/,
  'extension questionnaire-unit': /unit/,
  'extension questionnaire-unitOption': /unit/,
  'extension minValue': /smallest or earliest|limit/,
  'extension maxValue': /largest or latest|limit/,
  'extension questionnaire-minOccurs': /minimum of/,
  'extension questionnaire-maxOccurs': /maximum of/,
  'extension minLength': /minimum answer length/,
  'extension regex': /pattern/,
  'extension questionnaire-displayCategory': /category/,
  _linkId: /of-the-id/,
}

function differencesOf({ item, parent }: Place, found: Place | undefined): string[] {
  if (!found) return ['the item']
  const names = Object.keys(item).filter((name) => !['item', 'linkId', 'extension'].includes(name))
  const changed = names.filter((name) => !isSame(name, item, found.item))
  const extensions = objectsIn(found.item['extension'])
  const lost = objectsIn(item['extension']).filter(
    (one) => !isWithoutEffect(one) && !extensions.some((other) => isDeepStrictEqual(plain(one), plain(other))),
  )
  return [
    ...(found.parent === parent ? [] : ['its place']),
    ...changed,
    ...lost.map(({ url }) => `extension ${textIn(url).split('/').at(-1)}`),
  ]
}

const isWithoutEffect = ({ url, valueBoolean }: Raw) => textIn(url).endsWith('questionnaire-hidden') && valueBoolean === false

function isSame(name: string, one: Raw, other: Raw) {
  // One rule is the same with either behaviour, and without any other system shows the question in every case.
  if (name === 'enableBehavior' && objectsIn(one['enableWhen']).length < 2 && objectsIn(other['enableWhen']).length < 2) return true
  if ((name === 'required' || name === 'repeats') && one[name] === false) return other[name] === undefined
  if (name === 'text') return textIn(one[name]).trim() === textIn(other[name]).trim()
  return isDeepStrictEqual(plain(one[name]), plain(other[name]))
}

/** Without what has no meaning: the system of a value that a rule compares with, an absent display, and how a whole number is written. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isObject(value)) return value
  const { extension, ...rest } = value
  // The code says which control it is.
  if (textIn(rest['url']).endsWith('questionnaire-itemControl')) return JSON.stringify(rest).match(/"code":"[^"]*"/g)
  const coding = isObject(rest['valueCoding']) ? rest['valueCoding'] : undefined
  const { extension: ofCoding, ...codingOnly } = coding ?? {}
  const named = coding ? { ...rest, valueCoding: { display: codingOnly['code'], ...codingOnly } } : rest
  // Points can be an extension of the option or of its coding.
  const extensions = [...objectsIn(extension), ...objectsIn(ofCoding)]
  const numbers = Object.entries(named).map(([name, one]) => {
    if (name === 'answerCoding' && isObject(one)) return [name, one['code']]
    return [/^(value|answer)(Integer|Decimal)$/.test(name) && extension === undefined ? 'number' : name, plain(one)]
  })
  return { ...Object.fromEntries(numbers), ...(extensions.length > 0 && { extension: extensions.map(plain) }) }
}

function differencesOfTop(original: Raw, exported: Raw[], notes: string[]) {
  const all = notes.join('\n')
  return Object.keys(original).flatMap((name) => {
    if (['resourceType', 'item', 'contained'].includes(name)) return []
    if (exported.every((one) => isDeepStrictEqual(one[name], original[name]))) return []
    const words = name === 'extension' ? /extensions? (is|are) left out/ : name === 'version' ? /version/ : new RegExp(`\\b${name}\\b`)
    return words.test(all) ? [] : [`${name} of the questionnaire, but the notes are ${all}`]
  })
}

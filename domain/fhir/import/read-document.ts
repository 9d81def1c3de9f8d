import { isObject, objectsIn, type Raw, textIn } from '#domain/fhir/source-item.ts'

/** Limits of an imported file, far above any form that people can answer. */
export const questionnaireLimits = { bytes: 10 * 1024 * 1024, depth: 100, items: 2_000 } as const

export type ReadDocument = { questionnaire: Raw } | { refusal: string }

const refused = (refusal: string) => ({ refusal })

/** The questionnaire in a text, or the reason it cannot be read. */
export function readDocument(text: string): ReadDocument {
  const json = text.replace(/^\uFEFF/, '')
  if (json.trim() === '') return refused('The file is empty.')
  if (json.trimStart().startsWith('<')) return refused('This is XML. Save the questionnaire as FHIR JSON and try again.')
  if (!isShallow(json)) return refused(`The file is nested more than ${questionnaireLimits.depth} levels deep.`)
  let found: unknown
  try {
    found = JSON.parse(json)
  } catch {
    return refused(placeOf(json))
  }
  return checkResource(found)
}

/** Checked before parsing, because the functions that read the file are recursive. */
function isShallow(json: string) {
  let [depth, isInText] = [0, false]
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at)
    if (sign === 0x22) isInText = !isInText
    else if (isInText) at += sign === 0x5c ? 1 : 0
    else if (sign === 0x7b || sign === 0x5b) {
      if (++depth > questionnaireLimits.depth) return false
    } else if (sign === 0x7d || sign === 0x5d) depth--
  }
  return true
}

/** The position of the JSON error, without the text around it. */
function placeOf(json: string) {
  const at = jsonFault(json)
  if (at >= json.trimEnd().length) return 'The JSON is incomplete. The end is missing.'
  const before = json.slice(0, at).split('\n')
  return `The JSON has an error on line ${before.length}, at character ${(before.at(-1)?.length ?? 0) + 1}.`
}

function checkResource(found: unknown): ReadDocument {
  if (!isObject(found)) return refused('The file is JSON, but not a FHIR resource. Choose a FHIR Questionnaire.')
  const type = textIn(found['resourceType'])
  if (type === '') return refused('The file has no resourceType. Choose a FHIR Questionnaire.')
  if (type === 'Bundle')
    return refused('This is a Bundle, which holds several resources. Take the Questionnaire out of it and import that alone.')
  if (type !== 'Questionnaire')
    return refused(`The file is ${/^[A-Za-z]{1,40}$/.test(type) ? `a FHIR ${type}` : 'another resource'}, not a Questionnaire.`)
  const words = otherRelease(found) ?? hiddenMeaning(found) ?? checkItems(found)
  return words === undefined ? { questionnaire: found } : refused(words)
}

const ofRelease = (name: string) =>
  `This looks like a FHIR ${name} questionnaire. Formward reads FHIR R4 only. Convert the questionnaire to R4 first.`

/** Elements that only other releases of FHIR have. */
function otherRelease(found: Raw) {
  const profiles = JSON.stringify(isObject(found['meta']) ? found['meta'] : {})
  if (isObject(found['group']) || /DSTU-?2/i.test(profiles)) return ofRelease('DSTU2')
  if (/STU3\b/.test(profiles)) return ofRelease('STU3')
  if (
    /\/(R5|5\.0)\b|\b5\.0\.0\b/.test(profiles) ||
    'versionAlgorithmString' in found ||
    'versionAlgorithmCoding' in found ||
    'copyrightLabel' in found
  )
    return ofRelease('R5')
  for (const { item } of walk(found)) {
    const conditions = objectsIn(item['enableWhen'])
    if ('option' in item || isObject(item['options']) || conditions.some((one) => 'hasAnswer' in one)) return ofRelease('STU3')
    if (item['type'] === 'coding' || 'answerConstraint' in item || 'disabledDisplay' in item) return ofRelease('R5')
  }
  return undefined
}

/** FHIR forbids ignoring unknown modifier extensions and implicit rules. */
const hiddenMeaning = (found: Raw) =>
  objectsIn(found['modifierExtension']).length > 0 || textIn(found['implicitRules']) !== ''
    ? 'The questionnaire has a modifierExtension or implicitRules that Formward does not support and must not ignore.'
    : undefined

function checkItems(found: Raw) {
  const linkIds = new Set<string>()
  const twice = new Set<string>()
  let count = 0
  for (const { item } of walk(found)) {
    if (++count > questionnaireLimits.items)
      return `The questionnaire has more than ${questionnaireLimits.items.toLocaleString('en-GB')} items. Split the questionnaire into several forms.`
    const linkId = textIn(item['linkId'])
    if (linkId !== '' && linkIds.has(linkId)) twice.add(linkId)
    linkIds.add(linkId)
  }
  if (count === 0) return 'The questionnaire has no items.'
  if (twice.size === 0) return undefined
  const named = [...twice].slice(0, 3).map((one) => `‘${one.slice(0, 60)}’`)
  return `Several items have the same linkId (${named.join(', ')}${twice.size > 3 ? ' and others' : ''}), so conditions cannot identify the items.`
}

/** Every item at any depth. */
function* walk(parent: Raw): Generator<{ item: Raw }> {
  for (const item of objectsIn(parent['item'])) {
    yield { item }
    yield* walk(item)
  }
}

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end'

const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const blank = /[ \t\r\n]*/y

/**
 * The position of a JSON error, from 0; the length of the text if only its end is missing. Error messages of JSON.parse have no reliable
 * position.
 */
export function jsonFault(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    blank.lastIndex = at
    at += blank.exec(text)?.[0].length ?? 0
    if (at >= text.length) return text.length
    if (expected === 'comma or end' && open.length === 0) return at
    const sign = text[at]!
    const isKey: boolean = expected === 'key' || expected === 'key or end'
    const isEnd = sign === (open.at(-1) === '{' ? '}' : ']')
    if (isEnd && open.length > 0 && expected.endsWith('or end')) {
      open.pop()
      expected = 'comma or end'
      at += 1
    } else if (expected === 'comma or end') {
      if (sign !== ',') return at
      expected = open.at(-1) === '{' ? 'key' : 'value'
      at += 1
    } else if (expected === 'colon') {
      if (sign !== ':') return at
      expected = 'value'
      at += 1
    } else if (sign === '"') {
      const end = endOfString(text, at)
      if (!end.isWhole) return end.at
      expected = isKey ? 'colon' : 'comma or end'
      at = end.at
    } else if (!isKey && (sign === '{' || sign === '[')) {
      open.push(sign)
      expected = sign === '{' ? 'key or end' : 'value or end'
      at += 1
    } else {
      plain.lastIndex = at
      const word = isKey ? null : plain.exec(text)
      if (!word) return at
      expected = 'comma or end'
      at += word[0].length
    }
  }
}

/** The position after a string's closing quote, or of an invalid character in the string. */
function endOfString(text: string, start: number) {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 0x22) return { at: at + 1, isWhole: true }
    if (sign < 0x20) return { at, isWhole: false }
    if (sign === 0x5c) {
      if (at + 1 < text.length && !/^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at + 1, at + 6))) return { at, isWhole: false }
      at += 1
    }
  }
  return { at: text.length, isWhole: false }
}

import type { z } from 'zod'

import type { AcceptedPart } from '#contract/accepted-input.ts'
import type { FieldProblem } from '#contract/problems.ts'
import { formatCount } from '#domain/amounts.ts'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue
type Part = AcceptedPart['part']

/** Only a part of a long key, and of a long list of unknown keys, is repeated in the response. */
const maxNamedKeys = 20
const maxKeyLength = 60
/** A longer list of allowed values would hide what is wrong. */
const maxNamedValues = 12

const isMissing = 'This field is required.'
const isNotAllowed = 'This value is not allowed here.'

/** The message for a value of the wrong type, by Zod's name of the expected type. */
const expectedTypes: Record<string, string> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  null: 'Must be null.',
  array: 'Must be a list.',
  object: 'Must be an object with named fields.',
  record: 'Must be an object with named fields.',
}

const expectedFormats: Record<string, string> = {
  uuid: 'Must be an ID, such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301.',
  date: 'Must be a date, such as 2026-10-31.',
  datetime: 'Must be a date and time with a time zone, such as 2026-10-31T09:30:00Z.',
}

/** Plain messages for issues without a message of the schema. Zod's own messages are for programmers. */
export function issueMessage(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? isMissing : (expectedTypes[issue.expected] ?? isNotAllowed)
    case 'too_big':
      return tooBigWords(issue)
    case 'too_small':
      return tooSmallWords(issue)
    case 'invalid_format':
      return expectedFormats[issue.format] ?? 'This is not in the right format.'
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`
    case 'invalid_value':
      return oneOfWords(issue.values)
    case 'invalid_union':
      return Array.isArray(issue.options) ? oneOfWords(issue.options) : isNotAllowed
    default:
      return isNotAllowed
  }
}

function tooBigWords({ origin, maximum, inclusive }: Extract<RawIssue, { code: 'too_big' }>) {
  const limit = Number(maximum)
  if (origin === 'string') return `Must be ${formatCount(limit, 'character')} or fewer.`
  if (origin === 'array') return `Must have ${formatCount(limit, 'item')} or fewer.`
  if (limit >= Number.MAX_SAFE_INTEGER) return expectedTypes['int']!
  return inclusive === false ? `Must be less than ${formatted(limit)}.` : `Must be ${formatted(limit)} or less.`
}

function tooSmallWords({ origin, minimum, inclusive }: Extract<RawIssue, { code: 'too_small' }>) {
  const limit = Number(minimum)
  if (origin === 'string') return limit === 1 ? isMissing : `Must be ${formatCount(limit, 'character')} or more.`
  if (origin === 'array') return `Must have ${formatCount(limit, 'item')} or more.`
  if (limit <= Number.MIN_SAFE_INTEGER) return expectedTypes['int']!
  return inclusive === false ? `Must be more than ${formatted(limit)}.` : `Must be ${formatted(limit)} or more.`
}

const formatted = (limit: number) => limit.toLocaleString('en-GB')

function oneOfWords(values: readonly unknown[]) {
  const named = values.filter((value) => value !== '').map((value) => String(value))
  if (named.length > maxNamedValues) return isNotAllowed
  return named.length === 1 ? `Must be ${named[0]}.` : `Must be ${named.slice(0, -1).join(', ')} or ${named.at(-1)}.`
}

/** The fields of an issue. Every unknown key is a field. For a union, the fields of the closest option. */
export function fieldProblemsOf(issue: Issue, part: Part): FieldProblem[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, maxNamedKeys).map((key) => {
      const name = key.length > maxKeyLength ? `${key.slice(0, maxKeyLength)}…` : key
      return { field: fieldAt([...path, name]), message: `There is no ${nounOf(path, part)} called “${name}”. Check its spelling.` }
    })
  const nearest = issue.code === 'invalid_union' ? nearestOption(issue) : undefined
  if (nearest) return nearest.flatMap((inner) => fieldProblemsOf({ ...inner, path: [...path, ...inner.path] }, part))
  return [{ field: fieldAt(path), message: issue.message }]
}

const fieldAt = (path: PropertyKey[]) => path.map(String).join('.')

const nounOf = (path: PropertyKey[], part: Part) => {
  if (path[0] === 'filters') return 'filter'
  return part === 'query' ? 'query parameter' : 'field'
}

/**
 * The option of a union for a value of this type with the fewest problems. Undefined if there is none, or if several options expect other
 * values.
 */
function nearestOption({ errors }: Extract<Issue, { code: 'invalid_union' }>): Issue[] | undefined {
  const fitting = errors.filter((issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0))
  const isOtherValue = ([issue, ...more]: Issue[]) =>
    issue?.path.length === 0 && more.length === 0 && issue.code !== 'unrecognized_keys' && issue.code !== 'invalid_union'
  if (fitting.filter(isOtherValue).length > 1) return undefined
  return fitting.toSorted((a, b) => a.length - b.length)[0]
}

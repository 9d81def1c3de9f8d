import fc from 'fast-check'
import { z } from 'zod'

import type { Route } from '#contract/route.ts'

import { idAt, type Ids } from './whole-organisation.ts'

type Json = {
  $ref?: string
  $defs?: Record<string, Json>
  const?: unknown
  enum?: unknown[]
  anyOf?: Json[]
  oneOf?: Json[]
  type?: string
  properties?: Record<string, Json>
  required?: string[]
  items?: Json
  minimum?: number
  maximum?: number
  format?: string
}
type Made = { idOf: (key: string) => string; root: Json; key: string; depth: number }

/** Fields that only some words fit; any others are text, or not important to get through. */
const fitting: Record<string, unknown[]> = {
  page: [1, 1, 2],
  clinicianTimeout: [15, null],
  minimumAge: [16],
  reminderDays: [3],
  secondReminderDays: [7],
  lastReminderDays: [2],
  smsFragmentPrice: [2.4],
  letterPrice: [85],
  firstDays: [3],
  secondDays: [7],
  lastDays: [2],
  expiryDays: [28],
  autoCloseDays: [90],
  removalDays: [14],
  answer: ['waiting:0'],
  dateOfBirth: ['1961-03-09', '1900-01-01'],
  dateOfDeath: [''],
  draftRevision: [1],
  revision: [1],
  nhsNumber: ['9990000018', '999 000 0018', ''],
  phoneNumber: ['07700 900123', ''],
  emailAddress: ['x@example.com', 'y@example.com'],
  sex: ['male', ''],
  preferredMethod: ['sms', ''],
  admissionStatus: ['', 'waiting'],
  postcode: ['LS1 4AP', ''],
  odsCode: ['AB12', 'RX9'],
  contactWeb: ['https://www.example.org/contact', ''],
  month: ['2026-10'],
  password: ['Formward-demo-1!'],
  locale: ['en', 'cy'],
  language: ['cy'],
  timezone: ['Europe/London'],
  version: ['1'],
  body: ['Dear ((firstName)), please open ((link))'],
  specialty: ['100', ''],
  search: ['a', 'ho', '999', 'grace hopper'],
  host: ['127.0.0.1'],
  port: [587],
  fromAddress: ['forms@example.com'],
  replyTo: ['forms@example.com', ''],
  // Refused when it is called, so that no test leaves this machine.
  address: ['https://127.0.0.1/events'],
  apiKey: ['test-11111111-2222-4333-8444-555555555555-aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'],
  smsTemplateId: ['0d1e2f30-0000-4000-8000-000000000001'],
  emailTemplateId: ['0d1e2f30-0000-4000-8000-000000000002', ''],
  smsSenderId: [''],
  emailReplyToId: [''],
  nhsAppPlanId: ['0d1e2f30-0000-4000-8000-000000000003', ''],
  smsPlanId: [''],
  emailPlanId: [''],
}
const days = ['2026-01-01', '2024-02-29', '2100-01-01', '2000-12-31', '0000-01-01', '0001-01-01', '9999-12-31']
const moments = ['2026-12-01T09:00:00Z', '0000-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59']

/** Whether only the data gives the names of the fields, such as the languages of translations. None of these is required. */
const isMap = ({ $ref, ...schema }: Json, root: Json): boolean => {
  const named = $ref && root.$defs?.[$ref.split('/').at(-1)!]
  return named ? isMap(named, root) : schema.type === 'object' && !schema.properties
}

/** A value that the schema describes, made of these ids. */
function fit(schema: Json, at: Made): fc.Arbitrary<unknown> {
  const inside = (one: Json, key = at.key) => fit(one, { ...at, key, depth: at.depth + 1 })
  const { type, format, minimum = 1, maximum = 30, properties } = schema
  const options = schema.anyOf ?? schema.oneOf
  if (at.depth > 8) return fc.constant(null)
  if (schema.$ref) return inside(at.root.$defs?.[schema.$ref.split('/').at(-1)!] ?? at.root)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (options) return fc.oneof(...options.map((one) => inside(one)))
  if (properties) {
    const fields = Object.fromEntries(
      Object.entries(properties).flatMap(([key, one]) => (isMap(one, at.root) ? [] : [[key, inside(one, key)]])),
    )
    const needed = [...(schema.required ?? []), ...Object.keys(fitting)].filter((key) => key in fields)
    const made = fc.record(fields, { requiredKeys: needed })
    // The questions of a form seldom fit each other.
    return at.key === 'draft' ? fc.oneof({ weight: 3, arbitrary: fc.constant({ questions: [] }) }, { weight: 1, arbitrary: made }) : made
  }
  // A list of words holds each once.
  if (type === 'array' && schema.items?.enum) return fc.uniqueArray(inside(schema.items), { minLength: 1, maxLength: 3 })
  if (type === 'array') return fc.array(inside(schema.items ?? {}), { minLength: 1, maxLength: 3 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (fitting[at.key]) return fc.constantFrom(...fitting[at.key]!)
  if (type === 'integer' || type === 'number') return fc.integer({ min: Math.max(0, minimum), max: Math.min(30, maximum) })
  if (format === 'uuid' || at.key === 'id') return fc.constant(at.idOf(at.key))
  if (format === 'date') return fc.constantFrom(...days)
  if (format === 'date-time') return fc.constantFrom(...moments)
  return fc.constantFrom('Words', 'Some words', 'en')
}

const descriptions = new WeakMap<z.ZodType, Json>()
/** Every role is sent to every endpoint: each schema is written out once. */
function described(schema: z.ZodType) {
  const root = descriptions.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json)
  descriptions.set(schema, root)
  return root
}

const parts = ['params', 'query', 'body'] as const
export type GeneratedInput = Record<(typeof parts)[number], Record<string, unknown>>

/** Valid input for an endpoint, with these ids. */
export function fittingInput(ids: Ids, group: string, route: Route): fc.Arbitrary<GeneratedInput> {
  const [params, query, body] = parts.map((part) => {
    const schema = route[part]
    if (!schema || typeof schema === 'string') return fc.constant({})
    const root = described(schema)
    return fit(root, { idOf: (key) => idAt(ids, group, route, key), root, key: '', depth: 0 })
  })
  return fc.record({ params: params!, query: query!, body: body! }) as fc.Arbitrary<GeneratedInput> // objects all three, in every contract
}

const hostileText = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e',
  '😀'.repeat(300),
  'x'.repeat(10_000),
  '('.repeat(5_000),
  '%',
  '%00',
  "'; drop table patients; --",
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '((firstName))',
  '((',
  '=1+1',
  'NaN',
  '-1',
  '1e309',
  '0000-01-01',
  '2026-02-30',
  '9999-12-31T23:59:59-23:59',
  '\\',
  '%_%',
  'İ',
  '٣٣٣',
  'a@b',
  '11111111-1111-4111-8111-111111111111',
  '00000000-0000-0000-0000-000000000000',
]
const hostileThings = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[]],
  [null],
  { a: { b: { c: {} } } },
  { length: 5 },
]
const hostile = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...hostileText) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostileThings) },
  // `fc.string({ unit: 'binary' })` would first look at each of a million characters, for a shrinking that sampling does not do.
  fc.array(fc.nat(0x10ffff), { maxLength: 10 }).map((points) => String.fromCodePoint(...points)),
  fc.constant(Array.from({ length: 3_000 }, () => 'x')),
)

const placesOf = (value: unknown): [Record<string, unknown>, string][] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => [[value as Record<string, unknown>, key], ...placesOf(inner)])
    : []

/** The same, mostly with one invalid part. */
export const hostileInput = (ids: Ids, group: string, route: Route): fc.Arbitrary<GeneratedInput> =>
  fc.tuple(fittingInput(ids, group, route), fc.option(fc.tuple(fc.nat(), hostile), { freq: 3 })).map(([input, wrong]) => {
    const copy = structuredClone(input)
    const places = placesOf(copy).filter(([place]) => place !== copy)
    const [place, key] = (wrong && places[wrong[0] % Math.max(1, places.length)]) ?? []
    if (wrong && place && key !== undefined) place[key] = wrong[1]
    return copy
  })

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { roles, type Role } from '#domain/roles.ts'
import { endpoints, isAllowed, send, type Endpoint } from '#test/endpoints.ts'
import { fittingInput, type GeneratedInput } from '#test/generated-input.ts'
import { openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { wholeOrganisation, type Ids } from '#test/whole-organisation.ts'

import { snapshotOf } from './snapshot.ts'

// The roles of an organisation; who runs the system belongs to none.
const staffRoles = roles.filter((role) => role !== 'Forms SysAdmin')

const made = new WeakMap<Ids, Map<Endpoint, GeneratedInput[]>>()
/** A few inputs that fit it, the same for everybody. */
function inputsOf(endpoint: Endpoint, ids: Ids) {
  const ofIds = made.get(ids) ?? new Map<Endpoint, GeneratedInput[]>()
  made.set(ids, ofIds)
  const known = ofIds.get(endpoint)
  if (known) return known
  const sampled = fc.sample(fittingInput(ids, endpoint.group, endpoint.route), { numRuns: 3, seed: 11 })
  // Where only an id is asked for, all are alike: a PDF need not be made three times.
  const inputs = [...new Map(sampled.map((input) => [JSON.stringify(input), input])).values()]
  ofIds.set(endpoint, inputs)
  return inputs
}

type Refusal = { code: string } | { issue: { details: { coding: { code: string }[] } }[] }
/** The code of a problem, also in the form that FHIR has for refusals. */
const codeOf = (body: unknown) => {
  const refusal = body as Refusal // one of the two forms of a refusal
  return 'issue' in refusal ? refusal.issue[0]?.details.coding[0]?.code : refusal.code
}

/** What an endpoint answers to some inputs that fit it: each answer once, as `200` or `404 not_found`, and everything it said. */
async function ask(endpoint: Endpoint, ids: Ids, subject?: string, headers?: Record<string, string>) {
  const answers = new Set<string>()
  let said = ''
  for (const input of inputsOf(endpoint, ids)) {
    const { statusCode, headers: sent, body } = await send(endpoint, input, subject, headers)
    const isProblem = statusCode >= 400 && /problem\+json|fhir\+json/.test(String(sent['content-type']))
    answers.add(isProblem ? `${statusCode} ${codeOf(JSON.parse(body))}` : String(statusCode))
    said += body
  }
  return { answer: [...answers].toSorted().join(', '), said }
}

const notSignedIn = ({ route }: Endpoint) => (route.permission === 'signed address' ? '404 not_found' : '401 not_signed_in')
const namesOne = ({ route }: Endpoint) => /:/.test(route.path) || route.when === 'id'

describe('Every endpoint', () => {
  test('callers who are not signed in, were removed, or have a patient’s link are refused everywhere, with one status and code (ORG-7, ROLE-4)', async () => {
    const { ward, ids } = await wholeOrganisation()
    const removed = await ward.staff('Admin')
    await ward.query('update members set is_active = false where id = $1', [removed.id])
    const before = await snapshotOf(ward)
    const callers: [string, string | undefined, Record<string, string>][] = [
      ['nobody', undefined, {}],
      ['a removed member', removed.subject, {}],
      ['a subject without a member', crypto.randomUUID(), {}],
      ['a patient', undefined, { cookie: 'patient=secret; session=secret', authorization: 'Bearer secret' }],
    ]
    const wrong: string[] = []
    for (const endpoint of endpoints)
      for (const [name, subject, headers] of callers) {
        const { answer } = await ask(endpoint, ids, subject, headers)
        if (answer !== notSignedIn(endpoint)) wrong.push(`${endpoint.name} to ${name}: ${answer}`)
      }

    expect(wrong).toEqual([])
    expect(await snapshotOf(ward)).toEqual(before)
  })

  test('in their own organisation each role is allowed what the matrix says, and gets 401 everywhere else (ROLE-2, ROLE-4)', async () => {
    const { ward, ids } = await wholeOrganisation()
    const wrong: string[] = []
    for (const role of roles) {
      const { subject } = role === 'Forms SysAdmin' ? await systemAdministrator() : await ward.staff(role)
      for (const endpoint of endpoints) {
        if (endpoint.route.permission === 'signed address') continue
        const { answer } = await ask(endpoint, ids, subject)
        const isRefused = answer === '401 not_permitted'
        if (isRefused === isAllowed(endpoint.route, role) || (!isRefused && /401|403/.test(answer)))
          wrong.push(`${endpoint.name} to ${role}: ${answer}`)
      }
    }

    expect(wrong).toEqual([])
  })

  const inItsBody: Record<string, RegExp> = {
    // Who is to have it is looked up first, and is no colleague.
    'requests.assign': /^400 invalid_request$/,
    // The file is read before the form is looked up, and this one cannot be read.
    'formTranslations.review': /^400 invalid_file$/,
    // It names the organisation, as a path does.
    'reports.create': /^403 not_a_member$/,
    'reportSchedules.create': /^403 not_a_member$/,
  }

  /** The response to a member of another organisation who knows every id of this one. */
  function toldAStranger(endpoint: Endpoint, role: Role) {
    const { route } = endpoint
    if (route.permission === 'signed address') return /^404 not_found$/
    if (!isAllowed(route, role)) return /^401 not_permitted$/
    if (inItsBody[endpoint.name]) return inItsBody[endpoint.name]!
    if (route.organisation) return /^(400 invalid_request, )?403 not_a_member$/
    if (namesOne(endpoint)) return /^(400 invalid_request, )?404 not_found$/
    // Lists hold what is their own; what names somebody in its body finds nobody.
    return /^(?!.*(401|403|500)).*$/
  }

  /** What a member of another organisation is told or can change who knows every id of this one. */
  async function askAsStranger() {
    const { ward, ids, words } = await wholeOrganisation()
    const elsewhere = await openOrganisation()
    const nothing = Object.fromEntries(Object.keys(ids).map((key) => [key, crypto.randomUUID()])) as Ids // the same keys
    const before = await snapshotOf(ward)
    const wrong: string[] = []
    for (const role of staffRoles) {
      const [one, other] = [await elsewhere.staff(role), await elsewhere.staff(role)]
      for (const endpoint of endpoints) {
        const { answer, said } = await ask(endpoint, ids, one.subject)
        if (!toldAStranger(endpoint, role).test(answer)) wrong.push(`${endpoint.name} to ${role}: ${answer}`)
        wrong.push(...words.filter((word) => said.includes(word)).map((word) => `${endpoint.name} to ${role} says ${word}`))
        // Ids that nobody has are answered in the same way.
        const { answer: toMadeUp } = await ask(endpoint, nothing, other.subject)
        if (toMadeUp !== answer) wrong.push(`${endpoint.name} to ${role}: ${answer}, but ${toMadeUp} for ids that do not exist`)
      }
    }
    const after = await snapshotOf(ward)
    const changed = Object.keys(before).filter((table) => before[table] !== after[table])
    return [...wrong, ...changed.map((table) => `${table} was changed`)]
  }

  test('a member of another organisation who knows every id gets 403 for the organisation and 404 for its records, whether they exist or not (ORG-7, ROLE-4)', async () => {
    expect(await askAsStranger()).toEqual([])
  })

  test('a system administrator is refused an organisation that does not exist, without a server error (SAFE-3, ORG-4)', async () => {
    const { ids } = await wholeOrganisation()
    const madeUp = Object.fromEntries(Object.keys(ids).map((key) => [key, crypto.randomUUID()])) as Ids // the same keys
    const { subject } = await systemAdministrator()
    const wrong: string[] = []
    for (const endpoint of endpoints.filter(({ route }) => route.organisation && isAllowed(route, 'Forms SysAdmin'))) {
      const { answer } = await ask(endpoint, madeUp, subject)
      if (!/^((400 invalid_request|404 not_found)(, )?)+$/.test(answer)) wrong.push(`${endpoint.name}: ${answer}`)
    }

    expect(wrong).toEqual([])
  })

  // The last of this file, because its database has no policies afterwards.
  test('without row-level security, a member of another organisation is still told nothing and changes nothing (ORG-7, OPS-5)', async () => {
    const { query } = await openOrganisation()
    const tables = await query(
      `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity`,
    )
    for (const { name } of tables) await query(`alter table ${String(name)} disable row level security`)

    expect(tables.length).toBeGreaterThan(80)
    expect(await askAsStranger()).toEqual([])
  })
})

import { beforeAll, expect, test } from 'vitest'

import type { RequestGroupings } from '#contract/requests.ts'
import type { RequestSummary } from '#contract/request.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

type List = { docs: RequestSummary[]; totalDocs: number; groupings: RequestGroupings }

let ward: TestOrganisation
let clerk: Awaited<ReturnType<TestOrganisation['staff']>>
let colleague: Awaited<ReturnType<TestOrganisation['staff']>>
let formIds: string[]
let patients: { id: string; nhsNumber: string | null }[]
const names = new Map<string, string>()

/** Five requests that differ in everything a filter asks about. */
beforeAll(async () => {
  ward = await openOrganisation()
  clerk = await ward.staff()
  colleague = await ward.staff('User', { firstName: 'Ravi', lastName: 'Menon' })
  formIds = [(await aForm(ward, 'PHQ-9')).id, (await aForm(ward, 'Waiting list')).id]
  patients = [
    await aPatient(ward, { firstName: 'Amélie', lastName: 'Smith-Jones', localPatientId: 'MRN-77' }),
    await aPatient(ward, { firstName: 'Tom', lastName: 'Blacksmith' }),
  ]
  const of = async (name: string, seed: Parameters<typeof aRequest>[1]) => {
    names.set((await aRequest(ward, { patientId: patients[0]!.id, formId: formIds[0]!, ...seed })).id, name)
  }
  await of('a', { status: 'unopened', specialty: '100', method: 'sms', location: 'Ward 4B', createdAt: '2026-03-01T12:00:00Z' })
  await of('b', {
    status: 'opened',
    specialty: '320',
    method: 'email',
    event: 'Clinic 3 May',
    isUrgent: true,
    createdAt: '2026-06-30T23:30:00Z',
  })
  await of('c', { status: 'completed', specialty: '320', assigneeId: clerk.id, completedAt: '2026-07-05T09:00:00Z', pathwayId: 'PW-10' })
  await of('d', { status: 'closed', assigneeId: colleague.id, location: 'Ward 4B', patientId: patients[1]!.id, formId: formIds[1]! })
  await of('e', {
    status: 'expired',
    method: 'nhs_app',
    location: 'Day Surgery',
    patientId: patients[1]!.id,
    formId: formIds[1]!,
    pathwayId: 'PW-11',
  })
})

const list = async (query: string): Promise<List> => (await clerk.get(`/api/forms/request?sort=createdAt&limit=100&${query}`)).json()
const shown = async (query: string) => {
  const { docs, totalDocs } = await list(query)
  expect([query, totalDocs]).toEqual([query, docs.length])
  return docs
    .map(({ id }) => names.get(id) ?? '?')
    .toSorted()
    .join('')
}

test('REQ-1 each filter shows what it says, alone and with several values', async () => {
  const expected: Record<string, string> = {
    '': 'abcde',
    'filters[status]=opened': 'b',
    'filters[status][0]=opened&filters[status][1]=closed': 'bd',
    'filters[specialty]=320': 'bc',
    [`filters[formId]=${formIds[1]}`]: 'de',
    [`filters[formId][0]=${formIds[0]}&filters[formId][1]=${formIds[1]}`]: 'abcde',
    'filters[assignee]=me': 'c',
    'filters[assignee]=none': 'abe',
    'filters[assignee]=COLLEAGUE': 'd',
    'filters[assignee][0]=me&filters[assignee][1]=none': 'abce',
    'filters[method][0]=email&filters[method][1]=nhs_app': 'be',
    'filters[location]=Ward 4B': 'ad',
    'filters[event]=Clinic 3 May': 'b',
    'filters[urgent]=true': 'b',
    'filters[urgent]=false': 'acde',
    [`filters[patientId]=${patients[1]!.id}`]: 'de',
    'filters[submittedFrom]=2026-07-05&filters[submittedTo]=2026-07-05': 'c',
  }
  for (const [query, letters] of Object.entries(expected)) {
    const asked = query.replace('COLLEAGUE', colleague.id)
    expect([asked, await shown(asked)]).toEqual([asked, letters])
  }
})

test('REQ-1 a day is a day of the British calendar: half past eleven at night by Greenwich is tomorrow in summer', async () => {
  expect(await shown('filters[createdFrom]=2026-07-01&filters[createdTo]=2026-07-01')).toBe('b')
  expect(await shown('filters[createdFrom]=2026-06-30&filters[createdTo]=2026-06-30')).toBe('')
  expect(await shown('filters[createdTo]=2026-03-01')).toBe('a')
})

test('REQ-1 searching finds by words of the name in any order and without accents, by numbers, local id and pathway, as one types', async () => {
  const nhsNumber = patients[1]!.nhsNumber!
  const expected: Record<string, string> = {
    smith: 'abc',
    'AMELIE smi': 'abc',
    'smith amé': 'abc',
    jones: 'abc',
    bl: 'de',
    blacksmith: 'de',
    acksmi: '',
    'tom jones': '',
    [nhsNumber]: 'de',
    [`${nhsNumber.slice(0, 3)} ${nhsNumber.slice(3, 6)} ${nhsNumber.slice(6)}`]: 'de',
    'MRN-7': 'abc',
    'pw-11': 'e',
    'PW-1': 'ce',
    '100%': '',
    "_mith'; --": '',
  }
  for (const [text, letters] of Object.entries(expected))
    expect([text, await shown(`filters[search]=${encodeURIComponent(text)}`)]).toEqual([text, letters])
})

test('REQ-1 groupings count what each value would show with the other filters in force', async () => {
  const { groupings, totalDocs } = await list('filters[status]=opened&filters[specialty]=320')

  expect(totalDocs).toBe(1)
  expect(groupings.status).toEqual({ unopened: 0, opened: 1, completed: 1, sent_in_error: 0, auto_closed: 0, closed: 0, expired: 0 })
  expect(groupings.specialty).toEqual([{ value: '320', label: '320 Cardiology', count: 1 }])
  expect(groupings.urgent).toBe(1)
  expect(groupings.method).toEqual([
    { value: 'sms', label: 'SMS', count: 0 },
    { value: 'email', label: 'Email', count: 1 },
    { value: 'nhs_app', label: 'NHS App', count: 0 },
  ])
})

test('REQ-1 without a filter the groupings of each kind add up to the total, in words', async () => {
  const { groupings, totalDocs } = await list('')

  expect(totalDocs).toBe(5)
  expect(Object.values(groupings.status).reduce((sum, n) => sum + n)).toBe(5)
  expect(groupings.form).toEqual([
    { value: formIds[0], label: 'PHQ-9', count: 3 },
    { value: formIds[1], label: 'Waiting list', count: 2 },
  ])
  expect(groupings.assignee.map(({ label, count }) => [label, count])).toEqual(
    expect.arrayContaining([
      ['Unassigned', 3],
      ['Ada Byron', 1],
      ['Ravi Menon', 1],
    ]),
  )
  expect(groupings.location.map(({ label, count }) => `${label} ${count}`)).toEqual(['Ward 4B 2', 'Day Surgery 1'])
})

test('REQ-1 every count of a grouping is the total of the list that choosing it opens', async () => {
  const base = 'filters[search]=smith'
  const { groupings } = await list(base)
  const links = [
    ...Object.entries(groupings.status).map(([value, count]) => ['status', value, count] as const),
    ...(['specialty', 'assignee', 'method', 'location', 'event'] as const).flatMap((name) =>
      groupings[name].map(({ value, count }) => [name, value, count] as const),
    ),
    ...groupings.form.map(({ value, count }) => ['formId', value, count] as const),
    ['urgent', 'true', groupings.urgent] as const,
  ]
  for (const [filter, value, count] of links) {
    const { totalDocs } = await list(`${base}&filters[${filter}]=${encodeURIComponent(value)}`)
    expect([filter, value, totalDocs]).toEqual([filter, value, count])
  }
})

test('REQ-1 a chosen value stays in sight where the other filters leave nothing of it', async () => {
  const { groupings, totalDocs } = await list(`filters[location]=Ward 4B&filters[status]=opened&filters[formId]=${formIds[1]}`)

  expect(totalDocs).toBe(0)
  expect(groupings.location).toContainEqual({ value: 'Ward 4B', label: 'Ward 4B', count: 0 })
  expect(groupings.form).toContainEqual({ value: formIds[1], label: 'Waiting list', count: 0 })
})

test('NOT-6 REQ-1 those whose last message did not arrive are found, until a later one goes out', async () => {
  const own = await openOrganisation()
  const reader = await own.staff()
  const [failed, sent] = [await aRequest(own), await aRequest(own)]
  const message = (requestId: string, category: string, status: string) =>
    own.query(`insert into notifications (organisation_id, request_id, category, method, status) values ($1, $2, $3, 'sms', $4)`, [
      own.id,
      requestId,
      category,
      status,
    ])
  await message(failed.id, 'request_created', 'failed')
  await message(sent.id, 'request_created', 'sent')
  const unreached = async () => (await reader.get('/api/forms/request?filters[notReached]=true')).json<List>().docs.map(({ id }) => id)

  expect(await unreached()).toEqual([failed.id])
  await message(failed.id, 'request_reminder', 'queued')
  expect(await unreached()).toEqual([failed.id])
  await own.query(`update notifications set status = 'delivered' where request_id = $1 and category = 'request_reminder'`, [failed.id])
  expect(await unreached()).toEqual([])
})

import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { inOrganisation } from '#server/platform/database.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

const moment = '2026-11-01T10:00:00Z'
const completed = { status: 'completed', openedAt: moment, completedAt: moment } as const

async function anOutcome(own: TestOrganisation, name: string, { formId, isInUse = true }: { formId?: string; isInUse?: boolean } = {}) {
  const id = randomUUID()
  await own.query('insert into outcomes (organisation_id, id, name, position, is_in_use) values ($1, $2, $3, 1, $4)', [
    own.id,
    id,
    name,
    isInUse,
  ])
  if (formId) await own.query('insert into outcome_forms (organisation_id, outcome_id, form_id) values ($1, $2, $3)', [own.id, id, formId])
  return id
}

const close = ({ id }: { id: string }) => `/api/forms/request/${id}/close`
const outcome = ({ id }: { id: string }) => `/api/forms/request/${id}/outcome`
type Details = { status: string; outcome: object | null; notes: { text: string }[]; timeline: { kind: string; detail: object }[] }

async function opened() {
  const own = await openOrganisation()
  const ada = await own.staff()
  return { own, ada, read: async ({ id }: { id: string }) => (await ada.get(`/api/forms/request/${id}`)).json<Details>() }
}

describe('PATCH /request/:id/close with an outcome', () => {
  test('outcome and note are recorded with the closing, in timeline and audit log (REQ-7)', async () => {
    const { own, ada, read } = await opened()
    const [advised, request] = [await anOutcome(own, 'Advice given'), await aRequest(own, completed)]

    const closed = await ada.patch(close(request), { outcomeId: advised, note: ' Take ibuprofen. ' })

    expect(closed.json()).toMatchObject({ status: 'closed', outcome: { id: advised, name: 'Advice given' } })
    expect(await read(request)).toMatchObject({
      notes: [{ text: 'Take ibuprofen.' }],
      timeline: [{ kind: 'closed', detail: { outcome: 'Advice given' } }, { kind: 'note_added' }],
    })
    expect((await own.auditTrail()).map(({ event_type: type, detail }) => [type, detail])).toEqual(
      expect.arrayContaining([
        ['formRequestClosed', { outcome: 'Advice given' }],
        ['formRequestNoteAdded', {}],
      ]),
    )
  })

  test('an urgent form request is closed only with an outcome, and the refusal has its own code (REQ-7, SAFE-1)', async () => {
    const { own, ada, read } = await opened()
    const [advised, urgent] = [await anOutcome(own, 'Advice given'), await aRequest(own, { ...completed, isUrgent: true })]

    expect((await ada.patch(close(urgent), { outcomeId: advised })).json()).toMatchObject({ status: 409, code: 'confirmation_needed' })
    expect((await ada.patch(close(urgent), { confirmUrgent: true, note: 'Done' })).json()).toMatchObject({
      status: 409,
      code: 'outcome_needed',
      detail: 'This form request is urgent. Choose an outcome before you close the form request.',
    })
    expect(await read(urgent)).toMatchObject({ status: 'completed', notes: [], timeline: [] })
    expect((await ada.patch(close(urgent), { confirmUrgent: true, outcomeId: advised })).json()).toMatchObject({ status: 'closed' })
  })

  test('where no outcome is in use for the form, the confirmation alone closes an urgent form request (REQ-7)', async () => {
    const { own, ada } = await opened()
    await anOutcome(own, 'Old', { isInUse: false })
    await anOutcome(own, 'Surgery booked', { formId: (await aForm(own)).id })
    const urgent = await aRequest(own, { ...completed, isUrgent: true })

    expect((await ada.patch(close(urgent), { confirmUrgent: true })).json()).toMatchObject({ status: 'closed', outcome: null })
  })

  test('an outcome that is out of use, for another form or of another organisation is refused beside its field, and nothing is saved (REQ-7)', async () => {
    const { own, ada, read } = await opened()
    const [old, other] = [await anOutcome(own, 'Old', { isInUse: false }), await anOutcome(own, 'Knee', { formId: (await aForm(own)).id })]
    const foreign = await anOutcome(await openOrganisation(), 'Foreign')
    const request = await aRequest(own, completed)
    const refused = async (outcomeId: string) => (await ada.patch(close(request), { outcomeId, note: 'Typed' })).json()

    const noLonger = 'This outcome is no longer in use. Choose another outcome.'
    expect(await refused(old)).toMatchObject({ status: 400, errors: [{ field: 'outcomeId', message: noLonger }] })
    expect(await refused(foreign)).toMatchObject({ status: 400, errors: [{ field: 'outcomeId', message: noLonger }] })
    expect(await refused(other)).toMatchObject({
      errors: [{ field: 'outcomeId', message: 'This outcome is not for this form. Choose another outcome.' }],
    })
    expect(await read(request)).toMatchObject({ status: 'completed', notes: [], timeline: [] })
  })

  test('of two users who close a form request at the same time, one is refused and their note is not added (REQ-7, REQ-3)', async () => {
    const { own, ada, read } = await opened()
    const [advised, referred, request] = [
      await anOutcome(own, 'Advice given'),
      await anOutcome(own, 'Referred on'),
      await aRequest(own, completed),
    ]

    const answers = await Promise.all(
      [advised, referred].map((outcomeId) => ada.patch(close(request), { outcomeId, note: `note of ${outcomeId}` })),
    )

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const winner = [advised, referred][answers.findIndex(({ statusCode }) => statusCode === 200)]
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ detail: 'This form request has already ended (closed).' })
    expect(await read(request)).toMatchObject({ outcome: { id: winner }, notes: [{ text: `note of ${winner}` }] })
  })
})

describe('PATCH /request/:id/outcome', () => {
  test('an outcome is recorded and corrected after the closing; the timeline has both (REQ-7)', async () => {
    const { own, ada, read } = await opened()
    const [advised, referred] = [await anOutcome(own, 'Advice given'), await anOutcome(own, 'Referred on')]
    const request = await aRequest(own, { ...completed, status: 'closed' })

    await ada.patch(outcome(request), { outcomeId: advised })
    await ada.patch(outcome(request), { outcomeId: advised })
    expect((await ada.patch(outcome(request), { outcomeId: referred })).json()).toMatchObject({ outcome: { name: 'Referred on' } })

    expect((await read(request)).timeline).toMatchObject([
      { kind: 'outcome_set', detail: { outcome: 'Advice given' } },
      { kind: 'outcome_set', detail: { outcome: 'Referred on' } },
    ])
    expect((await own.auditTrail()).filter(({ event_type: type }) => type === 'formRequestOutcomeRecorded')).toMatchObject([
      { actor_id: ada.id, subject_id: request.id, patient_id: request.patientId },
      { detail: { outcome: 'Referred on' } },
    ])
  })

  test('an open form request has no outcome, and an urgent one keeps one (REQ-7)', async () => {
    const { own, ada } = await opened()
    const advised = await anOutcome(own, 'Advice given')

    expect((await ada.patch(outcome(await aRequest(own, completed)), { outcomeId: advised })).json()).toMatchObject({
      status: 409,
      detail: 'An outcome can be recorded only after the form request has been closed or has expired.',
    })
    const closed = await aRequest(own, { ...completed, status: 'closed', isUrgent: true })
    expect((await ada.patch(outcome(closed), { outcomeId: null })).json()).toMatchObject({ status: 400, errors: [{ field: 'outcomeId' }] })
    expect((await ada.patch(outcome(closed), {})).json()).toMatchObject({ errors: [{ message: 'Outcome is required.' }] })
  })

  test('a colleague’s form request is changed only by taking it over (REQ-3)', async () => {
    const { own, ada } = await opened()
    const marie = await own.staff()
    const advised = await anOutcome(own, 'Advice given')
    const request = await aRequest(own, { ...completed, status: 'closed', assigneeId: marie.id })

    expect((await ada.patch(outcome(request), { outcomeId: advised })).json()).toMatchObject({ code: 'taken_control' })
    expect((await ada.patch(outcome(request), { outcomeId: advised, takeOver: true })).json()).toMatchObject({ assignee: { id: ada.id } })
  })

  test('reopening removes the outcome, and the timeline keeps what was recorded (REQ-7)', async () => {
    const { own, ada, read } = await opened()
    const [advised, request] = [await anOutcome(own, 'Advice given'), await aRequest(own, completed)]
    await ada.patch(close(request), { outcomeId: advised })

    expect((await ada.patch(`/api/forms/request/${request.id}/reopen`)).json()).toMatchObject({ status: 'completed', outcome: null })
    expect((await read(request)).timeline).toMatchObject([{ kind: 'closed', detail: { outcome: 'Advice given' } }, { kind: 'reopened' }])
  })

  test('a renamed outcome keeps its old name on the form requests that have it (REQ-7)', async () => {
    const { own, ada, read } = await opened()
    const admin = await own.staff('Admin')
    const [advised, request] = [await anOutcome(own, 'Advice given'), await aRequest(own, completed)]
    await ada.patch(close(request), { outcomeId: advised })

    await admin.patch(`/api/tenants/tenant/${own.id}/outcomes/${advised}`, { name: 'Advised by phone' })

    expect((await read(request)).outcome).toEqual({ id: advised, name: 'Advice given' })
    const { groupings } = (await ada.get(`/api/forms/request?filters[outcome]=${advised}`)).json<{ groupings: { outcome: object[] } }>()
    expect(groupings.outcome).toContainEqual({ value: advised, label: 'Advised by phone', count: 1 })
  })
})

describe('Closing several form requests with an outcome', () => {
  test('PATCH /request records the outcome of each; urgent ones without one stay open (REQ-7, REQ-3)', async () => {
    const { own, ada, read } = await opened()
    const [advised, urgent, plain] = [
      await anOutcome(own, 'Advice given'),
      await aRequest(own, { ...completed, isUrgent: true }),
      await aRequest(own, completed),
    ]
    const patch = async (more: object) =>
      (await ada.patch('/api/forms/request', { status: 'closed', requests: [urgent.id, plain.id], confirmUrgent: true, ...more })).json()

    expect((await patch({})).results).toMatchObject([{ done: false, code: 'outcome_needed' }, { done: true }])
    expect((await patch({ outcomeId: advised })).results).toMatchObject([{ done: true }, { done: true, already: true }])
    expect([(await read(urgent)).outcome, (await read(plain)).outcome]).toMatchObject([{ id: advised }, null])
    expect(await patch({ status: 'completed', outcomeId: advised })).toMatchObject({ status: 400, errors: [{ field: 'outcomeId' }] })
  })

  test('POST /request/bulk closes all that match with the outcome, and says which forms do not have it (REQ-7)', async () => {
    const { own, ada, read } = await opened()
    await own.startWorkers()
    const [knee, mood] = [await aForm(own), await aForm(own)]
    const booked = await anOutcome(own, 'Surgery booked', { formId: knee.id })
    const [urgent, other] = [
      await aRequest(own, { ...completed, isUrgent: true, formId: knee.id }),
      await aRequest(own, { ...completed, formId: mood.id }),
    ]
    const begin = async (more: object) => {
      const { until, total } = (await ada.get('/api/forms/request/bulk/preview')).json<{ until: string; total: number }>()
      return (await ada.post('/api/forms/request/bulk', { act: 'close', until, expected: total, confirmUrgent: true, ...more })).json()
    }
    const ended = async (id: string) =>
      eventually(async () => {
        const change = (await ada.get(`/api/forms/request/bulk/${id}`)).json<{ status: string }>()
        return change.status === 'completed' && change
      })

    expect(await begin({ act: 'unassign', outcomeId: booked })).toMatchObject({ errors: [{ field: 'outcomeId' }] })
    const change = await begin({ outcomeId: booked })
    expect(change).toMatchObject({ outcome: { id: booked, name: 'Surgery booked' } })
    expect(await ended(change.id)).toMatchObject({ doneRequests: 1, refusedRequests: 1 })

    expect([(await read(urgent)).status, (await read(other)).status]).toEqual(['closed', 'completed'])
    expect((await read(urgent)).outcome).toMatchObject({ name: 'Surgery booked' })
    expect((await ada.get(`/api/forms/request/bulk/${change.id}/reasons`)).json().docs).toContainEqual({
      outcome: 'conflict',
      reason: 'This outcome is not for this form. Choose another outcome.',
      count: 1,
    })
    await own.query('update outcomes set is_in_use = false where id = $1', [booked])
    expect(await begin({ outcomeId: booked })).toMatchObject({ status: 400, errors: [{ field: 'outcomeId' }] })
  })
})

describe('GET /request with a filter for the outcome', () => {
  test('requests are filtered and counted by outcome and by having none, before and after counts are folded (REQ-7, REQ-1)', async () => {
    const { own, ada } = await opened()
    const [advised, referred] = [await anOutcome(own, 'Advice given'), await anOutcome(own, 'Referred on')]
    for (const outcomeId of [advised, advised, referred]) await ada.patch(close(await aRequest(own, completed)), { outcomeId })
    await aRequest(own)
    const list = async (query: string) =>
      (await ada.get(`/api/forms/request?${query}`)).json<{
        totalDocs: number
        docs: { outcome: { name: string } | null }[]
        groupings: { outcome: object[] }
      }>()

    const counted = [
      { value: advised, label: 'Advice given', count: 2 },
      { value: referred, label: 'Referred on', count: 1 },
      { value: 'none', label: 'No outcome', count: 1 },
    ]
    for (const folded of [false, true]) {
      if (folded) await inOrganisation(own.services.db, own.id, (tx) => sql`call fold_request_changes()`.execute(tx))
      for (const query of ['', `filters[outcome]=${advised}`, 'filters[search]=hopper'])
        expect((await list(query)).groupings.outcome, query).toEqual(expect.arrayContaining(counted))
      expect((await list(`filters[outcome]=${advised}`)).docs).toMatchObject([{ outcome: { name: 'Advice given' } }, {}])
      expect((await list('filters[outcome]=none')).totalDocs).toBe(1)
      expect((await list(`filters[outcome]=none&filters[outcome]=${referred}`)).totalDocs).toBe(2)
      expect((await list(`filters[outcome]=${advised}&filters[search]=hopper`)).totalDocs).toBe(2)
    }
    expect((await ada.get('/api/forms/request?filters[outcome]=me')).statusCode).toBe(400)
  })

  test('a user of some wards gets the counts of their wards (REQ-7, MEM-4)', async () => {
    const own = await openOrganisation({ wardAccess: 'assigned' })
    const ada = await own.staff('User')
    const [north, south] = await own.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [
      own.id,
    ])
    await own.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [own.id, ada.id, north!['id']])
    const advised = await anOutcome(own, 'Advice given')
    for (const ward of [north, south, south]) {
      const request = await aRequest(own, { patientId: (await aPatient(own, { wardId: String(ward!['id']) })).id })
      await own.query("update form_requests set status = 'closed', outcome_id = $2, outcome_name = 'Advice given' where id = $1", [
        request.id,
        advised,
      ])
    }

    const { totalDocs, groupings } = (await ada.get('/api/forms/request')).json<{ totalDocs: number; groupings: { outcome: object[] } }>()

    expect([totalDocs, groupings.outcome]).toEqual([1, [{ value: advised, label: 'Advice given', count: 1 }]])
    expect((await ada.get(`/api/forms/request?filters[outcome]=${advised}`)).json()).toMatchObject({ totalDocs: 1 })
  })
})

import { describe, expect, test } from 'vitest'

import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { actOnRequests, autoCloseRequests, completeRequest, flagRequest, openRequest } from '#server/requests/requests.ts'
import { endOverdueRequests } from '#server/requests/end-requests.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { recordAccepted, recordNotDelivered, recordReceived, recordSent } from '#server/timeline/timeline.ts'
import { type CheckedPatient, createPatients } from '#server/patients/patients.ts'
import { publishPatients } from '#server/platform/events.sql.ts'
import { orderDueEvents } from '#test/due-events.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { deleteOldEvents } from './events.sql.ts'

type Listed = { docs: { id: string; type: string; data: Record<string, string> }[]; cursor: string; isComplete: boolean; hasMore: boolean }
type Staff = Awaited<ReturnType<TestOrganisation['staff']>>

/** An organisation of which an integration client reads the events. */
async function openWithReader() {
  const own = await openOrganisation()
  await own.query(
    `insert into integration_clients (organisation_id, name, permissions, authentication, requests_per_minute, expires_on)
     values ($1, 'PAS', '{event:read}', 'secret', 60, '2099-01-01')`,
    [own.id],
  )
  return { own, ada: await own.staff('Admin'), ...stepsOf(own) }
}

const list = async (ada: Staff, query = '') => (await ada.get(`/api/tenants/events${query}`)).json<Listed>()

/** Types of the events since a cursor, in their order. */
async function typesAfter(own: TestOrganisation, ada: Staff, cursor = '0') {
  await orderDueEvents(own.services)
  const { docs, cursor: next } = await list(ada, `?after=${cursor}`)
  return { types: docs.map(({ type }) => type), cursor: next, docs }
}

/** A row of an import. */
const row = (localPatientId: string): CheckedPatient => ({
  nhsNumber: null,
  localPatientId,
  firstName: 'Rosalind',
  lastName: 'Franklin',
  dateOfBirth: '1960-07-25',
  sex: null,
  line1: null,
  line2: null,
  town: null,
  county: null,
  postcode: null,
  phoneNumber: null,
  emailAddress: null,
  preferredMethod: null,
  wardId: null,
})

const rowsOf = async (own: TestOrganisation, table: 'integration_events' | 'event_wakeups') =>
  Number((await own.query(`select count(*) from ${table} where organisation_id = $1`, [own.id]))[0]!['count'])

describe('The order of events', () => {
  test('an organisation whose events cannot be ordered holds up no other one (INT-3, SAFE-4)', async () => {
    const both = [await openWithReader(), await openWithReader()]
    for (const { own } of both) await aRequest(own)
    for (const { own, step } of both) await step((ctx) => publishPatients(ctx, 'patient.created', [own.id]))
    for (const { own } of both) {
      await own.query(`alter table event_feeds add constraint unusable check (organisation_id <> '${own.id}') not valid`)
      await orderDueEvents(own.services)
      await own.query('alter table event_feeds drop constraint unusable')
    }

    for (const { ada } of both) expect((await list(ada)).docs).toMatchObject([{ type: 'patient.created' }])
  })
})

describe('Events: which acts are told', () => {
  test('the acts on a form request, in their order (INT-3)', async () => {
    const { own, ada, step } = await openWithReader()
    const form = await aForm(own)
    const patient = await aPatient(own)
    const sending = { patientIds: [patient.id], formId: form.id, method: 'email' }
    const { ids } = (await ada.post('/api/forms/request', sending)).json<{ ids: [string] }>()
    const [id] = ids
    const message = { notificationId: crypto.randomUUID(), method: 'sms', category: 'request_created' } as const
    const another = { ...message, notificationId: crypto.randomUUID() }

    await step((ctx) => recordAccepted(ctx, 'Provider', [{ ...message, requestId: id }]))
    await step((ctx) => recordReceived(ctx, id, 'sent', message))
    await step((ctx) => recordReceived(ctx, id, 'delivered', message))
    await step((ctx) => recordSent(ctx, id, another))
    await step((ctx) => recordSent(ctx, id, { ...another, category: 'request_reminder' }))
    await step((ctx) => recordNotDelivered(ctx, id, another, 'No such number'))
    await step((ctx) => openRequest(ctx, id))
    await step((ctx) => completeRequest(ctx, id))
    await step((ctx) => flagRequest(ctx, id))
    const outcome = String(
      (await own.query(`insert into outcomes (organisation_id, name, position) values ($1, 'Called', 1) returning id`, [own.id]))[0]!['id'],
    )
    expect((await ada.patch(`/api/forms/request/${id}/close`, { confirmUrgent: true, outcomeId: outcome })).statusCode).toBe(200)
    expect((await ada.patch(`/api/forms/request/${id}/reopen`, {})).statusCode).toBe(200)

    const { types, docs } = await typesAfter(own, ada)
    expect(types.map((type) => type.replace('form_request.', ''))).toEqual([
      'created',
      'sent',
      'sent',
      'message_not_delivered',
      'opened',
      'submitted',
      'urgent_answer',
      'closed',
      'reopened',
    ])
    const address = `${own.services.config.PUBLIC_URL}/api/forms/request/${id}`
    for (const { data } of docs) expect(data).toEqual({ formRequestId: id, formId: form.id, patientId: patient.id, address })
  })

  test('form requests that expire, are marked as sent in error, or end with their patient (INT-3)', async () => {
    const { own, ada, step } = await openWithReader()
    await aRequest(own, { expiresAt: '2026-01-01T00:00:00Z' })
    const wrong = await aRequest(own)
    const dying = await aRequest(own)

    await step(endOverdueRequests)
    await step((ctx) => actOnRequests(ctx, [wrong.id], () => [{ kind: 'mark_sent_in_error' }], { takeOver: true, maySend: false }))
    await step((ctx) => autoCloseRequests(ctx, dying.patientId, 'deceased'))

    const { types } = await typesAfter(own, ada)
    expect(types).toEqual(['form_request.expired', 'form_request.cancelled', 'form_request.closed'])
  })

  test('patients who are added, changed, archived, restored and marked as deceased (INT-3)', async () => {
    const { own, ada } = await openWithReader()
    const body = {
      firstName: 'Rosalind',
      lastName: 'Franklin',
      dateOfBirth: '1960-07-25',
      localPatientId: 'H1',
      emailAddress: 'r@example.com',
    }
    const { id } = (await ada.post('/api/patients/patient', body)).json<{ id: string }>()
    const path = `/api/patients/patient/${id}`
    await ada.patch(path, { firstName: 'Rose' })
    await ada.patch(path, { optedOutMethods: ['email'] })
    await ada.delete(path)
    await ada.patch(path, { archived: false })
    await ada.patch(path, { deceased: true })

    const { types, docs } = await typesAfter(own, ada)
    expect(types.map((type) => type.replace('patient.', ''))).toEqual([
      'created',
      'updated',
      'updated',
      'archived',
      'restored',
      'updated',
      'deceased',
    ])
    expect(docs[0]!.data).toEqual({ patientId: id, address: `${own.services.config.PUBLIC_URL}/api/patients/patient?id=${id}` })
    expect(JSON.stringify(docs)).not.toMatch(/Rosalind|Franklin|1960-07-25|H1|example\.com/)
  })

  test('an act on many form requests or patients writes its events in one statement (INT-3)', async () => {
    const { own, ada, step } = await openWithReader()
    const [one, two, three] = [await aRequest(own), await aRequest(own), await aRequest(own)]

    await step((ctx) =>
      actOnRequests(ctx, [one.id, two.id, three.id], () => [{ kind: 'close', confirmUrgent: false }], { takeOver: true, maySend: false }),
    )
    expect([await rowsOf(own, 'integration_events'), await rowsOf(own, 'event_wakeups')]).toEqual([3, 1])
    await step((ctx) => createPatients(ctx, [row('H1'), row('H2')]))
    expect([await rowsOf(own, 'integration_events'), await rowsOf(own, 'event_wakeups')]).toEqual([5, 2])
    expect((await typesAfter(own, ada)).types).toEqual([
      ...Array<string>(3).fill('form_request.closed'),
      ...Array<string>(2).fill('patient.created'),
    ])
    expect(await rowsOf(own, 'event_wakeups')).toBe(0)
  })

  test('an act that is rolled back is no event, and nothing is written where nobody reads events (INT-3, SAFE-1)', async () => {
    const { own, ada, step } = await openWithReader()
    const silent = await openOrganisation()
    const request = await aRequest(own)

    await expect(
      step(async (ctx) => {
        await openRequest(ctx, request.id)
        throw new Error('the process was killed')
      }),
    ).rejects.toThrow('killed')
    const unread = await aRequest(silent)
    await stepsOf(silent).step((ctx) => openRequest(ctx, unread.id))

    expect((await typesAfter(own, ada)).types).toEqual([])
    expect([await rowsOf(silent, 'integration_events'), await rowsOf(silent, 'event_wakeups')]).toEqual([0, 0])
  })
})

describe('GET /events', () => {
  test('pages follow each other by the cursor, and a cursor without new events stays (INT-3)', async () => {
    const { own, ada, step } = await openWithReader()
    for (let n = 0; n < 5; n++) {
      const { id } = await aRequest(own)
      await step((ctx) => openRequest(ctx, id))
    }
    await orderDueEvents(own.services)

    const first = await list(ada, '?limit=2')
    const second = await list(ada, `?limit=2&after=${first.cursor}`)
    const third = await list(ada, `?limit=2&after=${second.cursor}`)
    const none = await list(ada, `?limit=2&after=${third.cursor}`)

    expect([first, second, third, none].map(({ docs, hasMore, isComplete }) => [docs.length, hasMore, isComplete])).toEqual([
      [2, true, true],
      [2, true, true],
      [1, false, true],
      [0, false, true],
    ])
    expect(none.cursor).toBe(third.cursor)
    expect(new Set([first, second, third].flatMap(({ docs }) => docs.map(({ id }) => id))).size).toBe(5)
    expect((await own.auditTrail()).filter(({ event_type }) => event_type === 'eventsRead')).toHaveLength(3)
  })

  test('an event that is committed after a later one comes after it, and is not missed (INT-3)', async () => {
    const { own, ada, step } = await openWithReader()
    const [slow, quick] = [await aRequest(own), await aRequest(own)]
    const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slowAct = inOrganisation(own.services.db, own.id, async (tx) => {
      await openRequest(workerContext(own.services, own.id, tx), slow.id)
      written.resolve()
      await released.promise
    })
    await written.promise
    await step((ctx) => openRequest(ctx, quick.id))

    const first = await typesAfter(own, ada)
    released.resolve()
    await slowAct
    const second = await typesAfter(own, ada, first.cursor)

    expect(first.docs.map(({ data }) => data['formRequestId'])).toEqual([quick.id])
    expect(second.docs.map(({ data }) => data['formRequestId'])).toEqual([slow.id])
  })

  test('events are removed after 30 days; the cursor stays valid and the answer says that events are missing (INT-3)', async () => {
    const { own, ada, step } = await openWithReader()
    for (let n = 0; n < 3; n++) {
      const { id } = await aRequest(own)
      await step((ctx) => openRequest(ctx, id))
    }
    await orderDueEvents(own.services)
    const { cursor } = await list(ada, '?limit=1')
    await own.query(`update integration_events set occurred_at = now() - interval '29 days' where organisation_id = $1`, [own.id])
    const remove = () => stepsOf({ ...own, id: systemOrganisationId }).step((ctx) => deleteOldEvents(ctx, 30, 100))
    await remove()
    expect((await list(ada, `?after=${cursor}`)).docs).toHaveLength(2)
    await own.query(`update integration_events set occurred_at = now() - interval '31 days' where organisation_id = $1`, [own.id])
    await remove()

    expect(await rowsOf(own, 'integration_events')).toBe(0)
    expect(await list(ada, `?after=${cursor}`)).toEqual({ docs: [], cursor: '3', isComplete: false, hasMore: false })
    expect(await list(ada, '?after=3')).toMatchObject({ docs: [], cursor: '3', isComplete: true })
    const later = await aRequest(own)
    await step((ctx) => openRequest(ctx, later.id))
    await orderDueEvents(own.services)
    expect(await list(ada, '?after=3')).toMatchObject({ docs: [{ type: 'form_request.opened' }], cursor: '4', isComplete: true })
    expect(await list(ada, `?after=${cursor}`)).toMatchObject({ cursor: '4', isComplete: false })
  })

  test('a cursor that was never given is refused, and other organisations and users see nothing (INT-3, ORG-7)', async () => {
    const { own, ada, step } = await openWithReader()
    const { id } = await aRequest(own)
    await step((ctx) => openRequest(ctx, id))
    await orderDueEvents(own.services)
    const stranger = await (await openOrganisation()).staff('Admin')

    for (const cursor of ['2', '999999999999999', '-1', 'x', "1'"])
      expect((await ada.get(`/api/tenants/events?after=${encodeURIComponent(cursor)}`)).json(), cursor).toMatchObject({
        status: 400,
        errors: [{ field: 'after', message: 'Cursor is not valid.' }],
      })
    expect((await ada.get('/api/tenants/events?limit=1001')).statusCode).toBe(400)
    expect(await list(stranger)).toMatchObject({ docs: [], cursor: '0' })
    expect((await (await own.staff('User')).get('/api/tenants/events')).json()).toMatchObject({ code: 'not_permitted' })
  })
})

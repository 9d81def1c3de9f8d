import { randomUUID } from 'node:crypto'

import qs from 'qs'
import { describe, expect, test } from 'vitest'

import type { patientTimeline } from '#contract/patient-timeline.ts'
import type { RouteResponse } from '#contract/route.ts'
import { timelineKinds } from '#domain/patient-timeline.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { mergeInto } from '#test/merging.ts'
import { nobody, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { rowsRead } from '#test/rows-read.ts'
import { sendMood } from '#test/scored-form.ts'

import { findPlaces } from './timeline-page.sql.ts'

type Page = RouteResponse<typeof patientTimeline.read>
type Staff = Awaited<ReturnType<TestOrganisation['staff']>>

const address = (patientId: string, query: object = {}) => `/api/patients/patient/${patientId}/timeline?${qs.stringify(query)}`
const read = async (staff: Staff, patientId: string, query: object = {}) => (await staff.get(address(patientId, query))).json<Page>()

async function readAll(staff: Staff, patientId: string, query: object) {
  const keys: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page = await read(staff, patientId, { ...query, ...(cursor && { cursor }) })
    keys.push(...page.docs.map(({ key }) => key))
    cursor = page.cursor
  }
  return keys
}

/** So many entries of each kind at the same moment, on two form requests. */
async function sameMoment(ward: TestOrganisation, patientId: string, count: number) {
  const member = await ward.staff('User')
  const requests = await Promise.all([0, 1].map(() => aRequest(ward, { patientId })))
  const moment = '2026-03-01T10:00:00.123456Z'
  for (const { id } of requests) {
    const values = [ward.id, id, moment, count]
    await ward.query(
      `insert into form_request_events (organisation_id, request_id, at, kind, actor_kind)
       select $1, $2, $3, 'opened', 'patient' from generate_series(1, $4)`,
      values,
    )
    await ward.query(
      `insert into notifications (organisation_id, request_id, category, method, status, created_at)
       select $1, $2, 'request_reminder', 'sms', 'delivered', $3 from generate_series(1, $4)`,
      values,
    )
    await ward.query(
      `insert into form_request_notes (organisation_id, request_id, text, created_by, created_at)
       select $1, $2, 'A note', $5, $3 from generate_series(1, $4)`,
      [...values, member.id],
    )
  }
  await ward.query(
    `insert into audit_events (organisation_id, at, event_type, actor_kind, actor_id, patient_id, subject_id)
     select $1, $3, 'patientUpdated', 'member', $5, $2, $2 from generate_series(1, $4)`,
    [ward.id, patientId, moment, count, member.id],
  )
}

describe('GET /patient/:id/timeline', () => {
  test('tells forms with scores, red flags and the first reader, messages, notes and changes of the record, newest first (PAT-2, REQ-8)', async () => {
    const ward = await openOrganisation()
    const [ada, grace] = [await ward.staff('User'), await ward.staff('User', { firstName: 'Grace', lastName: 'Hopper' })]
    const { patientId, requestId } = await sendMood(ward)
    await ada.get(`/api/forms/request/${requestId}`)
    await grace.get(`/api/forms/request/${requestId}`)
    await ada.post(`/api/forms/request/${requestId}/notes`, { text: `Phoned. ${'x'.repeat(400)}` })
    await ada.patch(`/api/forms/request/${requestId}/close`, { confirmUrgent: true })
    await ada.patch(`/api/patients/patient/${patientId}`, { phoneNumber: '07700900456' })
    await ada.patch(`/api/patients/patient/${patientId}`, { deceased: true })

    const { docs, cursor } = await read(ada, patientId)

    expect(cursor).toBeNull()
    const request = { id: requestId, formTitle: 'How are you?' }
    expect(docs).toMatchObject([
      { kind: 'record', event: 'patientUpdated', by: 'Ada Byron', detail: { fields: ['deceased'], deceased: true } },
      { kind: 'record', event: 'patientUpdated', by: 'Ada Byron', detail: { fields: ['phoneNumber'] } },
      { kind: 'forms', event: 'closed', by: 'Ada Byron', request, answers: null },
      { kind: 'notes', by: 'Ada Byron', request, isShortened: true, isCorrection: false, isCorrected: false },
      {
        kind: 'forms',
        event: 'completed',
        by: 'Patient',
        request,
        answers: {
          scores: [{ name: 'Mood', value: 7.5, band: 'Severe' }],
          redFlags: [{ name: 'Thoughts of self-harm' }, { name: 'Severe mood' }],
          firstRead: { by: 'Ada Byron' },
        },
      },
      { kind: 'forms', event: 'opened', by: 'Patient', request },
      { kind: 'messages', request, category: 'request_created', method: 'sms' },
    ])
    expect((await read(ada, patientId, { filters: { kind: ['notes', 'record'] } })).docs.map(({ kind }) => kind)).toEqual([
      'record',
      'record',
      'notes',
    ])
    const trail = await ward.auditTrail()
    expect(trail.at(-1)).toMatchObject({
      event_type: 'patientTimelineRead',
      actor_id: ada.id,
      subject_id: patientId,
      patient_id: patientId,
    })
  })

  test('pages repeat and drop no entry, also of entries that share a moment, with and without a filter (PAT-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const { id } = await aPatient(ward, { nhsNumber: null })
    await sameMoment(ward, id, 7)

    for (const filters of [{}, { kind: ['messages'] }, { kind: ['forms', 'record'] }]) {
      const whole = (await read(ada, id, { limit: 100, filters })).docs.map(({ key }) => key)
      expect(new Set(whole).size).toBe(whole.length)
      expect(await readAll(ada, id, { limit: 4, filters })).toEqual(whole)
    }
    expect((await read(ada, id, { limit: 100 })).docs).toHaveLength(49)
  })

  test('a page reads few rows of a patient with thousands of entries, and a long access log hides no change of the record (PERF-1, PAT-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const { id: patientId } = await aPatient(ward)
    const form = await aForm(ward)
    const insertEvents = (type: string, count: number, at: string) =>
      ward.query(
        `insert into audit_events (organisation_id, at, event_type, actor_kind, actor_id, patient_id, subject_id)
         select $1, $5::timestamptz + make_interval(secs => n), $2, 'member', $3, $4, $4 from generate_series(1, $6) n`,
        [ward.id, type, ada.id, patientId, at, count],
      )
    await insertEvents('patientDeleted', 1, '2026-01-01')
    await insertEvents('patientRead', 2_500, '2026-02-01')
    for (let n = 0; n < 100; n++) {
      const request = await aRequest(ward, { patientId, formId: form.id })
      await ward.query(
        `insert into form_request_events (organisation_id, request_id, at, kind, actor_kind)
         select $1, $2, '2026-03-01'::timestamptz + make_interval(days => $3, secs => n), 'opened', 'patient' from generate_series(1, 50) n`,
        [ward.id, request.id, n],
      )
    }
    const firstPage = (table: string) =>
      inOrganisation(ward.services.db, ward.id, (tx) =>
        rowsRead(tx, table, () =>
          findPlaces(workerContext(ward.services, ward.id, tx), { patientId, kinds: timelineKinds, start: undefined, limit: 50 }),
        ),
      )

    // Rows of the table and of its index are both counted.
    expect(await firstPage('audit_events')).toBeLessThan(2 * 2_001)
    expect(await firstPage('form_request_events')).toBeLessThan(2 * (100 + 51 * 51))
    expect(await readAll(ada, patientId, { limit: 50, filters: { kind: ['record'] } })).toHaveLength(1)
    expect(await readAll(ada, patientId, { limit: 100 })).toHaveLength(5_001)
  })

  test('entries of form requests that a merge moved are told with the record that stayed, and who read them first (PAT-4, PAT-2)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const { patientId: mergedId, requestId } = await sendMood(ward)
    await admin.get(`/api/forms/request/${requestId}`)
    const kept = await aPatient(ward, { firstName: 'Samira', lastName: 'Okafor', dateOfBirth: '1984-03-15' })
    await ward.query('update patients set nhs_number = null where id = $1', [mergedId])
    expect((await mergeInto(admin, kept.id, mergedId)).statusCode).toBe(200)

    const { docs } = await read(admin, kept.id)

    expect(docs[0]).toMatchObject({ kind: 'record', event: 'patientMerge', detail: { reason: 'registered_twice' } })
    expect(docs.find((entry) => entry.kind === 'forms' && entry.event === 'completed')).toMatchObject({
      request: { id: requestId },
      answers: { firstRead: { by: 'Ada Byron' } },
    })
    expect((await read(admin, mergedId)).docs.filter(({ kind }) => kind !== 'record')).toEqual([])
  })

  test('nobody reads the timeline of a patient of another organisation or ward, or with a cursor of another patient (ORG-7, MEM-4)', async () => {
    const [ward, elsewhere] = [await openOrganisation({ wardAccess: 'assigned' }), await openOrganisation()]
    const [admin, user] = [await ward.staff('Admin'), await ward.staff('User')]
    const { patientId } = await sendMood(ward)
    const { cursor } = await read(admin, patientId, { limit: 1 })
    const [row] = await ward.query("insert into wards (organisation_id, name) values ($1, 'North') returning id", [ward.id])
    const here = await aPatient(ward, { wardId: String(row!['id']) })
    const seen = await aRequest(ward, { patientId: here.id })
    await ward.query(
      `insert into form_request_events (organisation_id, request_id, kind, actor_kind) values ($1, $2, 'opened', 'patient')`,
      [ward.id, seen.id],
    )
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, user.id, row!['id']])

    expect((await read(user, here.id)).docs).toMatchObject([{ kind: 'forms', event: 'opened' }])
    expect((await user.get(address(patientId))).statusCode).toBe(404)
    expect((await (await elsewhere.staff('Admin')).get(address(patientId))).statusCode).toBe(404)
    expect((await (await nobody()).get(address(patientId))).statusCode).toBe(401)
    expect((await admin.get(address(randomUUID()))).statusCode).toBe(404)
    expect((await admin.get(address(here.id, { cursor }))).json()).toMatchObject({ status: 400, errors: [{ field: 'cursor' }] })
  })
})

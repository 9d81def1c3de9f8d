import readExcel from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import { dateOf, daysLater, formatDateTime } from '#domain/moments.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { decide, idsIn, sendWaitingListCheck } from '#test/waiting-list.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { extendRemovals } from './removals.sql.ts'
import { followRemovals } from './waiting-list.ts'

const address = '/api/forms/waiting-list'
const exportAddress = `${address}/final-removals/export`
const notOnList = { waiting: '0', contact: 'yes', help: 'none' }
const stillNeeded = { waiting: '2', needed: 'yes', changed: 'no_change', offers: 'none', contact: 'yes', help: 'none' }
const worse = { ...stillNeeded, changed: 'much_worse' }
const follow = (ward: TestOrganisation) => stepsOf(ward).step(followRemovals)
const stateOf = async (ward: TestOrganisation, requestId: string) =>
  (await ward.query('select state from waiting_list_removals where request_id = $1', [requestId]))[0]!['state']

/** A removal whose message left 20 days ago, so that it is final. */
async function makeFinal(ward: TestOrganisation, asked: Parameters<typeof sendWaitingListCheck>[1] = {}) {
  const clerk = await ward.staff('User')
  const sent = await sendWaitingListCheck(ward, asked)
  await sent.answer(notOnList)
  expect(await decide(clerk, 'not_on_list', 'removal_approved', [sent.requestId], 'Seen elsewhere')).toEqual({ done: 1, refused: [] })
  await ward.query(
    "update notifications set status = 'sent', sent_at = now() - interval '20 days', created_at = now() - interval '20 days' where request_id = $1 and category = 'removal_approved'",
    [sent.requestId],
  )
  await ward.query(
    "update waiting_list_removals set approved_at = approved_at - interval '20 days', final_at = final_at - interval '20 days' where request_id = $1",
    [sent.requestId],
  )
  await follow(ward)
  expect(await stateOf(ward, sent.requestId)).toBe('final')
  return { ...sent, clerk }
}

describe('A removal that is final', () => {
  test('is listed and counted to be taken off the list with what identifies the patient, until a user marks it, alone or with others (PTN-5, AUD-1)', async () => {
    const ward = await openOrganisation()
    const [one, two, three] = [await makeFinal(ward), await makeFinal(ward), await makeFinal(ward)]
    await ward.query("update patients set local_patient_id = 'RT-77' where id = $1", [one.patientId])
    const ids = [one, two, three].map(({ requestId }) => requestId)

    const { docs, queues } = (await one.clerk.get(`${address}?filters[queue]=take_off_list`)).json<{ docs: object[]; queues: object }>()
    expect(docs).toHaveLength(3)
    expect(docs[0]).toMatchObject({
      id: one.requestId,
      localPatientId: 'RT-77',
      approvedBy: 'Ada Byron',
      approvalReason: 'Seen elsewhere',
      finalAt: expect.stringContaining(dateOf(new Date())),
    })
    expect(queues).toMatchObject({ take_off_list: 3, removal_approved: 0 })

    const marie = await ward.staff('User', { firstName: 'Marie', lastName: 'Curie' })
    expect(await decide(marie, 'take_off_list', 'taken_off', [one.requestId], 'Done in the PAS')).toEqual({ done: 1, refused: [] })
    expect(await idsIn(marie, 'take_off_list')).toEqual(ids.slice(1))
    expect(await decide(one.clerk, 'take_off_list', 'taken_off', [one.requestId])).toMatchObject({
      done: 0,
      refused: [{ reason: expect.stringMatching(/^Already decided by Marie Curie at .*: Taken off the list\.$/) }],
    })
    const { asOf } = (await marie.get(`${address}?filters[queue]=take_off_list`)).json<{ asOf: string }>()
    const body = { queue: 'take_off_list', decision: 'taken_off', requests: { until: asOf, expected: 2 } }
    expect((await marie.post(`${address}/decide`, body)).json()).toEqual({ done: 2, refused: [] })
    await follow(ward)
    expect(await idsIn(marie, 'take_off_list'), 'nothing is listed again').toEqual([])
    expect(await stateOf(ward, one.requestId)).toBe('final')
    expect((await ward.auditTrail()).filter(({ detail }) => (detail as { decision?: string }).decision === 'taken_off')).toMatchObject(
      [one, two, three].map(() => ({ event_type: 'waitingListDecided', actor_id: marie.id, detail: { queue: 'take_off_list' } })),
    )
    const { timeline, waitingList } = (await marie.get(`/api/forms/request/${one.requestId}`)).json<Record<string, object[]>>()
    expect(timeline).toContainEqual(
      expect.objectContaining({
        kind: 'waiting_list_decided',
        by: 'Marie Curie',
        detail: { queue: 'take_off_list', decision: 'taken_off' },
      }),
    )
    expect(waitingList).toContainEqual(
      expect.objectContaining({ queue: 'take_off_list', done: expect.objectContaining({ by: 'Marie Curie', note: 'Done in the PAS' }) }),
    )
  })

  test('can be withdrawn while the patient is on the list, and the patient is listed to be told (PTN-5, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const { clerk, requestId } = await makeFinal(ward)
    expect(await decide(clerk, 'take_off_list', 'removal_withdrawn', [requestId])).toEqual({ done: 1, refused: [] })
    expect([await idsIn(clerk, 'take_off_list'), await idsIn(clerk, 'removal_withdrawn')]).toEqual([[], [requestId]])
    expect(await stateOf(ward, requestId)).toBe('withdrawn')
  })

  test('a patient who has answered that the appointment is still needed is neither exported nor recorded as taken off, and is listed if the answer comes after the record (PTN-5, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const [answered, late] = [await makeFinal(ward, { specialty: '320' }), await makeFinal(ward, { specialty: '320' })]
    const forms = []
    for (const { patientId } of [answered, late]) {
      const later = await sendWaitingListCheck(ward, { specialty: '320' })
      await ward.query('update form_requests set patient_id = $2 where id = $1', [later.requestId, patientId])
      forms.push(later)
    }
    await forms[0]!.answer(stillNeeded)

    const [{ data: rows } = { data: [] }] = await readExcel((await late.clerk.get(exportAddress)).rawPayload)
    expect(rows).toHaveLength(2)
    const reason = 'The patient has since answered that the appointment is still needed.'
    expect(await decide(late.clerk, 'take_off_list', 'taken_off', [answered.requestId, late.requestId])).toEqual({
      done: 1,
      refused: [{ id: answered.requestId, reason }],
    })
    await forms[1]!.answer(stillNeeded)
    await follow(ward)
    expect([await stateOf(ward, answered.requestId), await stateOf(ward, late.requestId)]).toEqual(['changed_mind', 'changed_mind'])
    expect((await idsIn(late.clerk, 'changed_mind')).toSorted()).toEqual([answered.requestId, late.requestId].toSorted())
    expect(await idsIn(late.clerk, 'take_off_list')).toEqual([])
  })

  test('a patient who answers later that the appointment is still needed is kept, but not by a form that was sent after they were taken off (PTN-5, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const [waits, off] = [await makeFinal(ward, { specialty: '320' }), await makeFinal(ward, { specialty: '320' })]
    expect((await decide(off.clerk, 'take_off_list', 'taken_off', [off.requestId])).done).toBe(1)
    for (const { patientId } of [waits, off]) {
      const later = await sendWaitingListCheck(ward, { specialty: '320' })
      await ward.query('update form_requests set patient_id = $2 where id = $1', [later.requestId, patientId])
      await later.answer(stillNeeded)
    }
    await follow(ward)
    expect([await stateOf(ward, waits.requestId), await stateOf(ward, off.requestId)]).toEqual(['changed_mind', 'final'])
    expect([await idsIn(waits.clerk, 'take_off_list'), await idsIn(waits.clerk, 'changed_mind')]).toEqual([[], [waits.requestId]])
  })

  test('nobody is recorded as taken off while the patient says that symptoms are worse (PTN-5, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const { clerk, requestId, patientId } = await makeFinal(ward)
    const later = await sendWaitingListCheck(ward)
    await ward.query('update form_requests set patient_id = $2 where id = $1', [later.requestId, patientId])
    const warned = async () =>
      (await clerk.get('/api/forms/waiting-list?filters[queue]=take_off_list')).json<{ docs: { saysWorse: boolean }[] }>().docs
    expect(await warned()).toMatchObject([{ saysWorse: false }])
    await later.answer({ ...worse, needed: 'unsure' })
    expect(await warned()).toMatchObject([{ saysWorse: true }])
    const reason = 'The patient has said that symptoms are worse. Review this first.'
    expect(await decide(clerk, 'take_off_list', 'taken_off', [requestId])).toEqual({ done: 0, refused: [{ id: requestId, reason }] })
  })

  test('a patient who says that symptoms are worse is not exported until a user has reviewed the answers (PTN-5, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const { clerk, patientId } = await makeFinal(ward)
    const exported = async () => {
      const [{ data: rows } = { data: [] }] = await readExcel((await clerk.get(exportAddress)).rawPayload)
      return rows.length - 1
    }
    expect(await exported()).toBe(1)
    const later = await sendWaitingListCheck(ward)
    await ward.query('update form_requests set patient_id = $2 where id = $1', [later.requestId, patientId])
    await later.answer({ ...worse, needed: 'unsure' })
    expect(await exported()).toBe(0)
    await decide(clerk, 'worse', 'reviewed', [later.requestId])
    expect(await exported()).toBe(1)
  })
})

describe('GET /waiting-list/final-removals/export', () => {
  test('has each patient who waits to be taken off, with who approved it and why, and names the patients in the audit log (PTN-5, AUD-4)', async () => {
    const ward = await openOrganisation()
    const [one, other, off] = [
      await makeFinal(ward, { specialty: '320' }),
      await makeFinal(ward, { specialty: '130' }),
      await makeFinal(ward, { specialty: '320' }),
    ]
    await decide(off.clerk, 'take_off_list', 'taken_off', [off.requestId])
    await ward.query("update patients set local_patient_id = '=1+1', nhs_number = '9990000018' where id = $1", [one.patientId])

    const file = await one.clerk.get(`${exportAddress}?specialty=320`)
    expect(file.headers['content-disposition']).toMatch(/take-off-the-list-[\d-]+\.xlsx/)
    const [{ data: rows } = { data: [] }] = await readExcel(file.rawPayload)
    expect(rows).toHaveLength(2)
    const row = Object.fromEntries(rows[0]!.map((header, at) => [String(header), rows[1]![at]]))
    expect(row).toMatchObject({
      'NHS number': '9990000018',
      'Local patient ID': '=1+1',
      Specialty: '320 Cardiology',
      'Approved by': 'Ada Byron',
      'Reason for the approval': 'Seen elsewhere',
    })
    expect(dateOf(row['Final on'] as unknown as Date)).toBe(dateOf(new Date()))
    const trail = await ward.auditTrail()
    expect(trail).toContainEqual(expect.objectContaining({ event_type: 'finalRemovalsExported', actor_id: one.clerk.id }))
    const read = await ward.query("select patient_ids from audit_events where organisation_id = $1 and event_type = 'patientsExported'", [
      ward.id,
    ])
    expect(read).toEqual([{ patient_ids: [one.patientId] }])
    const [{ data: all } = { data: [] }] = await readExcel((await other.clerk.get(exportAddress)).rawPayload)
    expect(all).toHaveLength(3)
  })

  test('as CSV it has the cells of the workbook, safe for spreadsheet programs, and names the patients in the audit log (PTN-5, EXP-2)', async () => {
    const ward = await openOrganisation()
    const { clerk, patientId } = await makeFinal(ward, { specialty: '320' })
    await ward.query("update patients set local_patient_id = '=1+1', nhs_number = '9990000018', last_name = 'Byron, Ada' where id = $1", [
      patientId,
    ])

    const file = await clerk.get(`${exportAddress}?specialty=320&format=csv`)

    expect(file.headers).toMatchObject({ 'content-type': 'text/csv' })
    expect(file.headers['content-disposition']).toMatch(/take-off-the-list-[\d-]+\.csv/)
    const [{ data: rows } = { data: [] }] = await readExcel((await clerk.get(`${exportAddress}?specialty=320`)).rawPayload)
    const [header, line, ...others] = file.payload.trimEnd().split('\r\n')
    expect(header).toBe(`\uFEFF${rows[0]!.join(',')}`)
    expect(line).toMatch(/^9990000018,'=1\+1,/)
    expect(line).toContain(',"Byron, Ada",')
    expect(others).toEqual([])
    expect((await ward.auditTrail()).filter(({ event_type: type }) => type === 'finalRemovalsExported')).toMatchObject([
      { detail: { format: 'csv' } },
      { detail: { format: 'xlsx' } },
    ])
    const read = await ward.query("select patient_ids from audit_events where organisation_id = $1 and event_type = 'patientsExported'", [
      ward.id,
    ])
    expect(read).toEqual([{ patient_ids: [patientId] }, { patient_ids: [patientId] }])
  })

  test('has no patient of another organisation or ward (PTN-5, MEM-4, ORG-7)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    await makeFinal(ward)
    const [{ data: foreign } = { data: [] }] = await readExcel((await (await elsewhere.staff('User')).get(exportAddress)).rawPayload)
    expect(foreign).toHaveLength(1)

    await ward.query("update organisations set ward_access = 'assigned' where id = $1", [ward.id])
    const [{ data: unseen } = { data: [] }] = await readExcel((await (await ward.staff('User')).get(exportAddress)).rawPayload)
    expect(unseen).toHaveLength(1)
    await ward.query("update organisations set ward_access = 'all' where id = $1", [ward.id])
    const [{ data: seen } = { data: [] }] = await readExcel((await (await ward.staff('User')).get(exportAddress)).rawPayload)
    expect(seen).toHaveLength(2)
  })
})

describe('The last day of a removal', () => {
  test('is so many calendar days later at the same time of day in London, also when the clocks change in between (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const sent = await sendWaitingListCheck(ward)
    await sent.answer(notOnList)
    await decide(clerk, 'not_on_list', 'removal_approved', [sent.requestId])
    for (const days of [30, 120, 200, 300]) {
      const before = new Date()
      await stepsOf(ward).step((ctx) => extendRemovals(ctx, [sent.requestId], days))
      const [{ final_at: finalAt } = {}] = await ward.query('select final_at from waiting_list_removals where request_id = $1', [
        sent.requestId,
      ])
      const expected = [daysLater(before, days), daysLater(new Date(), days)].map((at) => formatDateTime(at))
      expect(expected).toContain(formatDateTime(finalAt as Date))
    }
  })
})

import { describe, expect, test } from 'vitest'

import type { SendingPreview } from '#contract/requests.ts'
import { addDays, yearsBefore } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { nobody, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

const address = '/api/forms/request'
const today = () => dateOf(new Date())

async function aWaitingListForm(own: TestOrganisation) {
  const form = await aForm(own)
  await own.query("update forms set type = 'waiting_list' where id = $1", [form.id])
  return form
}

async function opened() {
  const own = await openOrganisation()
  return { own, clerk: await own.staff(), form: await aWaitingListForm(own) }
}

describe('POST /request with the day since when the patient has been waiting', () => {
  test('the day is kept with the form request, and shown in the list and on its page (PTN-5, REQ-5)', async () => {
    const { own, clerk, form } = await opened()
    const waitingSince = addDays(today(), -200)

    const sent = await clerk.post(address, { patientIds: [(await aPatient(own)).id], formId: form.id, waitingSince })

    const [id] = sent.json<{ ids: string[] }>().ids
    expect((await clerk.get(address)).json()).toMatchObject({ docs: [{ id, waitingSince }] })
    expect((await clerk.get(`${address}/${id}`)).json()).toMatchObject({ waitingSince, isWaitingListForm: true })
  })

  test('a day to come, a day more than 20 years ago and text that is no day are refused beside the field (PTN-5, VAL-1)', async () => {
    const { own, clerk, form } = await opened()
    const patientIds = [(await aPatient(own)).id]
    const cases: [string, string][] = [
      [addDays(today(), 1), 'Waiting since must not be in the future.'],
      [addDays(yearsBefore(today(), 20), -1), 'Waiting since is more than 20 years ago. Check the year.'],
      ['2026-02-30', expect.any(String)],
      ['soon', expect.any(String)],
    ]
    for (const path of [address, `${address}/preview`])
      for (const [waitingSince, message] of cases) {
        const refused = await clerk.post(path, { patientIds, formId: form.id, waitingSince })
        expect([waitingSince, refused.statusCode, refused.json().errors]).toEqual([waitingSince, 400, [{ field: 'waitingSince', message }]])
      }
    expect((await clerk.get(address)).json()).toMatchObject({ totalDocs: 0 })
  })

  test('a form of another type, and several patients at once, are refused (PTN-5)', async () => {
    const { own, clerk, form } = await opened()
    const [ada, ben] = [(await aPatient(own)).id, (await aPatient(own)).id]
    const errorsOf = async (patientIds: string[], formId: string) =>
      (await clerk.post(address, { patientIds, formId, waitingSince: today() })).json().errors
    expect(await errorsOf([ada], (await aForm(own)).id)).toEqual([
      { field: 'waitingSince', message: 'Waiting since can be given only for a form of the type “Waiting list”.' },
    ])
    expect(await errorsOf([ada, ben], form.id)).toEqual([
      {
        field: 'waitingSince',
        message: 'Waiting since can be given for one patient at a time. Import a spreadsheet to give the date for several patients.',
      },
    ])
  })

  test('a day other than the one that was reviewed is not sent, and a key is not used again with another day (REQ-5)', async () => {
    const { own, clerk, form } = await opened()
    const body = { patientIds: [(await aPatient(own)).id], formId: form.id, waitingSince: addDays(today(), -100) }
    const other = { ...body, waitingSince: addDays(today(), -99) }
    const { reviewed } = (await clerk.post(`${address}/preview`, body)).json<SendingPreview>()
    const key = '4b1e9f57-9f7f-4b42-8f4c-6f2f6f6f6f6f'

    expect((await clerk.post(address, { ...other, reviewed })).json()).toMatchObject({ status: 409, code: 'changed_since_review' })
    expect((await clerk.post(address, { ...body, reviewed, key })).statusCode).toBe(200)
    expect((await clerk.post(address, { ...other, key })).json()).toMatchObject({ status: 409 })
    expect((await clerk.get(address)).json()).toMatchObject({ totalDocs: 1 })
  })
})

describe('PATCH /request/:id/waiting-since', () => {
  const path = ({ id }: { id: string }) => `${address}/${id}/waiting-since`

  test('the day is corrected, with the old and the new day in timeline and audit log, once (PTN-5, AUD-1)', async () => {
    const { own, clerk, form } = await opened()
    const request = await aRequest(own, { formId: form.id, waitingSince: '2026-01-05' })

    for (const _ of [1, 2])
      expect((await clerk.patch(path(request), { waitingSince: '2026-01-12' })).json()).toMatchObject({ waitingSince: '2026-01-12' })
    expect((await clerk.patch(path(request), { waitingSince: null })).json()).toMatchObject({ waitingSince: null })

    const expected = [
      { before: '2026-01-05', after: '2026-01-12' },
      { before: '2026-01-12', after: null },
    ]
    const { timeline } = (await clerk.get(`${address}/${request.id}`)).json<{ timeline: { kind: string; detail: object }[] }>()
    expect(timeline.filter(({ kind }) => kind === 'waiting_since_set').map(({ detail }) => detail)).toEqual(expected)
    const trail = (await own.auditTrail()).filter(({ event_type }) => event_type === 'formRequestWaitingSinceSet')
    expect(trail.map(({ subject_id, detail }) => [subject_id, detail])).toEqual(expected.map((detail) => [request.id, detail]))
  })

  test('a day to come and a form of another type are refused, and an answered form request can be corrected (PTN-5)', async () => {
    const { own, clerk, form } = await opened()
    const moment = '2026-11-01T10:00:00Z'
    const answered = await aRequest(own, { formId: form.id, status: 'completed', openedAt: moment, completedAt: moment })
    const other = await aRequest(own)
    const errorsOf = async (request: { id: string }, waitingSince: unknown) => (await clerk.patch(path(request), { waitingSince })).json()
    expect(await errorsOf(answered, addDays(today(), 1))).toMatchObject({
      status: 400,
      errors: [{ field: 'waitingSince', message: 'Waiting since must not be in the future.' }],
    })
    expect(await errorsOf(answered, undefined)).toMatchObject({ status: 400 })
    expect(await errorsOf(other, '2026-01-05')).toMatchObject({ status: 400, errors: [{ field: 'waitingSince' }] })
    expect(await errorsOf(answered, '2026-01-05')).toMatchObject({ waitingSince: '2026-01-05' })
  })

  test('a colleague in control is asked about first; other organisations, other wards and signed-out callers change nothing (REQ-3, ORG-7, MEM-4)', async () => {
    const { own, clerk, form } = await opened()
    const colleague = await own.staff()
    const taken = await aRequest(own, { formId: form.id, assigneeId: colleague.id })
    const change = { waitingSince: '2026-01-05' }
    expect((await clerk.patch(path(taken), change)).json()).toMatchObject({ code: 'taken_control' })
    expect((await (await (await openOrganisation()).staff('Admin')).patch(path(taken), change)).statusCode).toBe(404)
    expect((await (await nobody()).patch(path(taken), change)).statusCode).toBe(401)
    await own.query("update organisations set ward_access = 'assigned' where id = $1", [own.id])
    expect((await clerk.patch(path(taken), { ...change, takeOver: true })).statusCode).toBe(404)
    expect(await own.query('select waiting_since from form_requests where id = $1', [taken.id])).toEqual([{ waiting_since: null }])
    await own.query("update organisations set ward_access = 'all' where id = $1", [own.id])
    expect((await clerk.patch(path(taken), { ...change, takeOver: true })).json()).toMatchObject({ ...change, assignee: { id: clerk.id } })
  })
})

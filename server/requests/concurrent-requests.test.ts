import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

describe('Form requests that change at the same time', () => {
  test('more simultaneous assignments than database connections all get a response (SAFE-3, REQ-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const requests = await Promise.all(Array.from({ length: 20 }, () => aRequest(ward)))

    const answers = await Promise.all(requests.map(({ id }) => ada.patch(`/api/forms/request/${id}/assign/${ada.id}`, {})))

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  test('a request named twice in one patch is acted on once (REQ-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const { id } = await aRequest(ward)

    const { results } = (await ada.patch('/api/forms/request', { requests: [id, id], status: 'closed' })).json<{ results: unknown[] }>()

    expect(results).toEqual([{ id, done: true }])
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(['formRequestClosed'])
  })

  test('a patient archived while a form is being sent to them is not left with an open request (REQ-5, PAT-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const form = await aForm(ward)
    const patients = await Promise.all(Array.from({ length: 10 }, () => aPatient(ward)))

    await Promise.all(
      patients.flatMap(({ id }) => [
        ada.post('/api/forms/request', { patientIds: [id], formId: form.id, method: 'sms' }),
        ada.delete(`/api/patients/patient/${id}`),
      ]),
    )

    expect(
      await ward.query(
        "select r.id from form_requests r join patients p on p.id = r.patient_id where p.organisation_id = $1 and p.is_archived and r.status = 'unopened'",
        [ward.id],
      ),
    ).toEqual([])
  })

  test('pressing twice, or repeating a call whose response was lost, sends once (REQ-5)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const form = await aForm(ward)
    const patients = await Promise.all(Array.from({ length: 3 }, () => aPatient(ward)))
    const wanted = { patientIds: patients.map(({ id }) => id), formId: form.id, method: 'sms', key: crypto.randomUUID() }

    const presses = await Promise.all([1, 2, 3].map(() => ada.post('/api/forms/request', wanted)))
    const later = await ada.post('/api/forms/request', wanted)
    const anew = await ada.post('/api/forms/request', { ...wanted, key: crypto.randomUUID() })

    const sent = [...presses, later].map((answer) => answer.json<{ ids: string[] }>().ids.toSorted().join())
    expect(new Set(sent).size).toBe(1)
    expect(anew.json<{ ids: string[] }>().ids.toSorted().join()).not.toBe(sent[0])
    expect(await ward.query('select count(*)::int as messages from notifications where organisation_id = $1', [ward.id])).toEqual([
      { messages: 6 },
    ])
  })
})

import { describe, expect, test } from 'vitest'

import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { eventually, openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'

describe('A form from its link to its confirmation', () => {
  test('a form is sent, the message arrives, its link is answered, and staff read the answers (REQ-5, NOT-3, PTN-1, PTN-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms User')
    const { patientId, formId } = await sendFormToPatient(ward)
    await ward.startWorkers()

    const { ids } = (await ada.post('/api/forms/request', { patientIds: [patientId], formId, method: 'sms' })).json()
    const message = await eventually(async () => (await ada.get('/api/tenants/outbox')).json().docs[0])
    const link = /http:\/\/localhost:3000(\/r\/\S+)/.exec(message.body)![1]!
    const phone = await openPhone()
    const second = await phone.fillIn(await phone.open(link), { allergies: 'Penicillin' })
    const third = await phone.fillIn(second, { smoker: 'no' })
    const check = await phone.fillIn(third, { 'operation-day': '7', 'operation-month': '2', 'operation-year': '2019' })
    await phone.fillIn(check, {})

    const request = (await ada.get(`/api/forms/request/${ids[0]}`)).json()
    expect(request).toMatchObject({ status: 'completed', notification: { category: 'request_created', status: 'kept' } })
    expect(request.answers.map(({ answer }: { answer: string }) => answer)).toEqual(['Penicillin', 'No', '07-Feb-2019'])
    expect(request.timeline.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['completed', 'created', 'kept', 'opened'])
    expect(JSON.stringify(request), 'staff never see the link').not.toContain(link.slice(3))
  })

  test('a network that tries many links is asked to wait, on a page with a message (SAFE-2)', async () => {
    const phone = await openPhone()
    const attempt = () => phone.send('/r/unknown/identity', { 'date-of-birth-day': '1' })

    const answers = await Promise.all(Array.from({ length: 130 }, attempt))
    const late = answers.filter(({ statusCode }) => statusCode === 429)

    expect(late.length).toBeGreaterThan(0)
    expect(late[0]!.body).toContain('Please wait a minute')
    expect(late[0]!.headers['content-type']).toBe('text/html; charset=utf-8')
  })
})

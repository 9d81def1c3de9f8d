import { describe, expect, test } from 'vitest'

import type { NotificationTemplate } from '#contract/notifications.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient, shortForm } from '#test/send-form-to-patient.ts'

import { sendNotification } from './send-notification.ts'

const address = '/api/tenants/notification-template'
const english = { subject: '', body: 'Please fill in ((formTitle)) by ((expiryDate)). ((link)) In an emergency call 999.' }
const inWelsh = { subject: '', body: 'Llenwch ((formTitle)) erbyn ((expiryDate)). ((link)) Mewn argyfwng ffoniwch 999.' }
const ours = {
  category: 'request_created',
  method: 'sms',
  description: 'Ours',
  isSelected: true,
  ...english,
  translations: { cy: { ...inWelsh, source: english } },
} as const

const translated: FormDefinition = {
  ...shortForm,
  translations: { cy: { title: { source: 'Before your operation', text: 'Cyn eich llawdriniaeth' } } },
}

/** Sends a form to a patient who reads this language, and returns the message in the outbox. */
async function sendIn(ward: TestOrganisation, locale: string, method: NotificationMethod = 'sms') {
  const sent = await sendFormToPatient(ward, { definition: translated, method })
  await ward.query('update patients set locale = $2 where id = $1', [sent.patientId, locale])
  await ward.query("update form_requests set expires_at = '2030-12-19T12:00:00Z' where id = $1", [sent.requestId])
  await send(ward, sent.notificationId)
  const [message] = await ward.query('select subject, body from outbox_messages where notification_id = $1', [sent.notificationId])
  return { ...sent, subject: message?.['subject'] as string, body: message?.['body'] as string }
}

const send = (ward: TestOrganisation, id: string) =>
  sendNotification(
    {
      services: ward.services,
      step: (work) => inOrganisation(ward.services.db, ward.id, (tx) => work(workerContext(ward.services, ward.id, tx))),
    },
    id,
    new Date(),
  )

describe('The language of a message', () => {
  test('is that of the patient if the template has a text in it, with the title, the day and the line about emails (PTN-8, NOT-1, NOT-5)', async () => {
    const ward = await openOrganisation()

    const [sms, email, urdu, unknown] = [
      await sendIn(ward, 'cy'),
      await sendIn(ward, 'cy', 'email'),
      await sendIn(ward, 'ur'),
      await sendIn(ward, ''),
    ]

    expect(sms.body).toMatch(/^Test organisation \d+: llenwch "Cyn eich llawdriniaeth"\. http/)
    expect(email.subject).toContain('llenwch "Cyn eich llawdriniaeth"')
    expect(email.body).toContain('Llenwch y ffurflen erbyn 19 Rhagfyr 2030.')
    expect(email.body).toMatch(/I stopio e-byst am ffurflenni gan Test organisation \d+:\nhttp/)
    for (const { body } of [urdu, unknown]) expect(body).toMatch(/^Test organisation \d+: please fill in "Before your operation"\. http/)
    const clerk = await ward.staff()
    const messages = await Promise.all(
      [sms, urdu].map(async ({ requestId }) => (await clerk.get(`/api/forms/request/${requestId}`)).json().notifications),
    )
    expect(messages).toMatchObject([[{ template: { language: 'cy' } }], [{ template: { language: 'en' } }]])
  })

  test('a custom template is sent in its own translation, and in English once its English text has changed (PTN-8, NOT-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const created = (await ada.post(address, ours)).json<NotificationTemplate>()
    expect(created.translations).toEqual(ours.translations)

    expect((await sendIn(ward, 'cy')).body).toMatch(/^Llenwch Cyn eich llawdriniaeth erbyn 19 Rhagfyr 2030\. /)

    const body = english.body.replace('Please fill in', 'Fill in')
    const changed = await ada.patch(`${address}/${created.id}`, { body })
    expect(changed.json()).toMatchObject({ version: 2, translations: ours.translations })
    expect((await sendIn(ward, 'cy')).body).toMatch(/^Fill in Before your operation by 19 December 2030\. /)

    const checkedAgain = { cy: { ...inWelsh, source: { subject: '', body } } }
    expect((await ada.patch(`${address}/${created.id}`, { translations: checkedAgain })).json()).toMatchObject({ version: 3 })
    expect((await sendIn(ward, 'cy')).body).toMatch(/^Llenwch /)
    expect((await ada.get(`${address}/${created.id}/version/2`)).json()).toMatchObject({ translations: ours.translations })
    expect((await ada.post(`${address}/${created.id}/version/1/restore`)).json()).toMatchObject({
      version: 4,
      translations: ours.translations,
    })
  })

  test('a message that is tried again keeps its language, whatever the record says by then (PTN-8, NOT-3)', async () => {
    const ward = await openOrganisation()
    await (await ward.staff('Admin')).post(address, ours)
    const { notificationId, patientId } = await sendIn(ward, 'cy')
    await ward.query('delete from outbox_messages where notification_id = $1', [notificationId])
    await ward.query("update notifications set status = 'queued' where id = $1", [notificationId])
    await ward.query("update patients set locale = 'en' where id = $1", [patientId])

    await send(ward, notificationId)

    const [message] = await ward.query('select body from outbox_messages where notification_id = $1', [notificationId])
    expect(message!['body']).toMatch(/^Llenwch /)
  })

  test('a translation that loses the link, a field or the number of the emergency services is refused (PTN-8, NOT-2, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const refusalOf = async (body: string) =>
      (await ada.post(address, { ...ours, translations: { cy: { subject: '', body, source: english } } })).json().errors
    expect(await refusalOf(inWelsh.body.replace('999', ''))).toEqual([
      { field: 'translations.cy.body', message: 'Welsh: The text needs 999, which the English text has.' },
    ])
    expect(await refusalOf(inWelsh.body.replace('((link))', ''))).toMatchObject([{ message: expect.stringContaining('((link))') }])
    expect(await refusalOf(inWelsh.body.replace('((expiryDate))', ''))).toMatchObject([
      { message: expect.stringContaining('((expiryDate))') },
    ])
    expect((await ada.post(address, { ...ours, translations: { en: { ...inWelsh, source: english } } })).statusCode).toBe(400)
  })

  test('the preview counts the fragments of each patient in their language: a Welsh ŵ makes a text message longer (PTN-8, NOT-2, REQ-5)', async () => {
    const ward = await openOrganisation()
    const [ada, clerk] = [await ward.staff('Admin'), await ward.staff()]
    const body = `${inWelsh.body} Dŵr.`
    await ada.post(address, { ...ours, translations: { cy: { subject: '', body, source: english } } })
    const fragmentsOf = async (locale: string) => {
      const { patientId, formId } = await sendIn(ward, locale)
      const preview = await clerk.post('/api/forms/request/preview', { patientIds: [patientId], formId, method: 'sms' })
      return preview.json().plan.messages[0].fragments
    }
    expect([await fragmentsOf('en'), await fragmentsOf('cy')]).toEqual([1, 3])
  })
})

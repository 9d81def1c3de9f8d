import { describe, expect, test } from 'vitest'

import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'

import { sendNotification } from './send-notification.ts'

/** Friday evening in London, and the Monday morning after it. */
const [friday, monday] = ['2026-11-27T19:30:00.000Z', '2026-11-30T08:00:00.000Z']

const officeHours = async () => {
  const ward = await openOrganisation()
  await ward.query('update organisations set sending_from = 8, sending_until = 18, sends_on_weekdays_only = true where id = $1', [ward.id])
  return ward
}
const sendAt = ({ services, id: organisation }: Pick<TestOrganisation, 'services' | 'id'>, id: string, moment: string) =>
  sendNotification(
    { services, step: (work) => inOrganisation(services.db, organisation, (tx) => work(workerContext(services, organisation, tx))) },
    id,
    new Date(moment),
  )
const message = async (ward: TestOrganisation, id: string) =>
  (await ward.query('select status, reason, attempts, send_after from notifications where id = $1', [id]))[0]
const waiting = (ward: TestOrganisation, id: string) =>
  ward.query("select start_after from pgboss.job where name = 'send-notification' and data->>'notificationId' = $1", [id])

describe('The sending hours of an organisation', () => {
  test.each(['sms', 'email'] as const)(
    'an %s requested on Friday evening is sent on Monday morning, and staff can see when (ORG-6, NOT-5)',
    async (method) => {
      const ward = await officeHours()
      const { notificationId } = await sendFormToPatient(ward, { method })

      await sendAt(ward, notificationId, friday)

      expect(await message(ward, notificationId)).toEqual({
        status: 'queued',
        reason: 'The message will be sent on 30-Nov-2026 08:00, within your organisation’s sending hours.',
        attempts: 0,
        send_after: new Date(monday),
      })
      expect(await waiting(ward, notificationId), 'the queue has it for then').toEqual([{ start_after: new Date(monday) }])
      expect(await ward.query('select from outbox_messages where organisation_id = $1', [ward.id])).toEqual([])

      await sendAt(ward, notificationId, monday)

      expect(await message(ward, notificationId)).toMatchObject({ status: 'kept', reason: '', attempts: 1 })
    },
  )

  test('a message in the NHS App, which makes no sound, does not wait (ORG-6)', async () => {
    const ward = await officeHours()
    const { notificationId } = await sendFormToPatient(ward, { method: 'nhs_app' })

    const services = { ...ward.services, config: { ...ward.services.config, NHS_APP_TEMPLATES: true } }
    await sendAt({ services, id: ward.id }, notificationId, friday)

    expect(await message(ward, notificationId)).toMatchObject({ status: 'kept' })
  })

  test('a message that is no longer wanted is cancelled at night too, without waiting for the morning (ORG-6, NOT-3)', async () => {
    const ward = await officeHours()
    const { notificationId } = await sendFormToPatient(ward, { status: 'closed' })

    await sendAt(ward, notificationId, friday)

    expect(await message(ward, notificationId)).toMatchObject({ status: 'cancelled' })
  })

  test('an organisation that sends at all hours sends at night too (ORG-6)', async () => {
    const ward = await openOrganisation()
    const { notificationId } = await sendFormToPatient(ward)

    await sendAt(ward, notificationId, friday)

    expect(await message(ward, notificationId)).toMatchObject({ status: 'kept' })
  })

  test('the days to respond count from the time when the message may be sent (ORG-6)', async () => {
    const ward = await officeHours()
    const [patient, form, ada] = [await aPatient(ward), await aForm(ward), await ward.staff('Admin')]
    const nextYear = new Date().getFullYear() + 1
    const weekdayOfFirst = new Date(Date.UTC(nextYear, 0, 1)).getUTCDay()
    // The first Friday of a January: clocks do not change in the four weeks after it.
    const friday = new Date(Date.UTC(nextYear, 0, 1 + ((5 - weekdayOfFirst + 7) % 7), 19, 30))
    const mondayMorning = new Date(friday.getTime() + (2 * 24 + 12.5) * 3_600_000)
    const sent = { patientIds: [patient.id], formId: form.id, method: 'sms', sendAt: friday.toISOString() }

    const { ids } = (await ada.post('/api/forms/request', sent)).json()

    const [request] = await ward.query('select expires_at from form_requests where id = $1', [ids[0]])
    const expiresAt = (request!['expires_at'] as Date).getTime()
    expect(expiresAt - mondayMorning.getTime(), '28 days after Monday').toBe(28 * 86_400_000)
  })
})

describe('The bank holidays of England', () => {
  test('a text waits over Christmas and over a day that was proclaimed later, unless the organisation sends then (NOT-5)', async () => {
    const own = await officeHours()
    await own.query('update organisations set sends_on_bank_holidays = false where id = $1', [own.id])
    const services = { ...own.services, config: { ...own.services.config, EXTRA_BANK_HOLIDAYS: ['2026-12-29'] } }
    const { notificationId } = await sendFormToPatient(own)
    const onChristmasDay = '2026-12-25T10:00:00.000Z'

    await sendAt({ services, id: own.id }, notificationId, onChristmasDay)

    expect(await message(own, notificationId)).toMatchObject({ status: 'queued', send_after: new Date('2026-12-30T08:00:00.000Z') })
    await own.query('update organisations set sends_on_bank_holidays = true where id = $1', [own.id])
    await sendAt({ services, id: own.id }, notificationId, onChristmasDay)
    expect(await message(own, notificationId)).toMatchObject({ status: 'kept' })
  })

  test('an NHS App message is sent on Christmas Day, and at night waits for six (NOT-5)', async () => {
    const own = await officeHours()
    await own.query('update organisations set sends_on_bank_holidays = false where id = $1', [own.id])
    const services = { ...own.services, config: { ...own.services.config, NHS_APP_TEMPLATES: true } }
    const { notificationId } = await sendFormToPatient(own, { method: 'nhs_app' })
    await sendAt({ services, id: own.id }, notificationId, '2026-12-25T23:00:00.000Z')
    expect(await message(own, notificationId)).toMatchObject({ status: 'queued', send_after: new Date('2026-12-26T06:00:00.000Z') })
    await sendAt({ services, id: own.id }, notificationId, '2026-12-25T10:00:00.000Z')
    expect(await message(own, notificationId)).toMatchObject({ status: 'kept' })
  })
})

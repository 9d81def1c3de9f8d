import { describe, expect, test } from 'vitest'

import { addDays } from '#domain/dates.ts'
import { dateOf, formatDateTime, startOfDay, weekdayOf } from '#domain/moments.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'

import { sendNotification } from './send-notification.ts'

/** The evening in London of the next Friday that is still to come, and the Monday morning after it. */
const fridayDate = [1, 2, 3, 4, 5, 6, 7]
  .map((days) => addDays(dateOf(new Date()), days))
  .find((day) => weekdayOf(`${day}T12:00:00Z`) === 'Friday')!
const hoursAfter = (day: string, hours: number) => new Date(startOfDay(day).getTime() + hours * 3_600_000).toISOString()
const [friday, monday] = [hoursAfter(fridayDate, 19.5), hoursAfter(addDays(fridayDate, 3), 8)]

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
        reason: `The message will be sent on ${formatDateTime(monday)}, within your organisation’s sending hours.`,
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
    const sent = { patientIds: [patient.id], formId: form.id, method: 'sms', sendAt: friday.toISOString() }

    const { ids } = (await ada.post('/api/forms/request', sent)).json()

    const [request] = await ward.query('select expires_at from form_requests where id = $1', [ids[0]])
    const expiresAt = (request!['expires_at'] as Date).getTime()
    // To the end of the day four weeks after the Monday, so four weeks and three days after the Friday.
    expect(expiresAt - friday.getTime()).toBe((31 * 24 + 4.5) * 3_600_000 - 1)
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

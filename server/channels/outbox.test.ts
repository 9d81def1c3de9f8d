import { describe, expect, onTestFinished, test } from 'vitest'

import { deliverStaffMail } from '#server/notifications/notifications.ts'
import { sendNotification } from '#server/notifications/send-notification.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { eventually, nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { removeOldMessagesJobs } from './remove-old-messages.job.ts'

const address = '/api/tenants/outbox'

/** @param notificationId null for mail to a colleague */
const put = (ward: TestOrganisation, method: string, recipient: string, body: string, notificationId: string | null, minutesAgo = 0) =>
  ward.query(
    `insert into outbox_messages (organisation_id, method, recipient, body, notification_id, created_at) values ($1, $2, $3, $4, $5, now() - make_interval(mins => $6))`,
    [ward.id, method, recipient, body, notificationId, minutesAgo],
  )
const number = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

describe('The outbox', () => {
  test('in a demonstration the messages can be read, newest first, searched and paged (NOT-4)', async () => {
    const ward = await openOrganisation()
    await put(ward, 'sms', '+447700900123', 'First 50%', number(1), 2)
    await put(ward, 'email', 'samira@example.com', 'Second', number(2), 1)
    const ada = await ward.staff('User')

    expect((await ada.get(address)).json()).toMatchObject({
      totalDocs: 2,
      page: 1,
      docs: [{ body: 'Second', method: 'email' }, { body: 'First 50%' }],
    })
    expect((await ada.get(`${address}?limit=1&page=2`)).json()).toMatchObject({ totalDocs: 2, docs: [{ body: 'First 50%' }] })
    expect((await ada.get(`${address}?filters[search]=0%25`)).json()).toMatchObject({ totalDocs: 1 })
    expect((await ada.get(`${address}?filters[search]=SAMIRA`)).json()).toMatchObject({
      totalDocs: 1,
      docs: [{ recipient: 'samira@example.com' }],
    })
    expect((await ada.get(`${address}?filters[method]=sms`)).json()).toMatchObject({ totalDocs: 1 })
    expect((await ada.get(`${address}?limit=1000`)).statusCode).toBe(400)
    expect((await ward.auditTrail())[0]).toMatchObject({ event_type: 'outboxRead', actor_id: ada.id })
  })

  test('invitations and password resets are visible only to members who manage members, and only in a demonstration (SAFE-2, ORG-7)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    await put(ward, 'email', 'colleague@example.com', 'Set your password', null)

    expect((await (await ward.staff('User')).get(address)).json()).toMatchObject({ totalDocs: 0, docs: [] })
    expect((await (await ward.staff('Admin')).get(address)).json()).toMatchObject({ totalDocs: 1 })
    expect((await (await elsewhere.staff('Admin')).get(address)).json()).toMatchObject({ totalDocs: 0, docs: [] })
    const { config } = ward.services
    const before = { ...config }
    Object.assign(config, { DEMO: false })
    expect((await (await ward.staff('Admin')).get(address)).json(), 'outside a demonstration nobody reads them').toMatchObject({ docs: [] })
    Object.assign(config, before)
    for (const who of [await nobody(), await systemAdministrator()]) expect((await who.get(address)).statusCode).toBe(401)
  })

  test('the outbox cannot be read where messages are really sent (NOT-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const { config } = ward.services
    const before = { ...config }
    Object.assign(config, { DEMO: false, NOTIFICATION_TRANSPORT: ['smtp'] })

    expect((await ada.get(address)).statusCode).toBe(404)
    Object.assign(config, before)
  })
})

/** The same server once its demonstration is over, for the rest of the test. */
function endDemonstration({ services }: TestOrganisation) {
  const before = services.config.DEMO
  services.config.DEMO = false
  onTestFinished(() => void (services.config.DEMO = before))
}

describe('outside a demonstration', () => {
  test('a message is stored in the outbox without its link, and so is an email to a colleague (NOT-7, SAFE-2)', async () => {
    const ward = await openOrganisation()
    endDemonstration(ward)
    const { notificationId, token } = await sendFormToPatient(ward, { method: 'email' })

    await sendNotification(stepsOf(ward), notificationId)
    await deliverStaffMail(stepsOf(ward), async () => ({
      to: 'colleague@example.com',
      subject: 'Choose a password',
      body: 'Open https://forms.example/identity/begin#abc.',
    }))

    const stored = await ward.query(
      'select subject, body from outbox_messages where organisation_id = $1 order by notification_id nulls last',
      [ward.id],
    )
    expect(stored).toMatchObject([{ body: expect.stringContaining('Hello Samira') }, { body: 'Open [link not kept]' }])
    expect(JSON.stringify(stored)).not.toMatch(/:\/\//)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect((await (await ward.staff('User')).get(address)).json()).toMatchObject({
      totalDocs: 1,
      docs: [{ recipient: 'samira@example.com' }],
    })
  })

  test('GET /outbox: a message with a link that remains from a demonstration is neither listed nor found (SAFE-2)', async () => {
    const ward = await openOrganisation()
    await put(ward, 'sms', '+447700900123', 'Open http://localhost:3000/r/secret', number(1))
    const ada = await ward.staff('User')
    expect((await ada.get(address)).json()).toMatchObject({ totalDocs: 1 })
    endDemonstration(ward)

    expect((await ada.get(address)).json()).toMatchObject({ totalDocs: 0, docs: [] })
    expect((await ada.get(`${address}?filters[search]=secret`)).json()).toMatchObject({ totalDocs: 0 })
  })
})

describe('the nightly job', () => {
  const kept = async (ward: TestOrganisation) =>
    (await ward.query('select body from outbox_messages where organisation_id = $1 order by body', [ward.id])).map(({ body }) => body)
  const clear = async (ward: TestOrganisation) => {
    await ward.startWorkers()
    const data = { organisationId: ward.id }
    const id = await ward.services.boss.send(removeOldMessagesJobs.inOne.name, data, { singletonKey: ward.id })
    await eventually(async () => (await ward.services.boss.getJobById(removeOldMessagesJobs.inOne.name, id!))?.state === 'completed')
  }

  test('removes messages older than OUTBOX_DAYS and no others (NOT-7)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const minutes = (days: number) => days * 24 * 60
    await put(ward, 'sms', '+447700900123', 'Old', number(1), minutes(30) + 1)
    await put(ward, 'sms', '+447700900123', 'Recent, http://localhost:3000/r/secret', number(2), minutes(30) - 1)
    await put(elsewhere, 'sms', '+447700900123', 'Old elsewhere', number(3), minutes(40))

    await clear(ward)

    expect(await kept(ward)).toEqual(['Recent, http://localhost:3000/r/secret'])
    expect(await kept(elsewhere)).toEqual(['Old elsewhere'])
  })

  test('removes every message with a link once the demonstration is over (SAFE-2)', async () => {
    const ward = await openOrganisation()
    await put(ward, 'sms', '+447700900123', 'Recent, http://localhost:3000/r/secret', number(1))
    await put(ward, 'sms', '+447700900123', 'Recent', number(2))
    endDemonstration(ward)

    await clear(ward)

    expect(await kept(ward)).toEqual(['Recent'])
  })
})

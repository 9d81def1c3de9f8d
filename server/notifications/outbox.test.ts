import { expect, test } from 'vitest'

import { nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'

const address = '/api/tenants/outbox'

/** @param notificationId null for mail to a colleague */
const put = (ward: TestOrganisation, method: string, recipient: string, body: string, notificationId: string | null, minutesAgo = 0) =>
  ward.query(
    `insert into outbox_messages (organisation_id, method, recipient, body, notification_id, created_at) values ($1, $2, $3, $4, $5, now() - make_interval(mins => $6))`,
    [ward.id, method, recipient, body, notificationId, minutesAgo],
  )
const number = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

test('NOT-4 in a demonstration the messages can be read, newest first, searched and paged', async () => {
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

test('SAFE-2 ORG-7 invitations and password resets are for those who manage members, and nothing is for others', async () => {
  const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
  await put(ward, 'email', 'colleague@example.com', 'Set your password', null)

  expect((await (await ward.staff('User')).get(address)).json()).toMatchObject({ totalDocs: 0, docs: [] })
  expect((await (await ward.staff('Admin')).get(address)).json()).toMatchObject({ totalDocs: 1 })
  expect((await (await elsewhere.staff('Admin')).get(address)).json()).toMatchObject({ totalDocs: 0, docs: [] })
  const { config } = ward.floor
  const before = { ...config }
  Object.assign(config, { DEMO: false })
  expect((await (await ward.staff('Admin')).get(address)).json(), 'outside a demonstration nobody reads them').toMatchObject({ docs: [] })
  Object.assign(config, before)
  for (const who of [await nobody(), await systemAdministrator()]) expect((await who.get(address)).statusCode).toBe(401)
})

test('NOT-4 where messages leave the house there is no outbox to read', async () => {
  const ward = await openOrganisation()
  const ada = await ward.staff('Admin')
  const { config } = ward.floor
  const before = { ...config }
  Object.assign(config, { DEMO: false, NOTIFICATION_TRANSPORT: 'smtp' })

  expect((await ada.get(address)).statusCode).toBe(404)
  Object.assign(config, before)
})

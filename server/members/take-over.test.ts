import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { listen, personWithAccount } from '#test/listen.ts'
import { eventually, systemAdministrator } from '#test/organisation.ts'
import { enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

const { baseUrl } = await listen()
const system = '00000000-0000-0000-0000-000000000000'
const me = '/api/tenants/tenant/member/me'

/** Marie, who is signed in, and Ada, who may change her. */
async function colleagues() {
  const marie = await personWithAccount('User')
  const { ward } = marie
  const signedIn = await signInByHttp(baseUrl, marie.emailAddress, marie.password)
  await signedIn.call('PATCH', '/api/tenants/tenant/member/login')
  const ada = await ward.staff('Admin')
  const change = (body: object) => ada.patch(`/api/tenants/tenant/${ward.id}/members/${marie.id}`, body)
  const mails = () => ward.query('select recipient, subject, body from outbox_messages order by created_at')
  return { ward, marie, signedIn, change, mails }
}

describe('Changing the email address of a member', () => {
  test('an account cannot be taken over unnoticed: a changed address is reported to the old one, and ends every session (SIGN-8, MEM-3)', async () => {
    const { ward, marie, signedIn, change, mails } = await colleagues()
    await ward.startWorkers()
    const emailAddress = `${randomUUID()}@example.com`
    expect((await signedIn.call('GET', me)).status).toBe(200)

    expect((await change({ emailAddress })).json()).toMatchObject({ emailAddress })

    expect((await signedIn.call('GET', me)).status).toBe(401)
    const [told] = await eventually(async () => {
      const found = await mails()
      return found.length > 0 && found
    })
    expect(told).toMatchObject({ recipient: marie.emailAddress, subject: 'Your email address for Formward was changed' })
    expect(told!['body'], 'it may be somebody else’s').not.toContain(emailAddress)
    expect((await ward.auditTrail()).at(-1)).toMatchObject({
      event_type: 'tenantMemberUpdated',
      subject_id: marie.id,
      detail: { isMoved: true },
    })
    expect((await enterPassword(await startSignIn(baseUrl), emailAddress, marie.password)).status, 'her password stays').not.toBe(401)
  })

  test('the queue has no address in plain text, and an unchanged address changes nothing (MEM-3, SAFE-2)', async () => {
    const { ward, marie, signedIn, change } = await colleagues()
    const queued = () =>
      ward.query("select data::text as data from pgboss.job where name = 'send-member-mail' and data::text like $1", [`%${marie.id}%`])

    await change({ emailAddress: marie.emailAddress, jobTitle: 'Nurse' })
    expect((await signedIn.call('GET', me)).status).toBe(200)
    expect(await queued()).toEqual([])

    await change({ emailAddress: `${randomUUID()}@example.com` })
    const [job] = await queued()
    expect(job!['data']).toContain('addressChanged')
    expect(job!['data']).not.toContain('@')
  })

  test('only system administrators belong to the system organisation, from which all others are reached (ROLE-3, SAFE-3)', async () => {
    const [root, other] = [await systemAdministrator(), await systemAdministrator()]
    const fields = { firstName: 'Eve', lastName: 'Low', emailAddress: `${randomUUID()}@example.com` }

    for (const role of ['Admin', 'Forms OrgAdmin', 'User']) {
      const refused = { status: 400, errors: [{ field: 'role', message: 'Role is not valid.' }] }
      expect((await root.put(`/api/tenants/tenant/${system}/members`, { ...fields, role })).json()).toMatchObject(refused)
      expect((await root.patch(`/api/tenants/tenant/${system}/members/${other.id}`, { role })).json()).toMatchObject(refused)
    }
  })

  test('what a system administrator does with an account of an organisation is reported to its administrators by email (MEM-3)', async () => {
    const { ward, marie } = await colleagues()
    const [root, ada] = [await systemAdministrator(), await ward.staff('Admin', { firstName: 'Ada', lastName: 'King' })]
    await ward.startWorkers()
    const path = `/api/tenants/tenant/${ward.id}/members/${marie.id}`

    expect((await root.patch(path, { emailAddress: `${randomUUID()}@example.com` })).statusCode).toBe(200)
    expect((await root.post(`${path}/password-reset`)).statusCode).toBe(200)
    expect((await root.delete(`${path}/factors`)).statusCode).toBe(200)
    expect((await root.patch(path, { role: 'Admin' })).statusCode).toBe(200)
    // An act of the organisation's own admins is none of this.
    expect((await ada.post(`${path}/password-reset`)).statusCode).toBe(200)

    const toAda = () => ward.query('select body from outbox_messages where recipient = $1', [`${ada.id}@example.com`])
    const bodies = (await eventually(async () => ((await toAda()).length === 4 ? toAda() : undefined))).map(({ body }) => String(body))
    for (const words of ['changed the email address of', 'reset the password of', 'reset the second factor of', 'changed the role of'])
      expect(bodies.filter((body) => body.includes(`${words} the user Ada Byron`))).toHaveLength(1)
  })
})

import { describe, expect, test } from 'vitest'

import { listen, personWithAccount } from '#test/listen.ts'
import { openOrganisation } from '#test/organisation.ts'
import { enterPassword, signInByHttp, startSignIn } from '#test/sign-in.ts'

const { baseUrl } = await listen()
const me = '/api/tenants/tenant/member/me'

describe('Own details', () => {
  test('a member changes their own phone, job and timezone, but not their name, address, role or permissions (MEM-3)', async () => {
    const ward = await openOrganisation()
    const marie = await ward.staff('User')

    const changed = await marie.patch(me, {
      jobTitle: 'Nurse',
      phoneNumber: '07700 900123',
    })
    const refused = await marie.patch(me, { occupation: 'Surgeon', role: 'Admin', emailAddress: 'other@example.com' })

    expect(changed.statusCode).toBe(200)
    expect((await marie.get(me)).json()).toMatchObject({
      jobTitle: 'Nurse',
      phoneNumber: '07700 900123',
      role: 'User',
      emailAddress: `${marie.id}@example.com`,
      occupation: '',
    })
    expect(refused.json()).toMatchObject({ status: 400, errors: [{ field: 'role' }, { field: 'emailAddress' }] })
    expect((await marie.patch(me, { timezone: 'Europe/Dublin' })).json()).toMatchObject({ timezone: 'Europe/Dublin' })
    expect((await marie.patch(me, { timezone: 'Mars', phoneNumber: '020 7946 0000' })).json()).toMatchObject({
      errors: [
        { field: 'phoneNumber', message: 'Mobile phone must be a valid UK mobile phone number.' },
        { field: 'timezone', message: 'Time zone is not valid.' },
      ],
    })
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toEqual([
      'tenantMemberUpdated',
      'tenantMemberRead',
      'tenantMemberLocaleUpdated',
    ])
  })

  test('changing the password requires the old one, refuses a common one, and ends all other sessions (SIGN-8, SIGN-9)', async () => {
    const ada = await personWithAccount()
    const { tokens, key, call } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const change = async (currentPassword: string, password: string) => {
      const address = `${baseUrl}${me}/password`
      const dpop = await key.prove('PUT', address, tokens.access_token)
      const headers = { authorization: `DPoP ${tokens.access_token}`, dpop, 'content-type': 'application/json' }
      return (await fetch(address, { method: 'PUT', headers, body: JSON.stringify({ currentPassword, password }) })).json()
    }

    expect(await change('Wrong-horse-1!', 'Radium-1898!')).toMatchObject({ status: 400, errors: [{ field: 'currentPassword' }] })
    expect(await change(ada.password, 'P@ssw0rd1')).toMatchObject({ status: 400, errors: [{ field: 'password' }] })
    expect((await call('GET', me)).status).toBe(200)
    expect(await change(ada.password, 'Radium-1898!')).toEqual({ done: true })

    expect((await call('GET', me)).status).toBe(401)
    expect((await enterPassword(await startSignIn(baseUrl), ada.emailAddress, ada.password)).status).toBe(401)
    await signInByHttp(baseUrl, ada.emailAddress, 'Radium-1898!')
  })

  test('PUT /tenant/member/me/password: ten wrong passwords in one session, and the next ones are delayed like those of an unknown device (SIGN-9)', async () => {
    const ada = await personWithAccount()
    const { tokens, key } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const address = `${baseUrl}${me}/password`
    const guess = async () =>
      fetch(address, {
        method: 'PUT',
        headers: {
          authorization: `DPoP ${tokens.access_token}`,
          dpop: await key.prove('PUT', address, tokens.access_token),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ currentPassword: 'Wrong-horse-1!', password: 'Radium-1898!' }),
      })

    for (let time = 0; time < 11; time++) await guess()

    const { rows } = await ada.owner.query('select failed_on_known_devices, failed_attempts from accounts where id = $1', [ada.subject])
    expect(rows).toEqual([{ failed_on_known_devices: 10, failed_attempts: 1 }])
  })
})

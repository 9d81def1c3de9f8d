import { describe, expect, test } from 'vitest'

import { demoPassword } from '#domain/demo-accounts.ts'

import { freshDatabase } from './test-server.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './processes.ts'
import { production } from './production.ts'
import { signInByHttp } from './sign-in.ts'

type Page = { docs: { id: string; emailAddress: string }[] }

describe('Two processes on one database', () => {
  test('a role, a removal, a reset and a sign-out made through one process count at once in the other, on tokens issued before (SIGN-8)', async () => {
    const [url, one, other] = [await freshDatabase(), await freePort(), await freePort()]
    const baseUrl = `http://localhost:${one}`
    const shared = { ...production, DATABASE_URL: url, DEMO: 'true', PUBLIC_URL: baseUrl, LOG_LEVEL: 'silent' }
    const apis = [one, other].map((port) => startProcess('main.ts', { ...shared, PORT: String(port) }, ['api']))
    await Promise.all(apis.map((api) => api.says('Formward is ready')))
    const signIn = (name: string) => signInByHttp(baseUrl, `${name}@demo.formward.example`, demoPassword)
    /** As behind a balancer: token and proof speak of the public address, the call reaches either process. */
    const callAt = async (port: number, person: Awaited<ReturnType<typeof signIn>>, method: string, path: string, body?: unknown) =>
      fetch(`http://localhost:${port}${path}`, {
        method,
        headers: {
          authorization: `DPoP ${person.tokens.access_token}`,
          dpop: await person.key.prove(method, baseUrl + path, person.tokens.access_token),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const [admin, user, clinician, orgadmin] = [
      await signIn('admin'),
      await signIn('user'),
      await signIn('clinician'),
      await signIn('orgadmin'),
    ]
    const me = (port: number, person: typeof user) => callAt(port, person, 'GET', '/api/tenants/tenant/member/me')
    const members = '/api/tenants/tenant'
    const organisation = (await (await callAt(one, admin, 'GET', members)).json()) as { id: string }
    const list = (await (await callAt(one, admin, 'GET', `${members}/${organisation.id}/members?limit=100`)).json()) as Page
    const idOf = (name: string) => list.docs.find(({ emailAddress }) => emailAddress === `${name}@demo.formward.example`)!.id
    const member = (name: string) => `${members}/${organisation.id}/members/${idOf(name)}`

    expect((await callAt(other, user, 'GET', '/api/patients/patient')).status).toBe(200)
    expect((await callAt(one, admin, 'PATCH', member('user'), { role: 'User' })).status).toBe(200)
    expect(await (await me(other, user)).json()).toMatchObject({ role: 'User' })

    expect((await me(other, clinician)).status).toBe(200)
    expect((await callAt(one, admin, 'DELETE', member('clinician'))).status).toBeLessThan(300)
    expect((await me(other, clinician)).status).toBe(401)
    expect((await clinician.refresh()).status).toBe(400)

    expect((await me(other, orgadmin)).status).toBe(200)
    expect((await callAt(one, admin, 'POST', `${member('orgadmin')}/password-reset`)).status).toBeLessThan(300)
    expect((await me(other, orgadmin)).status).toBe(401)
    expect((await orgadmin.refresh()).status).toBe(400)

    await user.browser.visit(`/identity/v2/logout?${new URLSearchParams({ client_id: 'forms-spa', returnTo: baseUrl }).toString()}`)
    expect((await me(other, user)).status).toBe(401)
    expect((await user.refresh()).status).toBe(400)
    for (const api of apis) expect(await api.kill('SIGTERM')).toBe(0)
  })
})

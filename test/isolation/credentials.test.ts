import { decodeJwt, importJWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'

import { serviceAddress } from '#contract/route.ts'
import { getSigningKeys } from '#server/identity/provider/signing-keys.sql.ts'
import { signAddress } from '#server/platform/serve.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { endpoints } from '#test/endpoints.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { nobody, openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'
import { signInByHttp, type Tokens } from '#test/sign-in.ts'

const { baseUrl, services } = await listen()

const addresses = endpoints
  .filter(({ route }) => route.permission !== 'signed address')
  .map(({ route }) => {
    const path = `${serviceAddress[route.service]}${route.path.replace(/:\w+/g, crypto.randomUUID())}`
    return { method: route.method, path: route.when ? `${path}?${route.when}=1` : path }
  })

/** How many answers of each status the whole API gives to this token. */
async function statusesFor(call: (method: string, path: string) => Promise<Response>) {
  const statuses = new Map<number, number>()
  for (const { method, path } of addresses) {
    const { status } = await call(method, path)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return Object.fromEntries(statuses)
}
const allOf = (status: number) => ({ [status]: addresses.length })

async function expired({ access_token: token }: Tokens) {
  const [jwk] = await getSigningKeys(services)
  const claims = decodeJwt(token)
  return new SignJWT({ ...claims, iat: claims.iat! - 900, exp: claims.iat! - 600 })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: jwk!.kid! })
    .sign(await importJWK(jwk!, 'RS256'))
}

describe('Credentials', () => {
  test('a token that is forged, without its key, expired or of a removed member is refused by the whole API (SIGN-8, ROLE-4)', async () => {
    const ada = await personWithAccount('Admin')
    const { tokens, call } = await signInByHttp(baseUrl, ada.emailAddress, ada.password)
    const old = await expired(tokens)

    expect((await statusesFor(call))[200]).toBeGreaterThan(5)
    expect(await statusesFor(async (method, path) => fetch(baseUrl + path, { method }))).toEqual(allOf(401))
    expect(await statusesFor(async (method, path) => call(method, path, 'e30.e30.e30'))).toEqual(allOf(401))
    expect(await statusesFor(async (method, path) => call(method, path, tokens.id_token))).toEqual(allOf(401))
    expect(await statusesFor(async (method, path) => call(method, path, old))).toEqual(allOf(401))
    const withoutKey = { authorization: `Bearer ${tokens.access_token}` }
    expect(await statusesFor(async (method, path) => fetch(baseUrl + path, { method, headers: withoutKey }))).toEqual(allOf(401))

    await ada.ward.query('update members set is_active = false where id = $1', [ada.id])

    expect(await statusesFor(call)).toEqual(allOf(403))
  })

  test('the link and cookie of a patient open their own request and nothing of the staff app (PTN-2, ORG-7)', async () => {
    const { link, token } = await sendFormToPatient(await openOrganisation())
    const phone = await openPhone()
    const page = await phone.open(link)
    const cookie = phone.cookies()

    expect(page.statusCode).toBe(200)
    expect(cookie).toContain('patient=')
    for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }, { cookie, authorization: `DPoP ${token}` }])
      expect(await statusesFor(async (method, path) => fetch(baseUrl + path, { method, headers }))).toEqual(allOf(401))
  })

  test('the signed address of a download opens that file for that member: changed, moved, expired, or of a removed member it opens nothing (EXP-2, ORG-7)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const [ada, grace, stranger] = [await ward.staff(), await ward.staff(), await elsewhere.staff()]
    const anyone = await nobody()
    const files = await Promise.all(
      [ada, grace].map(async ({ id }) => {
        const [row] = await ward.query(
          `insert into export_jobs (organisation_id, created_by, file_name, status) values ($1, $2, 'file.xlsx', 'completed') returning id`,
          [ward.id, id],
        )
        return `/api/forms/request/export/${String(row!['id'])}/download`
      }),
    )
    const [own, theirs] = files as [string, string]
    const holder = { organisationId: ward.id, memberId: ada.id }
    const good = signAddress(ward.services.keys, own, holder)
    const bad = [
      own,
      good.replace(own, theirs),
      good.replace(ada.id, grace.id),
      good.replace(ward.id, elsewhere.id),
      good.slice(0, -1),
      `${good}0`,
      `${good}&who=x`,
      good.replace(/\.(\d+)&/, '.9999999999&'),
      good.replace(/signature=[^&]+/, 'signature[]=x'),
      signAddress(ward.services.keys, own, holder, -1),
      // Signed well, for somebody whose it is not.
      signAddress(ward.services.keys, theirs, holder),
      signAddress(ward.services.keys, own, { organisationId: elsewhere.id, memberId: stranger.id }),
      signAddress(ward.services.keys, own, { organisationId: ward.id, memberId: stranger.id }),
    ]

    expect((await anyone.get(good)).statusCode).toBe(200)
    for (const address of bad) expect((await anyone.get(address)).statusCode, address).toBe(404)
    await ward.query('update members set is_active = false where id = $1', [ada.id])
    expect((await anyone.get(good)).statusCode).toBe(404)
  })
})

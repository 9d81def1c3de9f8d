import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { logoLimits } from '#domain/logo.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { png, smallPictures, svg } from '#test/pictures.ts'

const logoOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/logo`
const picture = png(40, 20)
const asPng = { 'content-type': 'image/png' }
const storedOf = async (ward: TestOrganisation) =>
  (await ward.query('select logo, logo_type from organisations where id = $1', [ward.id]))[0]

describe('The logo of an organisation', () => {
  test.each(Object.entries(smallPictures))(
    'an admin gives the organisation a logo: %s, and colleagues see it (ORG-3, AUD-1)',
    async (name, bytes) => {
      const type = name.split(',')[0]
      const ward = await openOrganisation()
      const [ada, colleague] = [await ward.staff('Admin'), await ward.staff('User')]

      const { logo } = (await ada.put(logoOf(ward), bytes, asPng)).json()
      const seen = await colleague.get(`${logoOf(ward)}?version=${logo}`)

      expect((await colleague.get('/api/tenants/tenant')).json()).toMatchObject({ logo })
      expect(seen.headers['content-type'], 'what it is, not what it was called').toBe(type)
      expect(seen.headers['x-content-type-options']).toBe('nosniff')
      expect(seen.headers['content-security-policy']).toContain("default-src 'none'")
      expect(seen.rawPayload.equals(bytes)).toBe(true)
      expect(await ward.auditTrail()).toContainEqual(
        expect.objectContaining({ event_type: 'tenantRead', actor_id: colleague.id, subject_id: ward.id }),
      )
    },
  )

  test('a logo is cached by the browser under its version, and a new one has another (ORG-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const first = (await ada.put(logoOf(ward), picture, asPng)).json().logo
    const second = (await ada.put(logoOf(ward), png(41, 20), asPng)).json().logo

    expect(second).not.toBe(first)
    expect((await ada.get(`${logoOf(ward)}?version=${second}`)).headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect((await ada.get(`${logoOf(ward)}?version=${first}`)).headers['cache-control']).toBe('no-store')
    expect((await ada.get(logoOf(ward))).headers['cache-control']).toBe('no-store')
  })

  test('a logo is removed, and the log has who added and who removed it (ORG-3, AUD-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    await ada.put(logoOf(ward), picture, asPng)

    expect((await ada.delete(logoOf(ward))).json()).toEqual({ logo: null })

    expect((await ada.get(logoOf(ward))).statusCode).toBe(404)
    expect((await ada.get('/api/tenants/tenant')).json()).toMatchObject({ logo: null })
    const changes = (await ward.auditTrail()).filter(({ event_type }) => event_type === 'tenantUpdated')
    expect(changes).toMatchObject([1, 2].map(() => ({ actor_id: ada.id, subject_id: ward.id, detail: { fields: ['logo'] } })))
  })

  test.each([
    ['an SVG, which can hold scripts', svg, 'image/png', /SVG/],
    ['an SVG that says so', svg, 'image/svg+xml', /SVG/],
    ['a spreadsheet renamed to a picture', Buffer.from('PK\x03\x04'), 'image/png', /none of them, whatever its name/],
    ['half a picture', picture.subarray(0, 60), 'image/png', /not complete/],
    ['a picture too wide', png(2_001, 1), 'image/png', /2,000 pixels/],
    ['nothing', Buffer.alloc(0), 'image/png', /empty/],
  ])('%s is refused beside the field, and the logo stays as it was (ORG-3)', async (_name, bytes, type, words) => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    await ada.put(logoOf(ward), picture, asPng)

    const refused = await ada.put(logoOf(ward), bytes, { 'content-type': type })

    expect(refused.json()).toMatchObject({ status: 400, errors: [{ field: 'logo', message: expect.stringMatching(words) as string }] })
    expect((await storedOf(ward))?.['logo']).toEqual(picture)
  })

  test('a file larger than a logo may be is refused before it is read (ORG-3, SAFE-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')

    expect((await ada.put(logoOf(ward), Buffer.alloc(logoLimits.bytes + 1), asPng)).statusCode).toBe(413)
    expect((await ada.put(logoOf(ward), { no: 'picture' })).statusCode).toBe(415)
  })

  test('the logo of an organisation is for its members, and changed by its admins only (ORG-7, ROLE-4)', async () => {
    const [ours, theirs, root] = [await openOrganisation(), await openOrganisation(), await systemAdministrator()]
    const [ada, stranger, user] = [await theirs.staff('Admin'), await ours.staff('Admin'), await theirs.staff('User')]
    await ada.put(logoOf(theirs), picture, asPng)

    for (const answer of [
      await stranger.get(logoOf(theirs)),
      await stranger.put(logoOf(theirs), picture, asPng),
      await stranger.delete(logoOf(theirs)),
    ])
      expect(answer.json()).toMatchObject({ status: 403, code: 'not_a_member' })
    for (const answer of [await user.put(logoOf(theirs), picture, asPng), await user.delete(logoOf(theirs))])
      expect(answer.json()).toMatchObject({ status: 401, code: 'not_permitted' })
    for (const answer of [await (await nobody()).get(logoOf(theirs)), await (await nobody()).put(logoOf(theirs), picture, asPng)])
      expect(answer.json()).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect((await storedOf(theirs))?.['logo']).toEqual(picture)
    expect((await root.put(logoOf(theirs), png(9, 9), asPng)).statusCode, 'a system administrator may').toBe(200)
    expect((await root.put(logoOf({ id: randomUUID() }), picture, asPng)).statusCode).toBe(404)
    expect((await root.put(logoOf({ id: '00000000-0000-0000-0000-000000000000' }), picture, asPng)).statusCode).toBe(404)
  })

  test('a patient sees the logo with their link, without a token, and with no other link (ORG-3, PTN-1)', async () => {
    const ward = await openOrganisation()
    const { link } = await sendFormToPatient(ward)
    const visitor = await nobody()
    expect((await visitor.get(`${link}/logo`)).statusCode, 'there is none yet').toBe(404)
    const { logo } = (await (await ward.staff('Admin')).put(logoOf(ward), picture, asPng)).json()

    expect((await visitor.get(link)).body).toContain(`src="${link}/logo?version=${logo}"`)
    const seen = await visitor.get(`${link}/logo?version=${logo}`)
    expect(seen.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400, immutable',
    })
    expect(seen.rawPayload.equals(picture)).toBe(true)
    expect((await visitor.get(`${link.slice(0, -1)}x/logo`)).statusCode).toBe(404)
  })
})

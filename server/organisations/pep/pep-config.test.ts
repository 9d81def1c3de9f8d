import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'

const pepOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/pep-config`
const secret = `made-up-${randomUUID()}`
const config = { enabled: true, address: 'https://pep.example/fhir', clientId: 'northbury', findsDepartments: true, findsClinics: false }

describe('The PEP settings of an organisation', () => {
  test('an organisation without a configuration has PEP disabled: not found (ORG-5, PEP-1)', async () => {
    const ward = await openOrganisation()

    expect((await (await ward.staff('Admin')).get(pepOf(ward))).json()).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('an admin sets PEP up; the secret is never returned, only that one is set and since when (ORG-5, AUD-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')

    const set = await ada.put(pepOf(ward), { ...config, clientSecret: secret })
    const read = await ada.get(pepOf(ward))

    expect(set.json()).toEqual({ ...config, secretSetAt: expect.any(String) as string })
    expect(read.json()).toEqual(set.json())
    expect(set.body + read.body).not.toContain(secret)
    expect(await ward.auditTrail()).toContainEqual(expect.objectContaining({ event_type: 'pepConfigRead', actor_id: ada.id }))
  })

  test('the secret is encrypted in the database, and no log contains it (ORG-5, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    await ada.put(pepOf(ward), { ...config, clientSecret: secret })
    await ada.put(pepOf(ward), { ...config, clientId: 'another' })

    const [row] = await ward.query('select client_id, client_secret, x::text as whole from pep_configs x where organisation_id = $1', [
      ward.id,
    ])

    const sealed = row!['client_secret'] as Buffer
    expect(row!['client_id']).toBe('another')
    expect(sealed.includes(Buffer.from(secret))).toBe(false)
    const purpose = `pep ${ward.id} ${config.address}`
    expect(ward.services.keys.unseal(sealed, purpose).toString(), 'left out, it stays').toBe(secret)
    const trail = (await ward.auditTrail()).filter(({ event_type }) => event_type === 'pepConfigUpdated')
    expect(trail).toMatchObject([
      { actor_id: ada.id, subject_id: ward.id, detail: { enabled: true, hasNewSecret: true } },
      { actor_id: ada.id, subject_id: ward.id, detail: { enabled: true, hasNewSecret: false } },
    ])
    expect(JSON.stringify(trail)).not.toContain(secret)
  })

  test('disabling deletes all settings, the secret too: setting PEP up again requires a new one (ORG-5)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    await ada.put(pepOf(ward), { ...config, clientSecret: secret })

    expect((await ada.put(pepOf(ward), { enabled: false })).json()).toEqual({ enabled: false })
    expect((await ada.put(pepOf(ward), { enabled: false })).statusCode, 'twice is once').toBe(200)

    expect(await ward.query('select from pep_configs where organisation_id = $1', [ward.id])).toEqual([])
    expect((await ada.get(pepOf(ward))).statusCode).toBe(404)
    expect((await ada.put(pepOf(ward), config)).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'clientSecret', message: 'Client secret is required.' }],
    })
  })

  test.each([
    ['http://pep.example', 'Address must start with https:// and must not include a user name, a query or #.'],
    ['https://user:word@pep.example', 'Address must start with https:// and must not include a user name, a query or #.'],
    ['https://pep.example/?key=1', 'Address must start with https:// and must not include a user name, a query or #.'],
    ['file:///etc/passwd', 'Address must start with https:// and must not include a user name, a query or #.'],
    [' ', 'Address is required.'],
  ])('the address %j is refused beside its field (ORG-5, VAL-1)', async (address, message) => {
    const ward = await openOrganisation()
    const refused = await (await ward.staff('Admin')).put(pepOf(ward), { ...config, clientSecret: ' ', clientId: '', address })

    expect(refused.json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'address', message },
        { field: 'clientId', message: 'Client ID is required.' },
        { field: 'clientSecret', message: 'Client secret is required.' },
      ],
    })
  })

  test('a client ID with a colon is refused, because the colon ends it when it is sent (ORG-5, VAL-1)', async () => {
    const ward = await openOrganisation()
    const refused = await (await ward.staff('Admin')).put(pepOf(ward), { ...config, clientSecret: secret, clientId: 'north:bury' })

    expect(refused.json()).toMatchObject({ errors: [{ field: 'clientId', message: 'Client ID must have no colon.' }] })
  })

  test('the configuration is for admins of the organisation and of the system (ORG-7, ROLE-4)', async () => {
    const [ours, theirs, root] = [await openOrganisation(), await openOrganisation(), await systemAdministrator()]
    const whole = { ...config, clientSecret: secret }
    await root.put(pepOf(theirs), whole)
    const stranger = await ours.staff('Admin')

    expect((await root.get(pepOf(theirs))).json()).toMatchObject({ clientId: 'northbury' })
    expect((await stranger.get(pepOf(theirs))).json()).toMatchObject({ status: 403 })
    expect((await stranger.put(pepOf(theirs), { enabled: false })).json()).toMatchObject({ status: 403 })
    for (const role of ['User', 'Forms User'] as const) {
      expect((await (await theirs.staff(role)).get(pepOf(theirs))).json()).toMatchObject({ status: 401, code: 'not_permitted' })
      expect((await (await theirs.staff(role)).put(pepOf(theirs), { enabled: false })).json()).toMatchObject({ code: 'not_permitted' })
    }
    expect((await (await nobody()).get(pepOf(theirs))).statusCode).toBe(401)
    expect((await root.put(pepOf({ id: randomUUID() }), whole)).statusCode).toBe(404)
    expect((await root.put(pepOf({ id: '00000000-0000-0000-0000-000000000000' }), whole)).statusCode).toBe(404)
    expect(await theirs.query('select client_id from pep_configs where organisation_id = $1', [theirs.id])).toEqual([
      { client_id: 'northbury' },
    ])
  })

  test('the secret is sent to no other address than the one it was set for: a new address needs it again (ORG-5, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    await ada.put(pepOf(ward), { ...config, clientSecret: secret })

    const elsewhere = { ...config, address: 'https://collector.example/fhir' }
    expect((await ada.put(pepOf(ward), elsewhere)).json()).toMatchObject({ status: 400, errors: [{ field: 'clientSecret' }] })

    expect((await ada.get(pepOf(ward))).json()).toMatchObject({ address: config.address })
    expect((await ada.put(pepOf(ward), { ...elsewhere, clientSecret: secret })).json()).toMatchObject({ address: elsewhere.address })
  })
})

import { describe, expect, test } from 'vitest'

import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { eventually, nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'

import { removeOldDraftsJob } from './remove-old-drafts.job.ts'

const drafts = '/api/tenants/tenant/member/drafts'
const at = { screen: '/patients/create', form: 'patient' }
const secretName = 'Unsaved-Lovelace'
const content = JSON.stringify({ lastName: secretName })
const query = new URLSearchParams(at).toString()

describe('Drafts of a member', () => {
  test('an entry is stored, replaced by the next one, and deleted when the member discards it (IDLE-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()

    expect((await ada.put(drafts, { ...at, content: '{"lastName":"Lo"}' })).json()).toEqual({ done: true })
    await ada.put(drafts, { ...at, content })
    await ada.put(drafts, { screen: '/users/create', form: 'user', content: '{}' })
    const { docs } = (await ada.get(drafts)).json()
    expect(docs).toEqual([
      { screen: '/users/create', form: 'user', content: '{}', keptAt: expect.any(String) as string },
      { ...at, content, keptAt: expect.any(String) as string },
    ])

    await ada.delete(`${drafts}?${query}`)
    expect((await ada.get(drafts)).json().docs).toHaveLength(1)
    expect(await ward.auditTrail(), 'one’s own unsaved words are nothing for the log').toEqual([])
  })

  test('nobody else can read or delete a draft: no colleague, no member of another organisation, no administrator (IDLE-4, ORG-7)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const ada = await ours.staff()
    const others = [await ours.staff('Admin'), await ours.staff(), await theirs.staff('Admin'), await systemAdministrator()]
    await ada.put(drafts, { ...at, content })

    for (const other of others) {
      expect((await other.get(drafts)).json()).toEqual({ docs: [] })
      expect((await other.delete(`${drafts}?${query}`)).statusCode).toBe(200)
    }
    expect((await ada.get(drafts)).json().docs).toMatchObject([{ content }])
    const stranger = await nobody()
    for (const answer of [
      await stranger.get(drafts),
      await stranger.put(drafts, { ...at, content }),
      await stranger.delete(`${drafts}?${query}`),
    ])
      expect(answer.json()).toMatchObject({ status: 401, code: 'not_signed_in' })
  })

  test('a copy of the database does not reveal what was typed, and the row of one member cannot be decrypted as another’s (IDLE-4)', async () => {
    const ward = await openOrganisation()
    const [ada, grace] = [await ward.staff(), await ward.staff()]
    await ada.put(drafts, { ...at, content })
    const [row] = await ward.query('select encode(sealed, $2) as sealed from drafts where organisation_id = $1', [ward.id, 'escape'])
    expect(row!['sealed']).not.toContain(secretName)

    await ward.query('update drafts set member_id = $1 where member_id = $2', [grace.id, ada.id])
    const answer = await grace.get(drafts)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain(secretName)
  })

  test('nothing is stored for more than a day, nor more than 20 at a time (IDLE-4)', async () => {
    const ward = await openOrganisation()
    const [ada, grace] = [await ward.staff(), await ward.staff()]
    for (let n = 1; n <= 22; n++) await ada.put(drafts, { screen: `/patients/${n}/manage`, form: 'patient', content: '{}' })
    const { docs } = (await ada.get(drafts)).json()
    expect(docs.map(({ screen }: { screen: string }) => screen)).toEqual(Array.from({ length: 20 }, (_, n) => `/patients/${22 - n}/manage`))

    await grace.put(drafts, { ...at, content })
    await ward.query("update drafts set kept_at = now() - interval '25 hours' where member_id = $1", [ada.id])
    expect((await ada.get(drafts)).json()).toEqual({ docs: [] })
    await ward.startWorkers()
    await ward.services.boss.send(removeOldDraftsJob.name, { organisationId: systemOrganisationId })
    const count = async () => Number((await ward.query('select count(*) from drafts where organisation_id = $1', [ward.id]))[0]!['count'])
    await eventually(async () => (await count()) === 1)
  })

  test('a draft that is too long, or of an unknown screen, is refused with a message (IDLE-4)', async () => {
    const ada = await (await openOrganisation()).staff()
    const wrong = await ada.put(drafts, { screen: '//evil.example', form: 'a b', content: 'x'.repeat(60_001) })
    expect(wrong.json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'screen', message: 'Screen is not valid.' },
        { field: 'form', message: 'Form is not valid.' },
        { field: 'content', message: 'Must be 60000 characters or fewer.' },
      ],
    })
  })
})

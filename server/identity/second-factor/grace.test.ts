import { describe, expect, test } from 'vitest'

import { addDays, formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { graceDays } from '#domain/sign-in-rules.ts'
import { remindOfSecondFactorJobs } from '#server/members/second-factor-mails.job.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import type { Role } from '#domain/roles.ts'
import { listen, personWithAccount } from '#test/listen.ts'
import { eventually, freshOdsCode } from '#test/organisation.ts'
import { addApp, ask, reachSecondStep } from '#test/second-factor.ts'
import { signInByHttp, type SignedIn } from '#test/sign-in.ts'

const [{ baseUrl }, real] = [await listen(), await listen({ DEMO: 'false' })]
const today = dateOf(new Date())
const inDays = (days: number) => addDays(today, days)

type Person = Awaited<ReturnType<typeof personWithAccount>>
const signIn = ({ emailAddress, password }: Person, server = baseUrl) => signInByHttp(server, emailAddress, password)

/** An Admin, and a colleague of theirs. */
async function twoColleagues(role: Role = 'Forms User') {
  const [ada, ben] = [await personWithAccount('Admin'), await personWithAccount(role)]
  await ada.ward.query('update members set organisation_id = $1 where id = $2', [ada.ward.id, ben.id])
  return { ada, ben, path: `/api/tenants/tenant/${ada.ward.id}` }
}
const due = async (signedIn: SignedIn) =>
  (await ask<{ secondFactorDue: string | null }>(signedIn, 'GET', '/api/tenants/tenant/member/me')).body.secondFactorDue
const mailsTo = async ({ ward, emailAddress }: Person) =>
  (await ward.query(
    "select subject, body from outbox_messages where recipient = $1 and subject ilike '%set up a second factor%' order by created_at",
    [emailAddress],
  )) as { subject: string; body: string }[]

async function becomeAdministrator({ ward, id }: Person) {
  await ward.query("update members set organisation_id = $1, role = 'Forms SysAdmin' where id = $2", [systemOrganisationId, id])
}

describe('PATCH /tenant/:id {secondFactorRequired: true}', () => {
  test('sessions without a second factor continue for 14 days; their members see the date, and get one mail (SIGN-9)', async () => {
    const { ada, ben, path } = await twoColleagues()
    await ada.ward.startWorkers()
    const [chief, colleague] = [await signIn(ada), await signIn(ben)]
    await addApp(chief)

    const { body } = await ask(chief, 'PATCH', path, { secondFactorRequired: true })

    expect(body).toMatchObject({ secondFactorRequired: true, secondFactorFrom: inDays(graceDays) })
    expect([await due(colleague), await due(await signIn(ben))]).toEqual([inDays(14), inDays(14)])
    expect(await due(chief), 'has one').toBeNull()
    const [mail] = await eventually(async () => ((await mailsTo(ben)).length > 0 ? mailsTo(ben) : undefined))
    expect(mail!.subject).toBe(`Set up a second factor for Formward by ${formatDate(inDays(14))}`)
    expect(mail!.body).toContain('/profile/security')
    await addApp(colleague)
    expect(await due(colleague)).toBeNull()
    expect((await ask(colleague, 'DELETE', '/totp')).status, 'not in force yet').toBe(200)
    expect(await mailsTo(ada)).toEqual([])
    expect(await mailsTo(ben)).toHaveLength(1)
  })

  test('on that date these sessions end, and a factor is set up at sign-in (SIGN-9)', async () => {
    const { ada, ben, path } = await twoColleagues()
    const [chief, colleague] = [await signIn(ada), await signIn(ben)]
    await ask(chief, 'PATCH', path, { secondFactorRequired: true, secondFactorFrom: inDays(1) })
    expect((await colleague.call('GET', '/api/tenants/tenant')).status).toBe(200)

    await ada.ward.query('update organisations set second_factor_from = $2 where id = $1', [ada.ward.id, today])

    expect((await colleague.call('GET', '/api/tenants/tenant')).status).toBe(401)
    expect((await colleague.refresh()).tokens).toMatchObject({ error: 'invalid_grant' })
    expect((await reachSecondStep(baseUrl, ben)).html).toContain('Set up a second factor')
  })

  test('a date that has passed, is too far ahead, or has no requirement is refused next to its field; the date can be changed and removed (SIGN-9)', async () => {
    const { ada, path } = await twoColleagues()
    const chief = await signIn(ada)
    const patch = (body: object) => ask(chief, 'PATCH', path, body)

    for (const [secondFactorFrom, message] of [
      [inDays(-1), 'The date must be today or later.'],
      [inDays(91), 'The date must be within 90 days.'],
      ['2026-02-30', 'The date is not valid.'],
    ] as const)
      expect(await patch({ secondFactorRequired: true, secondFactorFrom })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'secondFactorFrom', message }] },
      })
    expect(await patch({ secondFactorFrom: inDays(5) })).toMatchObject({
      body: { errors: [{ field: 'secondFactorFrom', message: 'Turn the second factor on to set a date.' }] },
    })
    await patch({ secondFactorRequired: true })
    expect(await patch({ secondFactorFrom: inDays(30) })).toMatchObject({ status: 200, body: { secondFactorFrom: inDays(30) } })
    expect(await patch({ expiryDays: 9 }), 'another setting').toMatchObject({ body: { secondFactorFrom: inDays(30) } })
    expect(await patch({ secondFactorRequired: false })).toMatchObject({ body: { secondFactorRequired: false, secondFactorFrom: null } })
    expect(await due(chief)).toBeNull()
  })
})

describe('the reminder of a second factor', () => {
  test('sends a reminder three days before the date, once for each date, to members without a second factor (SIGN-9)', async () => {
    const { ada, ben } = await twoColleagues()
    await ada.ward.startWorkers()
    await addApp(await signIn(ada))
    const require = (days: number) =>
      ada.ward.query('update organisations set second_factor_required = true, second_factor_from = $2 where id = $1', [
        ada.ward.id,
        inDays(days),
      ])
    const remind = async () => {
      const { boss } = ada.ward.services
      const id = await boss.send(remindOfSecondFactorJobs.inOne.name, { organisationId: ada.ward.id }, { singletonKey: ada.ward.id })
      await eventually(async () => (await boss.getJobById(remindOfSecondFactorJobs.inOne.name, id!))?.state === 'completed')
    }

    await require(4)
    await remind()
    await require(3)
    await remind()
    await remind()
    await eventually(async () => (await mailsTo(ben)).length > 0)
    await require(2)
    await remind()
    const mails = await eventually(async () => ((await mailsTo(ben)).length > 1 ? mailsTo(ben) : undefined))

    expect(mails.map(({ subject }) => subject)).toEqual(
      [3, 2].map((days) => `Reminder: set up a second factor for Formward by ${formatDate(inDays(days))}`),
    )
    expect(await mailsTo(ada)).toEqual([])
  })
})

describe('outside a demonstration', () => {
  test('a new organisation asks for a second factor 14 days after it was made; in a demonstration it does not (SIGN-9)', async () => {
    const root = await personWithAccount('Admin')
    await becomeAdministrator(root)
    const create = async (server: string, body: object) =>
      (
        await ask(await signIn(root, server), 'POST', '/api/tenants/tenant', {
          name: 'New',
          odsCode: freshOdsCode(),
          ...body,
        })
      ).body

    expect(await create(real.baseUrl, {})).toMatchObject({ secondFactorRequired: true, secondFactorFrom: inDays(14) })
    expect(await create(real.baseUrl, { secondFactorRequired: false })).toMatchObject({
      secondFactorRequired: false,
      secondFactorFrom: null,
    })
    expect(await create(baseUrl, {})).toMatchObject({ secondFactorRequired: false, secondFactorFrom: null })
  })

  test('a system administrator has 14 days from the day the account was made, whenever that is (SIGN-9)', async () => {
    const root = await personWithAccount('Admin')
    await becomeAdministrator(root)
    const signedIn = await signIn(root, real.baseUrl)
    expect(await due(signedIn)).toBe(inDays(14))

    await root.ward.query('update organisations set second_factor_from = $2 where id = $1', [systemOrganisationId, inDays(-30)])
    expect([await due(signedIn), (await signedIn.call('GET', '/api/tenants/tenant')).status]).toEqual([inDays(14), 200])
    await root.ward.query("update members set created_at = now() - interval '14 days' where id = $1", [root.id])
    expect((await signedIn.call('GET', '/api/tenants/tenant')).status).toBe(401)
  })
})

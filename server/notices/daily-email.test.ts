import { describe, expect, test } from 'vitest'

import { dateOf } from '#domain/moments.ts'
import { getCurrentMember } from '#server/members/members.sql.ts'
import { actForMember } from '#server/members/members.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aRequest } from '#test/requests.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { queueDailyEmails, sendDailyEmail, sendDailyEmailJob } from './daily-email.job.ts'

const answered = { status: 'completed' as const, openedAt: '2026-01-01T09:00:00Z', completedAt: '2026-01-01T10:00:00Z' }
const wants = async (staff: Awaited<ReturnType<TestOrganisation['staff']>>) =>
  expect((await staff.patch('/api/tenants/tenant/member/me', { dailyEmail: true })).json()).toMatchObject({ dailyEmail: true })

/** What the queue does in the morning, without its clock. */
async function morning(own: TestOrganisation) {
  await queueDailyEmails(stepsOf(own))
  const jobs = await own.query(
    `select data from pgboss.job where name = 'send-daily-email' and data->>'memberId' in (select id::text from members where organisation_id = $1)`,
    [own.id],
  )
  for (const { data } of jobs) await sendDailyEmail(stepsOf(own), data as { memberId: string; day: string }) // made by queueDailyEmails
}
const mails = (own: TestOrganisation) =>
  own.query('select recipient, subject, body from outbox_messages where organisation_id = $1 order by recipient', [own.id])

describe('The daily email', () => {
  test('tells a member who chose it how many form requests wait, once a day, without a name (REQ-6)', async () => {
    const own = await openOrganisation()
    const [ada, other] = [await own.staff(), await own.staff()]
    await wants(ada)
    await aRequest(own, { ...answered, assigneeId: ada.id, isUrgent: true })
    await aRequest(own, { ...answered, assigneeId: other.id })
    for (let n = 0; n < 3; n++) await aRequest(own, answered)

    await morning(own)
    await morning(own)

    const [mail, ...more] = await mails(own)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: `${ada.id}@example.com`, subject: 'Form requests to review (Formward)' })
    expect(mail!['body']).toContain('Assigned to you: 1\nUrgent: 1\nUnassigned: 3')
    expect(mail!['body']).not.toMatch(/Samira|Okafor|NHS number/)
  })

  test('is not sent when nothing waits, to a member who has left, or a day late (REQ-6)', async () => {
    const own = await openOrganisation()
    const [idle, gone] = [await own.staff(), await own.staff()]
    await wants(idle)
    await morning(own)
    await wants(gone)
    await own.query('update members set is_active = false where id = $1', [gone.id])
    await aRequest(own, answered)
    await morning(own)
    const late = await own.staff()
    await wants(late)
    await sendDailyEmail(stepsOf(own), { memberId: late.id, day: '2026-01-01' })

    expect(await mails(own)).toEqual([])
    expect(await own.query('select daily_email_on::text as day from members where id = $1', [idle.id])).toEqual([
      { day: dateOf(new Date()) },
    ])
  })

  test('is neither offered nor queued where no emails to users can be sent (REQ-6)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    await wants(ada)
    const { config } = own.services
    const services = { ...own.services, config: { ...config, NOTIFICATION_TRANSPORT: ['nhs-notify' as const] } }
    const steps = stepsOf({ ...own, services })

    await queueDailyEmails(steps)
    expect(await steps.step((ctx) => ctx.services.boss.findJobs(sendDailyEmailJob.name, { data: { memberId: ada.id } }))).toEqual([])
    expect(await steps.step(async (ctx) => (await getCurrentMember(await actForMember(ctx, ada.id))).dailyEmail)).toBeNull()
  })

  test('counts only patients of the member’s wards (MEM-4)', async () => {
    const own = await openOrganisation({ wardAccess: 'assigned' })
    const clerk = await own.staff('User')
    await wants(clerk)
    await aRequest(own, answered)

    await morning(own)

    expect(await mails(own)).toEqual([])
  })
})

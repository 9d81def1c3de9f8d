import { describe, expect, test } from 'vitest'

import { forgetErrors } from '#test/logged-errors.ts'
import { openMailServer, withSmtp } from '#test/mail-server.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { sendMemberMail, sendMemberMailJob } from './send-member-mail.job.ts'

const failures = async (ward: TestOrganisation) =>
  (await ward.auditTrail()).filter(({ event_type }) => event_type === 'tenantMemberMailFailed')

describe('An email to a member', () => {
  test('that the mail server refuses is in the log of the member, without the address (AUD-1, MEM-2)', async () => {
    const ward = await openOrganisation()
    const grace = await ward.staff()
    const server = await openMailServer({ refuse: true })

    await sendMemberMail(stepsOf({ id: ward.id, services: withSmtp(ward.services, server.url) }), {
      memberId: grace.id,
      kind: 'passkeyAdded',
    })
    await server.close()

    expect(await failures(ward)).toMatchObject([{ actor_id: grace.id, subject_id: grace.id, detail: { mail: 'passkeyAdded' } }])
  })

  test('is tried for about three hours, and one whose tries are used up is in the log of the member (AUD-1, MEM-2)', async () => {
    const ward = await openOrganisation()
    const grace = await ward.staff()
    const queues = await ward.query("select name, retry_limit, retry_delay_max from pgboss.queue where name = 'send-member-mail'")
    expect(queues).toEqual([{ name: 'send-member-mail', retry_limit: 20, retry_delay_max: 900 }])
    await ward.query(`alter table outbox_messages add constraint unusable check (organisation_id <> '${ward.id}') not valid`)
    const data = { memberId: grace.id, kind: 'passwordChanged', organisationId: ward.id }
    await ward.services.boss.send(sendMemberMailJob.name, data, { retryLimit: 0, group: { id: ward.id } })
    await ward.startWorkers()

    await eventually(async () => (await failures(ward)).length > 0)
    await ward.query('alter table outbox_messages drop constraint unusable')
    forgetErrors()

    expect(await failures(ward)).toMatchObject([{ subject_id: grace.id, detail: { mail: 'passwordChanged' } }])
    const log = await (await ward.staff('Forms OrgAdmin')).get(`/api/tenants/tenant/members/logs/${grace.id}`)
    expect(log.json<{ docs: object[] }>().docs).toContainEqual(expect.objectContaining({ eventType: 'tenantMemberMailFailed' }))
  })
})

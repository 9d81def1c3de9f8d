import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { inOrganisation } from '#server/platform/database.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { eventually, openOrganisation } from '#test/organisation.ts'
import { aForm, answered, aRequest } from '#test/requests.ts'

type Groupings = { status: Record<string, number>; location: { value: string; count: number }[]; urgent: number }

/** An organisation without a worker, with 2,500 form requests that differ from each other and have all been changed. */
async function withManyChanges() {
  const ward = await openOrganisation()
  const member = await ward.staff()
  const { id, formId } = await aRequest(ward, { formId: (await aForm(ward)).id, location: 'Ward 0' })
  await answered(ward, { id, formId }, { needed: 'yes' })
  const as = (statement: ReturnType<typeof sql>) => inOrganisation(ward.services.db, ward.id, (tx) => statement.execute(tx))
  await as(sql`
    insert into form_requests (organisation_id, patient_id, form_id, form_version, specialty, location, event, notification_method, created_at, send_at,
      expires_at, patient_name_key)
    select organisation_id, patient_id, form_id, form_version, '320', 'Ward ' || n % 7, 'Clinic ' || n, notification_method, created_at, send_at,
      expires_at, patient_name_key
    from form_requests, generate_series(1, 2499) n where ${ofThisOrganisation('form_requests')} and id = ${id}::uuid`)
  await as(sql`update form_requests set is_urgent = true, event = event || ' (moved)' where ${ofThisOrganisation('form_requests')}`)
  const unfolded = async () =>
    (
      await ward.query(
        `select (select count(*) from form_request_changes where organisation_id = $1) as requests,
           (select count(*) from answer_changes where organisation_id = $1) as answers`,
        [ward.id],
      )
    ).map(({ requests, answers }) => ({ requests: Number(requests), answers: Number(answers) }))[0]!
  const read = async () => (await member.get('/api/forms/request/groupings')).json<Groupings>()
  const plain = async () => {
    const rows = await ward.query(
      'select location as value, count(*)::int as count from form_requests where organisation_id = $1 group by 1 order by 2 desc, 1',
      [ward.id],
    )
    return { status: { unopened: 2_500 }, urgent: 2_500, location: rows }
  }
  return { ward, unfolded, read, plain }
}

describe('GET /request/groupings', () => {
  test('a reader who finds thousands of changes that no worker has folded has them folded, and every number stays exact (REQ-1, PERF-1, PERF-3)', async () => {
    const { unfolded, read, plain } = await withManyChanges()
    expect(await unfolded()).toEqual({ requests: expect.closeTo(7_500, -2), answers: 1 })

    for (const nth of [1, 2]) expect([nth, await read()]).toMatchObject([nth, await plain()])

    await eventually(async () => {
      const { requests, answers } = await unfolded()
      return requests + answers === 0
    })
    expect(await read()).toMatchObject(await plain())
  })

  test('a reader does not wait for a fold that another process is busy with (REQ-1, PERF-1)', async () => {
    const { ward, unfolded, read, plain } = await withManyChanges()

    await inOrganisation(ward.services.db, ward.id, async (tx) => {
      await sql`call fold_request_changes()`.execute(tx)
      for (const nth of [1, 2]) expect([nth, await read()]).toMatchObject([nth, await plain()])
      expect((await unfolded()).requests, 'not committed').toBeGreaterThan(5_000)
    })
    expect(await read()).toMatchObject(await plain())
  })
})

import { describe, expect, test } from 'vitest'

import { requestSorts } from '#contract/requests.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { collectPlans, pagesIn } from '#test/collect-plans.ts'
import { testServer } from '#test/test-server.ts'
import { openOrganisation } from '#test/organisation.ts'
import { aRequest } from '#test/requests.ts'

import { findPage } from './worklist.sql.ts'

describe('The first page of GET /request', () => {
  test('page 1 in any order is read from the start of one index, without reading through or sorting other rows (PERF-1)', async () => {
    const full = await openOrganisation()
    const { id: organisationId } = full
    const { id } = await aRequest(full)
    await full.query(
      `insert into form_requests (organisation_id, patient_id, form_id, form_version, patient_name_key, notification_method, status, specialty, pathway_id,
       location, created_at, updated_at, completed_at, notified_at, expires_at, is_unreached, unreached_reason, unreached_at, is_urgent)
     select organisation_id, patient_id, form_id, form_version, 'smith ' || n, 'sms', (array['unopened', 'completed', 'closed'])[1 + n % 3],
       (array['', '100', '320'])[1 + n % 3], 'PW-' || n, (array['', 'Ward 4B'])[1 + n % 2], at, at, case when n % 3 > 0 then at end, case when n % 7 > 0 then at end, at,
       n % 5 = 0, case when n % 5 = 0 then 'technical_failure' end, case when n % 5 = 0 then at end, n % 50 = 25
     from form_requests, generate_series(1, 5000) n, lateral (select now() - n * interval '1 hour' as at) moments where id = $1`,
      [id],
    )
    await full.query('vacuum analyze form_requests')
    const { services } = await testServer()
    const actor = { kind: 'member', id: null, organisationId, name: '', permissions: [] } as const
    for (const sort of requestSorts.flatMap((name) => [name, `-${name}`] as const)) {
      const [plan] = await inOrganisation(services.db, organisationId, async (tx) => {
        const { explained, plans } = collectPlans(tx)
        const asked = { page: 1, limit: 10, sort, filters: {} }
        await findPage({ tx: explained, actor, organisationId, services }, asked, async () => 5_001)
        return plans
      })
      const [, read] =
        /Index Only Scan (?:Backward )?using \w+ on form_requests r \(actual rows=10\.00 loops=1\)[^]*?(Buffers: .*)/.exec(plan!) ?? []
      expect(read, `${sort}: ${plan}`).toBeDefined()
      expect(plan).not.toMatch(/Sort \(|Seq Scan on form_requests|Rows Removed/)
      // The way down an index and the ten rows, out of hundreds of pages; besides, whether wards limit what is seen.
      const [, wards] = /InitPlan 1\n.*\n +(Buffers: .*)/.exec(plan!) ?? []
      expect(pagesIn(read) - pagesIn(wards), plan).toBeLessThan(25)
    }
  })
})

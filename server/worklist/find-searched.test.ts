import { describe, expect, test } from 'vitest'

import { inOrganisation } from '#server/platform/database.ts'
import { testServer } from '#test/test-server.ts'
import { openOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

import { findSearched } from './find-searched.sql.ts'

async function openSearched() {
  const ward = await openOrganisation({ wardAccess: 'assigned' })
  const [wardRow] = await ward.query('insert into wards (organisation_id, name) values ($1, $2) returning id', [ward.id, 'East'])
  const clerk = await ward.staff('User')
  const wardId = wardRow!['id'] as string
  await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, clerk.id, wardId])
  const formId = (await aForm(ward)).id
  const names = ['Smith', 'Smithson Smith', 'Blacksmith', 'De Souza', 'O’Neil']
  for (let n = 0; n < 10; n++) {
    const patient = await aPatient(ward, {
      firstName: ['Anna', 'Smila'][n % 2]!,
      lastName: names[n % 5]!,
      localPatientId: `R1${n}`,
      wardId: n < 6 ? wardId : null,
    })
    for (let of = 0; of < 3; of++)
      await aRequest(ward, {
        patientId: patient.id,
        formId,
        status: (['unopened', 'closed', 'completed'] as const)[(n + of) % 3]!,
        specialty: ['', '320'][of % 2]!,
        pathwayId: of === 0 ? `R1${n}-PW` : '',
        isUrgent: n % 4 === 0,
        createdAt: new Date(Date.UTC(2026, 1, 1, n, of)).toISOString(),
      })
  }
  const { services } = await testServer()
  const ask = (
    memberId: string | undefined,
    query: Partial<Parameters<typeof findSearched>[1]>,
    bounds?: { few: number; looked: number },
  ) =>
    inOrganisation(services.db, ward.id, (tx) =>
      Promise.resolve(
        tx.executeQuery({
          sql: `select set_config('app.member_id', $1, true)`,
          parameters: [memberId ?? ''],
          query: { kind: 'RawNode' } as never,
          queryId: { queryId: 'limit' },
        }),
      ).then(() =>
        findSearched(
          {
            tx,
            services,
            organisationId: ward.id,
            actor: { kind: 'member', id: clerk.id, organisationId: ward.id, name: '', permissions: [] },
          },
          { page: 1, limit: 10, filters: {}, search: 's', ...query },
          bounds,
        ),
      ),
    )
  return { ask, clerk }
}

const told = ({ ids, total, counts, isCountCapped }: Awaited<ReturnType<typeof findSearched>>) => ({
  ids,
  total,
  isCountCapped,
  counts: Object.entries(counts).map(([name, values]) => [name, [...values].toSorted()]),
})

describe('The search of GET /request', () => {
  test('a search returns and counts the same whether results are searched first or filtered along the list, for members with and without limits (REQ-1, PERF-1)', async () => {
    const { ask, clerk } = await openSearched()
    const searches = [
      's',
      'sm',
      'smith s',
      'smi anna',
      'R1',
      'R13',
      '3',
      'r11-pw',
      'nobody',
      'o neil',
      'desouza',
      'r1',
      'smith, anna',
      'n o',
      'an na',
    ]
    const filters = [
      {},
      { status: ['closed' as const] },
      { urgent: true, specialty: ['320'] },
      { createdFrom: '2026-02-01', method: ['sms' as const] },
    ]
    for (const [nth, search] of searches.entries())
      for (const member of [undefined, clerk.id])
        for (const one of [{}, filters[nth % filters.length]!]) {
          const sort = (['-createdAt', 'lastName', 'status', '-submittedAt'] as const)[nth % 4]!
          const query = { search, filters: one, sort, page: 1 + (search.length % 2), limit: 7 }
          const few = await ask(member, query)
          expect(few.isCountCapped).toBe(false)
          const along = await ask(member, query, { few: 0, looked: 1_000 })
          expect([member, query, told(along)]).toEqual([member, query, told(few)])
        }
  })

  test('a search with more results than are counted says that there are more, and never a smaller number than it shows (REQ-1, PERF-1)', async () => {
    const { ask } = await openSearched()
    const whole = await ask(undefined, { search: 's' })
    const bounded = await ask(undefined, { search: 's' }, { few: 2, looked: 9 })
    expect(bounded.ids).toEqual(whole.ids)
    expect(bounded.isCountCapped).toBe(true)
    expect(bounded.total).toBeGreaterThanOrEqual(bounded.ids.length)
    expect(bounded.total).toBeLessThan(whole.total)
    const last = await ask(undefined, { search: 's', page: Math.ceil(whole.total / 10) }, { few: 2, looked: 9 })
    expect([last.total, last.isCountCapped], 'where it ends it is known how many there are').toEqual([whole.total, false])
  })
})

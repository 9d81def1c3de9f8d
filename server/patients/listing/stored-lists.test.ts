import type { RootOperationNode } from 'kysely'
import { describe, expect, test } from 'vitest'

import { inOrganisation } from '#server/platform/database.ts'
import { collectPlans } from '#test/collect-plans.ts'
import { testServer } from '#test/test-server.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'

import { readPatientSearch } from '#domain/patient-search.ts'
import { findPage, findSearched } from './find-page.sql.ts'

const kinds = 'is_archived, sex, preferred_method, admission_status, ward_id'

/** What is kept beside the patients, and the same made of the patients themselves. */
async function keptAndTrue(ward: TestOrganisation) {
  const [counts, counted, words, said] = await Promise.all([
    ward.query(
      `select ${kinds}, sum(patients)::int as n from patient_counts where organisation_id = $1 group by ${kinds} having sum(patients) <> 0 order by 1, 2, 3, 4, 5`,
      [ward.id],
    ),
    ward.query(`select ${kinds}, count(*)::int as n from patients where organisation_id = $1 group by ${kinds} order by 1, 2, 3, 4, 5`, [
      ward.id,
    ]),
    ward.query('select is_archived, word, name_key, patient_id, ward_id from patient_words where organisation_id = $1 order by 2, 4', [
      ward.id,
    ]),
    ward.query(
      `select distinct is_archived, word collate "C" as word, name_key, id as patient_id, ward_id
       from patients cross join words_of_name(name_key) word where organisation_id = $1 order by 2, 4`,
      [ward.id],
    ),
  ])
  return { kept: { counts, words }, true: { counts: counted, words: said } }
}

async function manyPatients(ward: TestOrganisation, count: number, areNumbered = false) {
  await ward.query("insert into wards (organisation_id, name) values ($1, 'East'), ($1, 'West')", [ward.id])
  await ward.query(
    `insert into patients (organisation_id, first_name, last_name, name_key, date_of_birth, sex, preferred_method, admission_status, ward_id, nhs_number, local_patient_id)
     select $1, 'Anna', 'Smith', (array['smith ', 'smithson-smith ', 'de-souza ', 'oneil '])[1 + n % 4] || (array['anna', 'smila', 'jo'])[1 + n % 3] || n, '1970-01-01',
       (array['male', 'female', null])[1 + n % 3], (array['sms', 'email', null])[1 + n % 3], (array['', 'waiting'])[1 + n % 2],
       (select id from wards w where w.organisation_id = $1 and name = (array['East', 'West', null])[1 + n % 3]),
       case when $3 then (9000000000 + n)::text end, case when $3 then 'R' || (1000000 + n) end
     from generate_series(1, $2::int) n`,
    [ward.id, count, areNumbered],
  )
}

describe('The stored lists of patients', () => {
  test('the stored lists are right at every moment, whatever changes at the same time and whenever they are updated (PAT-1, PERF-1)', async () => {
    const ward = await openOrganisation()
    const elsewhere = await openOrganisation()
    await Promise.all([manyPatients(ward, 120), manyPatients(elsewhere, 10)])
    const change = (n: number) =>
      ward.query(
        `update patients set archived_at = case when random() < 0.3 then now() end, sex = case when random() < 0.5 then 'female' end,
         name_key = case when random() < 0.5 then 'smith-smith ' || $3 else name_key end,
         ward_id = case when random() < 0.7 then (select id from wards where organisation_id = $1 order by random() limit 1) end
       where organisation_id = $1 and mod(hashtext(id::text), 12) = $2`,
        [ward.id, n - 6, `x${n}`],
      )

    for (let round = 0; round < 3; round++) {
      await Promise.all([...Array.from({ length: 12 }, (_, n) => change(n)), ward.query(`call sum_patient_counts('${ward.id}')`)])
      const { kept, true: real } = await keptAndTrue(ward)
      expect(kept).toEqual(real)
    }
    await ward.query(`call sum_patient_counts('${ward.id}')`)
    const { kept, true: real } = await keptAndTrue(ward)
    expect(kept).toEqual(real)
    const rows = await ward.query('select count(*)::int as n from patient_counts where organisation_id = $1', [ward.id])
    expect(rows, 'summed up, every kind is one row').toEqual([{ n: real.counts.length }])
    const others = await keptAndTrue(elsewhere)
    expect(others.kept).toEqual(others.true)
  })

  test('a common name is found and counted in the index, without reading patients who are not shown (PAT-5, PERF-1)', async () => {
    const ward = await openOrganisation()
    await manyPatients(ward, 4_000)
    await ward.query('vacuum analyze patient_words')
    const { services } = await testServer()

    const plan = await inOrganisation(services.db, ward.id, async (tx) => {
      const { explained, plans } = collectPlans(tx)
      const actor = { kind: 'member', id: null, organisationId: ward.id, name: '', permissions: [] } as const
      const query = { page: 1, limit: 10, filters: { archived: false } }
      // No row comes of a plan.
      await findSearched({ tx: explained, actor, organisationId: ward.id, services }, query, readPatientSearch('smith s')).catch(
        () => undefined,
      )
      return plans.find((one) => one.includes('patient_words'))
    })

    expect(plan).toMatch(/Index Only Scan using patient_words_pkey on patient_words w \(actual rows=2000/)
    expect(plan).not.toMatch(/Scan.* on patients.*actual rows=[1-9]/)
    const ada = await ward.staff('User')
    const found = async (query: string) => (await ada.get(`/api/patients/patient?limit=20&filters[search]=${query}`)).json()
    // Each is counted once, though two or three parts of some names begin like that.
    expect([(await found('smi')).totalDocs, (await found('smith s')).totalDocs, (await found('SMITHSON')).totalDocs]).toEqual([
      2_666, 2_000, 1_000,
    ])
  })

  test('pages of patients follow each other by place, both ways, with and without a number (PAT-1, PERF-1)', async () => {
    const ward = await openOrganisation()
    await manyPatients(ward, 60)
    await ward.query(
      `update patients set nhs_number = (9000000000 + mod(hashtext(id::text), 1000000)::bigint)::text where organisation_id = $1 and sex = 'male'`,
      [ward.id],
    )
    const ada = await ward.staff('User')
    for (const sort of ['lastName', '-lastName', 'nhsNumber', '-nhsNumber', '-dateOfBirth', 'createdAt']) {
      const page = async (n: number, cursor = '') =>
        (await ada.get(`/api/patients/patient?limit=7&sort=${sort}&page=${n}&cursor=${cursor}`)).json()
      const whole = (await ada.get(`/api/patients/patient?limit=100&sort=${sort}`)).json().docs.map(({ id }: { id: string }) => id)
      let cursor = ''
      for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 3, 9]) {
        const answer = await page(n, cursor)
        expect([sort, n, answer.docs.map(({ id }: { id: string }) => id)]).toEqual([sort, n, whole.slice((n - 1) * 7, n * 7)])
        cursor = answer.cursor
      }
    }
  })

  test('results come in the same order whether they are searched first or filtered along the list (PAT-1, PERF-1)', async () => {
    const ward = await openOrganisation()
    await manyPatients(ward, 300)
    const ada = await ward.staff('User')
    // Pages of five of many come along the order; the first hundred are found first.
    const first = async (query: string, limit: number, pages: number) => {
      const asked = Array.from({ length: pages }, (_, n) => ada.get(`/api/patients/patient?limit=${limit}&page=${n + 1}&${query}`))
      const answers = (await Promise.all(asked)).map((answer) => answer.json())
      return [
        answers.map(({ totalDocs }) => totalDocs).at(0),
        answers.flatMap(({ docs }) => docs.map(({ id }: { id: string }) => id)).slice(0, 15),
      ]
    }
    for (const [query, total] of [
      ['filters[sex]=female', 100],
      ['filters[sex]=female&filters[admissionStatus]=waiting', 50],
      ['filters[search]=s', 150],
      ['filters[search]=s&filters[sex]=female', 50],
    ] as const)
      for (const sort of ['lastName', '-lastName', 'dateOfBirth', '-createdAt']) {
        const [counted, ids] = await first(`sort=${sort}&${query}`, 5, 3)
        expect([query, sort, counted, ids]).toEqual([query, sort, total, (await first(`sort=${sort}&${query}`, 100, 1))[1]])
      }
  })

  test('the last of many pages is read from the end of the index, without sorting all rows (PAT-1, PERF-1)', async () => {
    const ward = await openOrganisation()
    const { id: organisationId, services } = ward
    await manyPatients(ward, 4_000)
    await ward.query('vacuum analyze patients')
    const actor = { kind: 'member', id: null, organisationId, name: '', permissions: [] } as const
    const asked = { page: 134, limit: 10, filters: { archived: false, sex: ['female' as const] } }

    const plan = await inOrganisation(services.db, organisationId, async (tx) => {
      const queries: RootOperationNode[] = []
      const heard = tx.withPlugin({
        transformQuery: ({ node }) => (queries.push(node), node),
        transformResult: async ({ result }) => result,
      })
      const { ids, total } = await findPage({ tx: heard, actor, organisationId, services }, asked)
      expect([ids.length, total]).toEqual([4, 1_334])
      const { explained, plans } = collectPlans(tx)
      const executor = explained.getExecutor()
      const queryId = { queryId: 'plan' }
      await executor.executeQuery(executor.compileQuery(executor.transformQuery(queries.at(-1)!, queryId), queryId))
      return plans[0]!
    })

    expect(plan).toMatch(/Index .*Scan Backward using patients_name/)
    expect(plan).not.toMatch(/Sort \(/)
    expect(plan, 'the place of a row is made outside, and not for each row that is skipped').toMatch(/^Subquery Scan on page/)
  })

  test('a search by number is planned with the number, because how many patients have it decides how the index is read (PAT-1, PERF-1)', async () => {
    const ward = await openOrganisation()
    const { id: organisationId, services } = ward
    await manyPatients(ward, 40, true)
    const actor = { kind: 'member', id: null, organisationId, name: '', permissions: [] } as const
    const modesOf = (search: string) =>
      inOrganisation(services.db, organisationId, async (tx) => {
        const asked: string[] = []
        const heard = tx.withPlugin({
          transformQuery: ({ node }) => (asked.push(JSON.stringify(node)), node),
          transformResult: async ({ result }) => result,
        })
        const { total } = await findPage(
          { tx: heard, actor, organisationId, services },
          { page: 1, limit: 10, filters: { archived: false, search } },
        )
        return [
          total,
          asked
            .join()
            .match(/force_\w+_plan/g)
            ?.join(),
        ]
      })
    // EXPLAIN always knows the values, so the plan itself cannot be asked here.
    expect(await modesOf('900000001')).toEqual([10, 'force_custom_plan'])
    expect(await modesOf('r1000017')).toEqual([1, 'force_custom_plan'])
    expect(await modesOf('9000000017'), 'a whole NHS number').toEqual([1, 'force_generic_plan'])
    expect(await modesOf('smith')).toEqual([20, 'force_generic_plan'])
  })

  test('a search for more patients than are counted says so, shows every page, and never a smaller number than it shows (PAT-1, PERF-1)', async () => {
    const ward = await openOrganisation()
    const { id: organisationId, services } = ward
    await manyPatients(ward, 60, true)
    const actor = { kind: 'member', id: null, organisationId, name: '', permissions: [] } as const
    const ask = (page: number, limit: number, bounds?: { few: number; counted: number }) =>
      inOrganisation(services.db, organisationId, (tx) =>
        findPage(
          { tx, actor, organisationId, services },
          { page, limit, sort: 'nhsNumber', filters: { archived: false, search: '90' } },
          bounds,
        ),
      )
    const whole = await ask(1, 100)
    expect([whole.total, whole.isCountCapped]).toEqual([60, false])
    const pages = await Promise.all([1, 2, 3].map((page) => ask(page, 25, { few: 5, counted: 20 })))
    expect(pages.flatMap(({ ids }) => ids)).toEqual(whole.ids)
    expect(pages.map(({ total, isCountCapped }) => [total, isCountCapped])).toEqual([
      [25, true],
      [50, true],
      [60, false],
    ])
    expect((await ask(1, 25, { few: 5, counted: 60 })).isCountCapped, 'as many as are counted').toBe(false)
  })
})

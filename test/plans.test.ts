import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { listPatients } from '#server/patients/patients.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation, openDatabase } from '#server/platform/database.ts'
import { getRequestDetails } from '#server/requests/request-details.sql.ts'
import { changeRequests, lockRequests } from '#server/requests/request-rows.sql.ts'
import { insertEvents } from '#server/timeline/timeline.ts'
import { readDashboard } from '#server/worklist/dashboard/read-dashboard.ts'
import { listRequests } from '#server/worklist/worklist.ts'

import { openOrganisation, type TestOrganisation } from './organisation.ts'
import { answered, aRequest } from './requests.ts'

/** PostgreSQL plans a prepared statement so many times with its values before it compares costs. */
const plansWithValues = 5

/** How often each statement is planned with its values while something is asked more often than that, each time at the start of a transaction. */
async function plansOf({ id, services }: TestOrganisation, ask: (ctx: Context) => Promise<unknown>) {
  const actor: Context['actor'] = { kind: 'member', id: randomUUID(), organisationId: id, name: '', permissions: ['ward:update'] }
  const db = openDatabase(services.db.url, { max: 1 }) // the plans are those of one connection
  try {
    for (let nth = 0; nth < 2 * plansWithValues; nth++)
      await inOrganisation(db, id, (tx) => ask({ tx, actor, organisationId: id, services }))
    const { rows } = await db.pool.query<{ statement: string; plans: number }>(
      'select statement, custom_plans::int as plans from pg_prepared_statements',
    )
    return rows
  } finally {
    await db.pool.end()
  }
}

test('statements of a form request, the dashboard and a search for one patient are planned once and not at each call (PERF-1)', async () => {
  const ward = await openOrganisation()
  const request = await aRequest(ward, { status: 'completed', openedAt: '2026-11-01T10:00:00Z', completedAt: '2026-11-02T10:00:00Z' })
  await answered(ward, request, { needed: 'no' })
  const [patient] = await ward.query('select nhs_number from patients where id = $1', [request.patientId])
  const search = String(patient!['nhs_number'])
  const [details, dashboard, requests, patients] = [
    await plansOf(ward, (ctx) => getRequestDetails(ctx, request.id)),
    await plansOf(ward, readDashboard),
    await plansOf(ward, (ctx) => listRequests(ctx, { page: 1, limit: 10, filters: { search } })),
    await plansOf(ward, (ctx) => listPatients(ctx, { page: 1, limit: 10, filters: { archived: false, search } })),
  ]

  // With few rows PostgreSQL may keep a plan by itself after five calls, so most statements are looked at from the first on.
  const planned = (plans: typeof details, from: RegExp) => plans.filter(({ statement }) => from.test(statement)).map((one) => one.plans)
  expect(planned(details, /from "form_request_(events|notes)"/)).toEqual([0, 0])
  expect(planned(dashboard, /from form_requests r where/)).toEqual([0])
  expect(planned(dashboard, /from message_counts c where/)).toEqual([0])
  expect(new Set(planned(dashboard, /from form_request_counts/))).toEqual(new Set([0]))
  const again = [...requests, ...patients].filter(({ plans }) => plans > plansWithValues)
  expect(again).toEqual([])
})

/** More form requests of the same patient, by the owner of the tables. */
async function copyRequest(ward: TestOrganisation, id: string, count: number) {
  await ward.query(
    `insert into form_requests (organisation_id, patient_id, form_id, form_version, notification_method, expires_at, patient_name_key)
     select organisation_id, patient_id, form_id, form_version, notification_method, expires_at, patient_name_key
     from form_requests, generate_series(1, $2) where id = $1`,
    [id, count],
  )
  await ward.query('analyze form_requests')
}

test('statements that change one form request are planned once and not at each change (PERF-1)', async () => {
  const ward = await openOrganisation()
  const { id } = await aRequest(ward)
  await copyRequest(ward, id, 3_000) // with few rows PostgreSQL keeps a plan by itself
  const plans = await plansOf(ward, async (ctx) => {
    await lockRequests(ctx, [id])
    await changeRequests(ctx, [id], { outcome: null })
    await insertEvents(ctx, [id], 'outcome_set')
  })

  expect(plans.filter((one) => one.plans > plansWithValues)).toEqual([])
  const statements = [/^select .* from "form_requests" as "r" .* for update/s, /^update "form_requests"/, /insert into form_request_events/]
  expect(statements.map((statement) => plans.filter((one) => statement.test(one.statement)).length)).toEqual([1, 1, 1])
})

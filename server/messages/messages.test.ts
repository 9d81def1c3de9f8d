import fc from 'fast-check'
import { sql } from 'kysely'
import qs from 'qs'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { messages } from '#contract/messages.ts'
import type { RouteResponse } from '#contract/route.ts'
import { messageReasonCodes } from '#domain/message-reasons.ts'
import { messageMethods, notificationCategories, notificationStatuses } from '#domain/notification.ts'
import { createApp } from '#server/app.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { rowsRead } from '#test/rows-read.ts'
import { runs } from '#test/strength.ts'

import type { MessagesQuery } from './message-list.sql.ts'
import { listMessages } from './messages.ts'

type Page = RouteResponse<typeof messages.list>
type Totals = RouteResponse<typeof messages.totals>
const address = '/api/forms/message'

type Seed = Partial<{
  requestId: string
  method: string
  status: string
  category: string
  reasonCode: string | null
  createdAt: string
  fragments: number | null
  price: number | null
  channel: string | null
}>

async function aMessage(ward: TestOrganisation, seed: Seed & { requestId: string }) {
  const { method = 'sms', status = 'delivered', category = 'request_created', createdAt = '2026-03-10T12:00:00Z' } = seed
  const [row] = await ward.query(
    `insert into notifications (organisation_id, request_id, category, method, status, reason, reason_code, fragments, price, channel, created_at, sent_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, null) returning id`,
    [
      ward.id,
      seed.requestId,
      category,
      method,
      status,
      seed.reasonCode ? 'In words.' : '',
      seed.reasonCode ?? null,
      seed.fragments ?? null,
      seed.price ?? null,
      seed.channel ?? null,
      createdAt,
    ],
  )
  return String(row!['id'])
}

const listOf = (member: { get: (url: string) => Promise<{ json: () => unknown }> }) => ({
  page: async (query: object = {}) => (await member.get(`${address}?${qs.stringify({ limit: 100, ...query })}`)).json() as Page,
  totals: async (query: object = {}) => (await member.get(`${address}/totals?${qs.stringify(query)}`)).json() as Totals,
})

/** A year of messages of two forms, in three wards and none. */
async function busyYear() {
  const ward = await openOrganisation({ wardAccess: 'assigned' })
  const wardIds = await Promise.all(
    ['1', '2', '3'].map(async (name) =>
      String((await ward.query('insert into wards (organisation_id, name) values ($1, $2) returning id', [ward.id, name]))[0]!['id']),
    ),
  )
  const forms = [await aForm(ward), await aForm(ward)]
  const patients = await Promise.all([0, 1, 2, 3].map((n) => aPatient(ward, { wardId: wardIds[n] ?? null })))
  const requests = await Promise.all(
    patients.flatMap((patient) => forms.map((form) => aRequest(ward, { patientId: patient.id, formId: form.id }))),
  )
  return { ward, wardIds, forms, patients, requests }
}

type Filters = MessagesQuery['filters']

const readFor = (ward: TestOrganisation, query: MessagesQuery) =>
  inOrganisation(ward.services.db, ward.id, (tx) =>
    rowsRead(tx, 'notifications', () => listMessages(workerContext(ward.services, ward.id, tx), query)),
  )

describe('GET /message', () => {
  test('shows every message with its patient, form, provider, fragments, price and times, newest first, and is in the audit log (NOT-8)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const form = await aForm(ward, 'Before your operation')
    const patient = await aPatient(ward, { firstName: 'Grace', lastName: 'Hopper' })
    const request = await aRequest(ward, { patientId: patient.id, formId: form.id })
    const old = await aMessage(ward, {
      requestId: request.id,
      createdAt: '2026-03-09T12:00:00Z',
      status: 'failed',
      reasonCode: 'opted_out',
    })
    const id = await aMessage(ward, { requestId: request.id, fragments: 2, price: 4.82, channel: 'govuk-notify' })

    const { docs, totalDocs } = await listOf(clerk).page()

    expect(totalDocs).toBe(2)
    expect(docs.map((one) => one.id)).toEqual([id, old])
    expect(docs[0]).toMatchObject({
      requestId: request.id,
      patient: { id: patient.id, firstName: 'Grace', lastName: 'Hopper' },
      form: { id: form.id, title: 'Before your operation' },
      method: 'sms',
      status: 'delivered',
      fragments: 2,
      price: 4.82,
      provider: 'govuk-notify',
      deliveredAt: '2026-03-10T12:00:00Z',
    })
    expect(docs[1]).toMatchObject({ status: 'failed', reasonCode: 'opted_out', reason: 'In words.', failedAt: '2026-03-09T12:00:00Z' })
    expect((await ward.auditTrail()).at(-1)).toMatchObject({ event_type: 'messageList', actor_id: clerk.id })
  })

  test('pages follow each other without a gap in both directions, by cursor and by number, for many filters (NOT-8)', async () => {
    const { ward, requests } = await busyYear()
    const list = listOf(await ward.staff('Admin'))
    const ids: string[] = []
    for (let n = 0; n < 25; n++)
      ids.push(
        await aMessage(ward, {
          requestId: requests[n % 8]!.id,
          method: n % 2 ? 'sms' : 'email',
          createdAt: `2026-03-${String((n % 5) + 1).padStart(2, '0')}T10:00:00Z`,
        }),
      )

    for (const query of [{}, { sort: 'createdAt' }, { filters: { method: ['sms', 'email'] } }, { filters: { method: 'sms' } }]) {
      const all = (await list.page(query)).docs.map(({ id }) => id)
      expect(all.toSorted()).toEqual(ids.filter((_, n) => !('filters' in query) || query.filters.method !== 'sms' || n % 2).toSorted())
      let cursor: string | undefined
      const followed: string[] = []
      for (let page = 1; page <= Math.ceil(all.length / 4); page++) {
        const found = await list.page({ ...query, limit: 4, page, cursor })
        const byNumber = await list.page({ ...query, limit: 4, page })
        expect(byNumber.docs.map(({ id }) => id)).toEqual(found.docs.map(({ id }) => id))
        followed.push(...found.docs.map(({ id }) => id))
        cursor = found.cursor
      }
      expect(followed).toEqual(all)
    }
  })

  test('a page far down is found by its number without reading the messages before its day, in both directions and for any filter (NOT-8, PERF-1)', async () => {
    const { ward, requests } = await busyYear()
    const list = listOf(await ward.staff('Admin'))
    // Sixty days, among them the hour that is twice in London, and the last ones not folded yet.
    const insert = async (first: number, last: number) =>
      ward.query(
        `insert into notifications (organisation_id, request_id, category, method, status, created_at)
         select $1, $2, 'request_created', case when n % 4 = 0 then 'email' else 'sms' end, 'delivered',
           timestamptz '2025-09-20 00:30Z' + n * interval '15 minutes'
         from generate_series($3::integer, $4::integer) n`,
        [ward.id, requests[0]!.id, first, last],
      )
    await insert(0, 5_000)
    await inOrganisation(ward.services.db, ward.id, (tx) => sql`call fold_message_changes()`.execute(tx))
    await insert(5_001, 5_999)
    await ward.query('analyze notifications')
    const found = async (filters: Filters, sort: '-createdAt' | 'createdAt') => {
      const condition = {
        sms: "method = 'sms'",
        all: 'true',
        days: "created_at >= '2025-09-30T23:00Z' and created_at < '2025-11-21T00:00Z'",
      }
      const name = filters.method ? 'sms' : filters.from ? 'days' : 'all'
      const order = sort === 'createdAt' ? 'created_at, id' : 'created_at desc, id desc'
      const rows = await ward.query(`select id from notifications where organisation_id = $1 and ${condition[name]} order by ${order}`, [
        ward.id,
      ])
      return rows.map(({ id }) => String(id))
    }

    for (const filters of [{}, { method: ['sms' as const] }, { from: '2025-10-01', to: '2025-11-20' }])
      for (const sort of ['-createdAt', 'createdAt'] as const) {
        const ids = await found(filters, sort)
        for (const page of [Math.ceil(ids.length / 20), 206, Math.ceil(ids.length / 10) - 201]) {
          const { docs, totalDocs } = await list.page({ filters, sort, page, limit: 10 })
          expect([totalDocs, docs.map(({ id }) => id)]).toEqual([ids.length, ids.slice((page - 1) * 10, page * 10)])
        }
        const read = await readFor(ward, { filters, sort, page: Math.ceil(ids.length / 20), limit: 10 })
        expect(read, 'rows and index entries that were read').toBeLessThan(500)
      }
  })

  test('days are those of London, both ends included (NOT-8)', async () => {
    const ward = await openOrganisation()
    const list = listOf(await ward.staff('User'))
    const { id: requestId } = await aRequest(ward)
    // Summer time begins on 29 March 2026 at 01:00 UTC.
    const before = await aMessage(ward, { requestId, createdAt: '2026-06-30T22:59:59Z' })
    const first = await aMessage(ward, { requestId, createdAt: '2026-06-30T23:00:00Z' })
    const last = await aMessage(ward, { requestId, createdAt: '2026-07-01T22:59:59Z' })
    const found = async (filters: object) => {
      const [{ docs, totalDocs }, { messages }] = await Promise.all([list.page({ filters }), list.totals({ filters })])
      expect([totalDocs, messages]).toEqual([docs.length, docs.length])
      return docs.map(({ id }) => id)
    }

    expect(await found({ from: '2026-07-01', to: '2026-07-01' })).toEqual([last, first])
    expect(await found({ to: '2026-06-30' })).toEqual([before])
    expect(await found({ from: '2026-07-01' })).toEqual([last, first])
  })

  test('another organisation, a system administrator and nobody see none of it (ORG-7, ROLE-4)', async () => {
    const ward = await openOrganisation()
    const { id: requestId } = await aRequest(ward)
    await aMessage(ward, { requestId })
    const stranger = listOf(await (await openOrganisation()).staff('Admin'))

    expect(await stranger.page()).toMatchObject({ docs: [], totalDocs: 0 })
    expect(await stranger.totals()).toMatchObject({ messages: 0, groups: [], periods: [], forms: [] })
    for (const path of ['', '/totals'])
      for (const other of [await systemAdministrator(), await nobody()]) expect((await other.get(address + path)).statusCode).toBe(401)
  })

  test('a member who is limited to wards sees the messages and totals of their wards, also after a patient moved (MEM-4, NOT-8)', async () => {
    const { ward, wardIds, patients, requests, forms } = await busyYear()
    const clerk = await ward.staff('User')
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, clerk.id, wardIds[0]])
    for (const { id: requestId } of requests) await aMessage(ward, { requestId, fragments: 1, price: 2 })
    const list = listOf(clerk)
    const seen = async (filters: object = {}) => {
      const [page, totals] = await Promise.all([list.page({ filters }), list.totals({ filters, by: 'day' })])
      expect([page.totalDocs, totals.messages, totals.price]).toEqual([page.docs.length, page.docs.length, page.docs.length * 2])
      expect(totals.periods.reduce((sum, { messages }) => sum + messages, 0)).toBe(page.docs.length)
      return page.docs.length
    }

    expect(await seen()).toBe(2)
    expect(await seen({ formId: forms[0]!.id })).toBe(1)
    expect((await list.totals()).forms.map(({ id, messages }) => [id, messages]).toSorted()).toEqual(
      forms.map(({ id }) => [id, 1]).toSorted(),
    )
    expect(await seen({ formId: forms[0]!.id, from: '2026-03-10', to: '2026-03-10' })).toBe(1)
    await ward.query('update patients set ward_id = $2 where id = $1', [patients[1]!.id, wardIds[0]])
    expect(await seen()).toBe(4)
    await inOrganisation(ward.services.db, ward.id, (tx) => sql`call fold_message_changes()`.execute(tx))
    expect(await seen()).toBe(4)
    await ward.query('update patients set ward_id = null where id = any($1)', [patients.map(({ id }) => id)])
    expect(await seen()).toBe(0)
    expect((await listOf(await ward.staff('Admin')).page()).totalDocs).toBe(8)
  })
})

describe('GET /message/totals', () => {
  const word = <Word>(words: readonly Word[]) => fc.constantFrom(...words)
  const some = <Word>(words: readonly Word[]) => fc.option(fc.uniqueArray(word(words), { minLength: 1, maxLength: 3 }), { nil: undefined })
  const days = [undefined, '2026-01-01', '2026-01-15', '2026-02-01', '2026-03-29', '2026-03-31', '2026-04-01'] as const

  test('totals equal a count of the messages for any filters, after any changes, folded or not (NOT-8)', async () => {
    const { ward, wardIds, forms, patients, requests } = await busyYear()
    const admin = listOf(await ward.staff('Admin'))
    const seed = fc.record({
      request: fc.nat(7),
      method: word(messageMethods),
      status: word(notificationStatuses.filter((one) => one !== 'queued')),
      category: word(notificationCategories),
      reasonCode: fc.option(word(messageReasonCodes.slice(0, 3))),
      createdAt: word(['2025-12-31T23:59:59Z', '2026-01-15T10:00:00Z', '2026-03-29T00:30:00Z', '2026-03-31T23:30:00Z']),
      fragments: fc.option(fc.integer({ min: 1, max: 6 })),
      price: fc.option(word([0, 2.41, 4.82])),
    })
    const change = fc.oneof(
      fc.record({ kind: fc.constant('insert' as const), seed }),
      fc.record({ kind: fc.constant('status' as const), seed }),
      fc.record({ kind: fc.constant('move' as const), patient: fc.nat(3), ward: fc.nat(3) }),
      fc.record({ kind: fc.constant('fold' as const) }),
    )
    const filters = fc.record({
      method: some(messageMethods),
      status: some(notificationStatuses),
      reason: some(messageReasonCodes.slice(0, 3)),
      category: some(notificationCategories),
      form: fc.option(fc.nat(1), { nil: undefined }),
      from: word(days),
      to: word(days),
      by: word(['day', 'month'] as const),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), filters, async (changes, { form, by, ...chosen }) => {
        for (const one of changes) {
          if (one.kind === 'insert') await aMessage(ward, { ...one.seed, requestId: requests[one.seed.request]!.id })
          if (one.kind === 'move')
            await ward.query('update patients set ward_id = $2 where id = $1', [patients[one.patient]!.id, wardIds[one.ward] ?? null])
          if (one.kind === 'fold') await inOrganisation(ward.services.db, ward.id, (tx) => sql`call fold_message_changes()`.execute(tx))
          if (one.kind === 'status')
            await ward.query(
              `update notifications set status = $3, reason_code = $4, fragments = $5, price = $6 where organisation_id = $1 and request_id = $2`,
              [ward.id, requests[one.seed.request]!.id, one.seed.status, one.seed.reasonCode, one.seed.fragments, one.seed.price],
            )
        }
        const asked = { ...chosen, ...(form !== undefined && { formId: forms[form]!.id }) }
        const found = await admin.totals({ filters: asked, by })
        const rows = await ward.query(
          `select form_id, method, status, reason_code, to_char(created_at at time zone 'Europe/London', $8) as period, fragments, price::float8 as price
           from notifications where organisation_id = $1 and ($2::text[] is null or method = any($2)) and ($3::text[] is null or status = any($3))
             and ($4::text[] is null or reason_code = any($4)) and ($5::text[] is null or category = any($5)) and ($6::uuid is null or form_id = $6)
             and (created_at at time zone 'Europe/London')::date between coalesce($7::date, '-infinity') and coalesce($9::date, 'infinity')`,
          [
            ward.id,
            chosen.method ?? null,
            chosen.status ?? null,
            chosen.reason ?? null,
            chosen.category ?? null,
            asked.formId ?? null,
            chosen.from ?? null,
            by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM-01',
            chosen.to ?? null,
          ],
        )
        expect(sortedSums(found.groups.map((one) => [`${one.method} ${one.status} ${one.reasonCode}`, one]))).toEqual(
          sortedSums(rows.map((row) => [[row['method'], row['status'], row['reason_code'] ?? null].map(String).join(' '), oneOf(row)])),
        )
        expect(sortedSums(found.periods.map((one) => [one.period, one]))).toEqual(
          sortedSums(rows.map((row) => [String(row['period']), oneOf(row)])),
        )
        if (!asked.formId)
          expect(sortedSums(found.forms.map(({ id, messages }) => [id, { messages, fragments: 0, price: 0 }]))).toEqual(
            sortedSums(rows.map((row) => [String(row['form_id']), { messages: 1, fragments: 0, price: 0 }])),
          )
        expect(found.periods.map(({ period }) => period)).toEqual(
          found.periods
            .map(({ period }) => period)
            .toSorted()
            .toReversed(),
        )
        expect((await admin.page({ filters: asked, limit: 1 })).totalDocs).toBe(rows.length)
      }),
      { numRuns: runs(300) },
    )
    // Counts that are rebuilt after rows were loaded without triggers are the same.
    await inOrganisation(ward.services.db, ward.id, (tx) => sql`call fold_message_changes()`.execute(tx))
    const kept = () =>
      ward.query(
        `select narrowed_by, narrowed_to, grain, period, category, method, status, reason_code, channel, messages, fragments, price::float8 as price
         from message_counts where organisation_id = $1 and messages <> 0 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`,
        [ward.id],
      )
    const before = await kept()
    await ward.query('select rebuild_message_counts()')
    expect(await kept()).toEqual(before)
  })
})

test('GET /message/totals: a message counts with the fragments and provider of its last try, and one that waits with neither (NOT-8)', async () => {
  const { ward, wardIds, forms, requests } = await busyYear()
  const clerk = await ward.staff('User')
  await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, clerk.id, wardIds[0]])
  const requestId = requests[0]!.id // in the first ward, of the first form
  const tried = (id: string) => ward.query("update notifications set tried_channel = 'smtp' where id = $1", [id])
  await tried(await aMessage(ward, { requestId, status: 'queued', fragments: 2 }))
  await tried(await aMessage(ward, { requestId, status: 'failed', fragments: null, price: null }))
  await aMessage(ward, { requestId, status: 'delivered', fragments: 3, price: 4.82, channel: 'govuk-notify' })
  const wanted = [
    { channel: '', status: 'queued', messages: 1, fragments: 0, price: 0 },
    { channel: 'govuk-notify', status: 'delivered', messages: 1, fragments: 3, price: 4.82 },
    { channel: 'smtp', status: 'failed', messages: 1, fragments: 0, price: 0 },
  ]
  const counted = (table: string) =>
    ward.query(
      `select channel, status, sum(messages)::int as messages, sum(fragments)::int as fragments, sum(price)::float8 as price from ${table}
       where organisation_id = $1 group by 1, 2 having sum(messages) <> 0 order by 1`,
      [ward.id],
    )
  const stored = `(select * from message_counts where narrowed_by = '' and grain = 'all') c`

  expect(await counted('message_changes')).toEqual(wanted)
  for (const member of [clerk, await ward.staff('Admin')])
    for (const filters of [{}, { formId: forms[0]!.id }])
      expect(await listOf(member).totals({ filters })).toMatchObject({ messages: 3, fragments: 3, price: 4.82 })
  await inOrganisation(ward.services.db, ward.id, (tx) => sql`call fold_message_changes()`.execute(tx))
  expect(await counted(stored)).toEqual(wanted)
  await ward.query('select rebuild_message_counts()')
  expect(await counted(stored)).toEqual(wanted)
})

describe('GET /message/totals by day', () => {
  const insert = (ward: TestOrganisation, requestId: string, count: number, apart: string) =>
    ward.query(
      `insert into notifications (organisation_id, request_id, category, method, status, created_at)
       select $1, $2, 'request_created', 'sms', 'delivered', timestamptz '2026-03-10 12:00Z' - n * $4::interval from generate_series(0, $3::integer - 1) n`,
      [ward.id, requestId, count, apart],
    )

  test.each([
    ['messages on one day of each month for four years', 48, '1 month', 48],
    ['messages on every day for two years', 730, '1 day', 366],
  ] as const)('%s: the newest days that have any, at most 366 (NOT-8, PERF-1)', async (_name, count, apart, shown) => {
    const ward = await openOrganisation()
    const list = listOf(await ward.staff('Admin'))
    await insert(ward, (await aRequest(ward)).id, count, apart)

    const { messages, periods } = await list.totals({ by: 'day' })

    expect(messages).toBe(count)
    const rows = await ward.query(
      `select distinct created_at::date::text as day from notifications where organisation_id = $1 order by 1 desc limit 366`,
      [ward.id],
    )
    expect(periods.map(({ period }) => period)).toEqual(rows.map(({ day }) => day))
    expect(periods).toHaveLength(shown)
  })
})

describe('GET /metrics', () => {
  test('counts messages by channel and status of every organisation, and tells how long the oldest one waits that is no letter and which providers are paused (NOT-8, RUN-6, NOT-10)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    const METRICS_TOKEN = 'a token for the metrics'
    const services = { ...ward.services, config: { ...ward.services.config, METRICS_TOKEN } }
    const app = await createApp({ services, identify: async () => undefined })
    onTestFinished(() => app.close())
    const scrape = async () => {
      const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      const value = (line: string) =>
        Number(
          body
            .split('\n')
            .find((one) => one.startsWith(`${line} `))
            ?.slice(line.length + 1) ?? 0,
        )
      return { body, value }
    }
    const delivered = 'messages{channel="nhs-notify",status="delivered"}'
    const before = (await scrape()).value(delivered)
    for (const one of [ward, other]) {
      const { id: requestId } = await aRequest(one)
      await aMessage(one, { requestId, channel: 'nhs-notify' })
      await one.query(
        `insert into notifications (organisation_id, request_id, category, method, send_after)
         values ($1, $2, 'request_created', 'sms', now() - interval '10 years')`,
        [one.id, requestId],
      )
      await one.query(
        `insert into notifications (organisation_id, request_id, category, method, send_after)
         values ($1, $2, 'request_reminder', 'letter', now() - interval '50 years')`,
        [one.id, requestId],
      )
    }
    await inOrganisation(ward.services.db, ward.id, (tx) => sql`call fold_message_changes()`.execute(tx))
    await ward.query(`insert into channel_states (account, paused_until) values ('nhs-notify ' || $1, now() + interval '1 hour')`, [
      ward.id,
    ])

    const { body, value } = await scrape()

    expect(value(delivered)).toBe(before + 2)
    const ageInYears = value('oldest_due_message_age_seconds') / (365 * 86_400)
    expect(ageInYears).toBeGreaterThan(9)
    expect(ageInYears, 'a letter waits until a user prints it').toBeLessThan(40)
    expect(value('paused_message_providers{channel="nhs-notify"}')).toBe(1)
    expect(body).not.toContain(ward.id)
  })
})

type Sums = { messages: number; fragments: number; price: number }
const oneOf = (row: Record<string, unknown>): Sums => ({
  messages: 1,
  fragments: Number(row['fragments'] ?? 0),
  price: Number(row['price'] ?? 0),
})

/** The sums of each name, without what adds up to nothing. */
function sortedSums(all: [string, Sums][]) {
  const byName = Map.groupBy(all, ([name]) => name)
  return [...byName]
    .map(([name, own]) => {
      const sum = (of: keyof Sums) => Math.round(own.reduce((total, [, one]) => total + one[of], 0) * 100) / 100
      return [name, sum('messages'), sum('fragments'), sum('price')] as const
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

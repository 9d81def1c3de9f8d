import pg from 'pg'

import { migrate } from '#database/migrate.ts'
import { demoPassword } from '#domain/demo-accounts.ts'
import { hashPassword } from '#server/identity/password.ts'
import { production } from '#test/production.ts'
import { openKeys, type Keys } from '#server/platform/keys.ts'
import { makeQueues } from '#server/workers.ts'

import { openCopy, type Copy } from './copy.ts'
import { fillOrganisations } from './fill-organisations.ts'
import { withDeferredIndexes } from './indexes-afterwards.ts'
import { day } from './moments.ts'
import { makeOrganisations, type Organisation } from './organisations.ts'
import { patientOf } from './patients.ts'
import { requestOf } from './requests.ts'
import { runInParallel } from './run-in-parallel.ts'
import { rowsOfRequest } from './rows-of-request.ts'

const tables = ['patients', ...Object.keys(rowsOfRequest)]

/**
 * Fills an empty database with ten organisations: `size` patients and as many form requests in the first, a hundredth of it in each of the others. The same
 * rows every time, dated back from this day. Answers the organisation that is measured. `url` is a superuser's: row-level security refuses COPY to others.
 */
export async function fillDatabase(url: string, size: number, now = Math.floor(Date.now() / day) * day): Promise<Organisation> {
  await migrate(url, makeQueues)
  const keys = await openKeys(url, production.APP_SECRET)
  const organisations = makeOrganisations(size, now)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    await fillOrganisations(client, organisations, await hashPassword(demoPassword))
    await withFullPages(client, () =>
      withDeferredIndexes(client, url, tables, async () => {
        for (const organisation of organisations) await fillPeople(url, organisation, keys)
      }),
    )
    await setRight(client, url)
  } finally {
    await client.end()
  }
  return organisations[0]!
}

/** The rows are written as they are after years, so they have grown into the room that new rows leave in their page (`fillfactor`). */
async function withFullPages(client: pg.Client, work: () => Promise<void>) {
  const { rows } = await client.query<{ name: string; factor: string }>(
    `select quote_ident(relname) as name, substring(option from 'fillfactor=(.*)') as factor
     from pg_class, unnest(reloptions) as option where relkind = 'r' and option like 'fillfactor=%' and relname = any($1)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`alter table ${name} set (fillfactor = 100)`)
  await work()
  for (const { name, factor } of rows) await client.query(`alter table ${name} set (fillfactor = ${factor})`)
}

async function fillPeople(url: string, organisation: Organisation, keys: Keys) {
  const haveAnswered = new Uint8Array(organisation.patients)
  await copyInto(url, Object.keys(rowsOfRequest), async (copies) => {
    const makers = Object.entries(rowsOfRequest).map(([table, rowsOf]) => ({ copy: copies[table]!, rowsOf }))
    for (let n = 0; n < organisation.requests; n++) {
      const request = requestOf(organisation, n)
      if (request.filled) haveAnswered[request.patientNumber] = 1
      for (const { copy, rowsOf } of makers)
        for (const row of rowsOf(request, keys)) {
          const full = copy.write(row)
          if (full) await full
        }
    }
  })
  await copyInto(url, ['patients'], async ({ patients }) => {
    for (let n = 0; n < organisation.patients; n++) {
      const full = patients!.write({ ...patientOf(organisation, n), is_submitted: haveAnswered[n] === 1 })
      if (full) await full
    }
  })
}

async function copyInto(url: string, names: string[], work: (copies: Record<string, Copy>) => Promise<void>) {
  const opened = await Promise.all(names.map(async (name) => [name, await openCopy(url, name)] as const))
  await work(Object.fromEntries(opened))
  for (const [, copy] of opened) await copy.end()
}

/** Derived tables with many rows that are inserted in one statement which looks up nothing in them. */
const insertedOnce = ['chosen_answers', 'message_counts', 'patient_words']

/**
 * What triggers keep otherwise. Derived tables of later migrations bring a function `rebuild_…()` without arguments that makes them anew: all of them are
 * called. Then statistics, and the map of what is visible to all, without which no index answers alone.
 */
async function setRight(client: pg.Client, url: string) {
  await client.query('truncate organisation_totals')
  await client.query(`
    insert into organisation_totals (organisation_id, slot, members, patients, active_patients)
    select o.id, 0, (select count(*) from members m where m.organisation_id = o.id and m.is_active),
      (select count(*) from patients p where p.organisation_id = o.id), (select count(*) from patients p where p.organisation_id = o.id and p.archived_at is null)
    from organisations o`)
  const vacuum = async (which: string) => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and ${which}`,
      [tables],
    )
    await runInParallel(
      url,
      rows.map(({ name }) => `vacuum analyze ${name}`),
    )
  }
  await vacuum('tablename = any($1)')
  const { rows } = await client.query<{ call: string }>(`
    select case prokind when 'p' then 'call ' else 'select ' end || oid::regprocedure as call
    from pg_proc where pronamespace = 'public'::regnamespace and proname like 'rebuild\\_%' and pronargs = 0 order by proname`)
  const calls = rows.map(({ call }) => call)
  await withDeferredIndexes(client, url, insertedOnce, () => runInParallel(url, calls))
  await vacuum('tablename <> all($1)')
}

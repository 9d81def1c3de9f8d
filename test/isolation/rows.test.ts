import { describe, expect, test } from 'vitest'

import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { wholeOrganisation } from '#test/whole-organisation.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { asApplicationRole, type Binding, type Outcome } from './application-role.ts'
import { fillEveryTable, tenantTables } from './example-rows.ts'

/** Two organisations; the one has a row of everything. */
async function twoHouses() {
  const { ward } = await wholeOrganisation()
  const elsewhere = await openOrganisation()
  const stranger = await elsewhere.staff('Admin')
  const tables = await tenantTables(ward)
  await fillEveryTable(ward, tables)
  expect(tables.size).toBeGreaterThan(20)
  return { ward, elsewhere, stranger, tables, ask: await asApplicationRole() }
}

const insufficientPrivilege = '42501'
/** Changes nothing, or is refused, so that the result does not reveal whether the row exists. */
const isNothing = ({ count, code }: Outcome) => count === 0 || code === insufficientPrivilege

const rowOf = async ({ query, id }: TestOrganisation, table: string) =>
  (await query(`select to_jsonb(t) as row from ${table} t where organisation_id = $1 limit 1`, [id]))[0]!['row'] as Record<string, unknown>

describe('Row-level security', () => {
  test('whatever the query, the application sees no row of another organisation, and none without an organisation (ORG-7)', async () => {
    const { ward, elsewhere, stranger, tables, ask } = await twoHouses()
    const seen: string[] = []
    for (const table of tables.keys()) {
      const look = async (name: string, binding: Binding) => {
        const { rows } = await ask(binding, `select count(*) from ${table} where organisation_id = $1`, [ward.id])
        if (Number(rows?.[0]?.['count'] ?? 0) > 0) seen.push(`${table} by ${name}`)
      }
      await look('another organisation', { organisation: elsewhere.id })
      await look('one of its members', { organisation: elsewhere.id, member: stranger.id })
      await look('somebody who signs in there', { organisation: elsewhere.id, key: stranger.subject })
      await look('nobody', {})
      await look('who runs the system', { organisation: systemOrganisationId })
    }

    // What the system may see of everybody: no patient, no answer.
    expect(seen.toSorted()).toEqual([
      // When events wait, not which.
      'event_wakeups by who runs the system',
      'organisation_totals by who runs the system',
      'report_schedules by who runs the system',
      'reports by who runs the system',
    ])
    const own = await ask({ organisation: ward.id }, 'select count(*) from patients')
    expect(Number(own.rows![0]!['count'])).toBeGreaterThan(0)
  })

  test('no row of another organisation is changed or deleted, by its key or by asking for all there is (ORG-7)', async () => {
    const { ward, elsewhere, tables, ask } = await twoHouses()
    const touched: string[] = []
    const attempt = async (name: string, binding: Binding, text: string, values: unknown[]) => {
      if (!isNothing(await ask(binding, text, values))) touched.push(name)
    }
    for (const [table, columns] of tables) {
      const column = columns.find(({ name, isWritable }) => isWritable && name !== 'organisation_id')!.name
      for (const binding of [{ organisation: elsewhere.id }, { organisation: systemOrganisationId }, {}]) {
        await attempt(`update ${table}`, binding, `update ${table} set ${column} = ${column} where organisation_id = $1 returning *`, [
          ward.id,
        ])
        await attempt(`delete from ${table}`, binding, `delete from ${table} where organisation_id = $1 returning *`, [ward.id])
      }
    }

    expect(touched).toEqual([])
  })

  test('nothing is written into another organisation, and the refusal is the same whether the row is there or not (ORG-7)', async () => {
    const { ward, elsewhere, tables, ask } = await twoHouses()
    const told: string[] = []
    for (const [table, columns] of tables) {
      const row = await rowOf(ward, table)
      const names = columns.filter(({ isWritable }) => isWritable).map(({ name }) => name)
      const insert = (more: string) =>
        `insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from jsonb_populate_record(null::${table}, $1::jsonb) ${more}`
      for (const more of ['', 'on conflict do nothing returning *'])
        for (const binding of [{ organisation: elsewhere.id }, {}, { organisation: systemOrganisationId }]) {
          const { code } = await ask(binding, insert(more), [JSON.stringify(row)])
          if (code !== insufficientPrivilege) told.push(`${table} ${more}: ${code}`)
        }
      // A row of one's own cannot be moved over there.
      const { code, count } = await ask({ organisation: ward.id }, `update ${table} set organisation_id = $1`, [elsewhere.id])
      if (code !== insufficientPrivilege && count !== 0) told.push(`${table} moved: ${code ?? count}`)
    }

    expect(told).toEqual([])
  })

  test('a row cannot refer to a row of another organisation, which would reveal that it exists (ORG-7)', async () => {
    const { ward, elsewhere, tables, ask } = await twoHouses()
    const references = await ward.query(
      `
    select k.conrelid::regclass::text as "from", k.confrelid::regclass::text as "to" from pg_constraint k
    where k.contype = 'f' and k.conrelid::regclass::text = any($1) and k.confrelid::regclass::text = any($1)`,
      [[...tables.keys()]],
    )
    const accepted: string[] = []
    for (const { from, to } of references) {
      const columns = tables
        .get(String(from))!
        .filter(({ isWritable }) => isWritable)
        .map(({ name }) => name)
      const row = { ...(await rowOf(ward, String(from))), organisation_id: elsewhere.id }
      const outcome = await ask(
        { organisation: elsewhere.id },
        `insert into ${String(from)} (${columns.join(', ')}) select ${columns.join(', ')} from jsonb_populate_record(null::${String(from)}, $1::jsonb)`,
        [JSON.stringify(row)],
      )
      // References are looked at when the row is written, or when the transaction would be kept: none of ours is put off.
      const isEmptyReference = outcome.code === undefined && (await isUnset(ward, String(from), String(to)))
      if (!['23503', '23505', insufficientPrivilege].includes(outcome.code ?? '') && !isEmptyReference)
        accepted.push(`${String(from)} → ${String(to)}: ${outcome.code}`)
    }

    expect(references.length).toBeGreaterThan(10)
    expect(accepted).toEqual([])
  })

  /** Whether no row of it refers there at all (a ward that is not known). */
  async function isUnset({ query, id }: TestOrganisation, from: string, to: string) {
    const [{ keys } = {}] = await query(
      `select array_agg(a.attname::text) as keys from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
     where k.contype = 'f' and k.conrelid = $1::regclass and k.confrelid = $2::regclass and a.attname <> 'organisation_id'`,
      [from, to],
    )
    const named = (keys as string[]).map((key) => `${key} is not null`).join(' and ')
    return (await query(`select 1 from ${from} where organisation_id = $1 and ${named} limit 1`, [id])).length === 0
  }

  test('a key opens the one row it is the key of, for reading only, and no pattern opens more (ORG-7, SIGN-7)', async () => {
    const { ward, elsewhere, stranger, ask } = await twoHouses()
    const [{ hash } = {}] = await ward.query(
      "select encode(token_hash, 'hex') as hash from patient_links where organisation_id = $1 limit 1",
      [ward.id],
    )
    const counted = async (key: string, table: string) => Number((await ask({ key }, `select count(*) from ${table}`)).rows![0]!['count'])

    expect(await counted(stranger.subject, 'members')).toBe(1)
    expect(await counted(stranger.subject, 'patients')).toBe(0)
    expect(await counted(String(hash), 'patient_links')).toBe(1)
    for (const key of ['', '%', "' or true --", '*', 'null', 'invited ', 'invited %', elsewhere.id])
      expect([await counted(key, 'members'), await counted(key, 'patient_links'), await counted(key, 'organisations')], key).toEqual([
        0, 0, 0,
      ])
    expect(isNothing(await ask({ key: stranger.subject }, "update members set role = 'Forms SysAdmin'"))).toBe(true)
    expect(isNothing(await ask({ key: String(hash) }, 'update patient_links set locked_at = null'))).toBe(true)
  })

  test('functions that bypass the policies search only the current organisation (ORG-7, MEM-4, SAFE-2)', async () => {
    const { ward, elsewhere, ask } = await twoHouses()
    const [{ name } = {}] = await ward.query('select name_key as name from patients where organisation_id = $1 limit 1', [ward.id])
    const search = async (binding: Binding) =>
      (await ask(binding, 'select from patient_words where starts_with(word, $1)', [String(name).split(' ')[0]])).count

    expect(await search({ organisation: ward.id })).toBeGreaterThan(0)
    expect([await search({ organisation: elsewhere.id }), await search({}), await search({ organisation: systemOrganisationId })]).toEqual([
      0, 0, 0,
    ])
  })
})

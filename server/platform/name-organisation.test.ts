import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { takeRefused } from '#test/refuse-unnamed.ts'
import { unnamedTables } from '#test/unnamed-tables.ts'

import { inOrganisation, inTransaction, rebind, type Tx } from './database.ts'
import { ofThisOrganisation } from './name-organisation.sql.ts'
import { systemOrganisationId } from './system-organisation.ts'

const queries: Record<string, (tx: Tx) => { sql: string }> = {
  'one table': (tx) => tx.selectFrom('patients').select('id').compile(),
  'an inner join': (tx) => tx.selectFrom('patients as p').innerJoin('form_requests as r', 'r.patient_id', 'p.id').select('p.id').compile(),
  'the organisations': (tx) =>
    tx.selectFrom('organisations as o').innerJoin('members as m', 'm.organisation_id', 'o.id').select('o.name').compile(),
  'an outer join': (tx) => tx.selectFrom('patients as p').leftJoin('wards as w', 'w.id', 'p.ward_id').select('p.id').compile(),
  'a cross join': (tx) => tx.selectFrom('wards as w').crossJoin('patients as p').select('p.id').compile(),
  'a list of tables': (tx) => tx.selectFrom(['wards as w', 'patients as p']).select('p.id').compile(),
  'sub-queries': (tx) =>
    tx
      .with('flagged', (db) => db.selectFrom('raised_flags').select('request_id'))
      .selectFrom(tx.selectFrom('form_requests').select(['id', 'patient_id']).as('r'))
      .select((e) => e.selectFrom('patients as p').select('p.last_name').whereRef('p.id', '=', 'r.patient_id').as('name'))
      .where('r.id', 'not in', (e) => e.selectFrom('flagged').select('request_id'))
      .where((e) => e.exists(e.selectFrom('notifications as n').select('n.id').whereRef('n.request_id', '=', 'r.id')))
      .compile(),
  'a union': (tx) => tx.selectFrom('wards').select('id').unionAll(tx.selectFrom('forms').select('id')).compile(),
  'a query in raw SQL': (tx) => sql`select (${tx.selectFrom('patients').select('id').limit(1)})`.compile(tx),
  'an update': (tx) => tx.updateTable('patients as p').from('wards as w').set({ town: '' }).whereRef('w.id', '=', 'p.ward_id').compile(),
  'a delete': (tx) => tx.deleteFrom('member_wards as m').using('wards as w').whereRef('w.id', '=', 'm.ward_id').compile(),
  'an insert of what is read': (tx) =>
    tx
      .insertInto('member_wards')
      .columns(['member_id', 'ward_id'])
      .expression((e) => e.selectFrom('wards').select(['wards.id as one', 'wards.id as other']))
      .compile(),
}

describe('Statements name their organisation', () => {
  test.each(Object.entries(queries))('the query builder adds it: %s (ORG-7, OPS-5)', async (_, build) => {
    const { id, services } = await openOrganisation()

    const named = await inOrganisation(services.db, id, async (tx) => build(tx).sql)
    const unnamed = await inTransaction(services.db, { key: 'a subject' }, async (tx) => build(tx).sql)

    expect(unnamedTables(named), named).toEqual([])
    expect(unnamedTables(unnamed), unnamed).not.toEqual([])
  })

  test('an outer join keeps its rows without a partner, and a condition with `or` keeps its meaning (ORG-7)', async () => {
    const { id, services, staff } = await openOrganisation()
    const [here, there] = [await staff(), await (await openOrganisation()).staff()]

    const found = await inOrganisation(services.db, id, (tx) =>
      tx
        .selectFrom('members as m')
        .leftJoin('wards as w', 'w.id', 'm.id')
        .select('m.id')
        .where(sql<boolean>`m.id = ${here.id} or m.id = ${there.id}`)
        .execute(),
    )

    expect(found).toEqual([{ id: here.id }])
  })

  test('a transaction that goes on in another organisation names that one, in raw SQL too (ORG-7)', async () => {
    const [one, other] = [await openOrganisation(), await openOrganisation()]
    await one.staff()
    await other.staff()

    const seen = await inOrganisation(one.services.db, one.id, async (tx) => {
      const ask = async () => [
        await tx.selectFrom('members').select('organisation_id').execute(),
        (await sql`select organisation_id from members where ${ofThisOrganisation('members')}`.execute(tx)).rows,
      ]
      const [first, begun] = [await ask(), ask()]
      await rebind(tx, other.id)
      return [first, await begun, await ask()]
    })

    const rowsOf = ({ id }: { id: string }) => [[{ organisation_id: id }], [{ organisation_id: id }]]
    expect([seen[0], seen[2]]).toEqual([rowsOf(one), rowsOf(other)])
    expect(seen[1]![0], 'it was begun before').toEqual([{ organisation_id: one.id }])
  })

  test('a transaction of the organisation of the system names none by itself, and raw SQL that names one fails in a transaction without (ORG-7)', async () => {
    const { services } = await openOrganisation()

    const ofSystem = await inOrganisation(services.db, systemOrganisationId, async (tx) => queries['one table']!(tx).sql)
    const unbound = inTransaction(services.db, {}, (tx) => sql`select from patients where ${ofThisOrganisation('patients')}`.execute(tx))

    expect(unnamedTables(ofSystem)).toEqual(['patients'])
    await expect(unbound).rejects.toThrow('bound to none')
  })

  test.each([
    'select id from patients',
    '(select id from patients) union select id from wards where organisation_id = $1',
    '/* all */ select id from patients',
    'delete from wards w using patients p where w.id = p.ward_id and p.organisation_id = $1',
    'select from forms f where f.organisation_id = f.organisation_id',
    'select from forms where organisation_id = $1 or true',
    'select from patients p left join wards w on w.organisation_id = p.organisation_id and w.organisation_id = $1',
    'select from patients p left join wards w on w.organisation_id = $1 and p.organisation_id = $1',
    'select m.id from members m join organisations o on o.id = m.organisation_id',
    'select name from organisations',
    'with o as (select id as organisation_id from organisations) select from forms f join o on o.organisation_id = f.organisation_id',
    `select from forms f join lateral (select v.organisation_id from form_versions v where v.organisation_id = f.organisation_id limit 1) v
     on v.organisation_id = f.organisation_id`,
    'with members as (select * from members) select * from members',
    'with forms as (select 1) select from public.forms',
    'select from patients tablesample bernoulli (10)',
    'insert into wards (id, name) values ($1, $2) on conflict (id) do update set name = $2',
  ])('the check of all tests refuses: %s (OPS-5)', async (text) => {
    expect(unnamedTables(text)).not.toEqual([])
  })

  test.each([false, true])(
    'the check sees every statement of a transaction of an organisation; one that only reads: %s (OPS-5)',
    async (isReadOnly) => {
      const { id, services } = await openOrganisation()

      const asking = inTransaction(services.db, { organisationId: id, isReadOnly }, (tx) => sql`select id from patients`.execute(tx))

      await expect(asking).rejects.toThrow('no organisation for patients')
      expect(takeRefused()).toHaveLength(1)
    },
  )
})

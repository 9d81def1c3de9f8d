import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { unnamedTables } from '#test/unnamed-tables.ts'

import { inOrganisation, inTransaction, rebind, type Tx } from './database.ts'
import { ofThisOrganisation } from './name-organisation.sql.ts'
import { systemOrganisationId } from './system-organisation.ts'

const queries: Record<string, (tx: Tx) => { sql: string }> = {
  'one table': (tx) => tx.selectFrom('patients').select('id').compile(),
  'an inner join': (tx) => tx.selectFrom('patients as p').innerJoin('form_requests as r', 'r.patient_id', 'p.id').select('p.id').compile(),
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

  test('rows without a partner in an outer join are kept, and `or` stays inside its condition (ORG-7)', async () => {
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

  test('a transaction that goes on in another organisation names that one, in raw SQL too; one of the system names none by itself (ORG-7)', async () => {
    const [one, other] = [await openOrganisation(), await openOrganisation()]
    await one.staff()
    await other.staff()
    const { db } = one.services

    const seen = await inOrganisation(db, one.id, async (tx) => {
      const ask = async () => [
        await tx.selectFrom('members').select('organisation_id').execute(),
        (await sql`select organisation_id from members where ${ofThisOrganisation('members')}`.execute(tx)).rows,
      ]
      const first = await ask()
      await rebind(tx, other.id)
      return [first, await ask()]
    })
    const ofSystem = await inOrganisation(db, systemOrganisationId, async (tx) => queries['one table']!(tx).sql)
    const bare = inTransaction(db, {}, (tx) => sql`select from patients where ${ofThisOrganisation('patients')}`.execute(tx))

    const rowsOf = ({ id }: { id: string }) => [[{ organisation_id: id }], [{ organisation_id: id }]]
    expect(seen).toEqual([rowsOf(one), rowsOf(other)])
    expect(unnamedTables(ofSystem)).toEqual(['patients'])
    await expect(bare).rejects.toThrow('bound to none')
  })

  test('the check of all tests refuses a statement that names none (OPS-5)', async () => {
    const { id, services } = await openOrganisation()
    const ask = (text: string) => inOrganisation(services.db, id, (tx) => sql.raw(text).execute(tx))

    await expect(ask('select id from patients')).rejects.toThrow('no organisation for patients')
    await expect(ask('delete from wards w using patients p where w.id = p.ward_id and p.organisation_id = $1')).rejects.toThrow('for wards')
    await expect(ask('select id from forms f where f.organisation_id = f.organisation_id')).rejects.toThrow('for forms')
    await expect(ask('select id from forms where organisation_id = $1 or true')).rejects.toThrow('for forms')
  })
})

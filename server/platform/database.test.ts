import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'

import { inOrganisation, limitToWardsOf, onceWhileBound, rebind, sendNow, type Tx } from './database.ts'

describe('Database transactions', () => {
  test('a database that disconnects between two queries of a transaction fails only that transaction (SAFE-4)', async () => {
    const { id, services, query } = await openOrganisation()
    const ask = (statement: string) => inOrganisation(services.db, id, (tx) => sql.raw<{ pid: number }>(statement).execute(tx))

    const broken = inOrganisation(services.db, id, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await query('select pg_terminate_backend($1)', [rows[0]!.pid])
      await new Promise((resolve) => setTimeout(resolve, 200))
      await sql`select 1`.execute(tx)
    })

    await expect(broken).rejects.toThrow()
    await expect(ask('select 1')).resolves.toBeDefined()
  })

  test('of queries sent together the one that failed first is reported, whichever result arrives first (SAFE-3)', async () => {
    const { id, services } = await openOrganisation()

    const broken = inOrganisation(services.db, id, async (tx) => {
      const slow = sql`select 1 / 0`.execute(tx)
      const quick = sql`select 1`.execute(tx)
      void slow.catch(() => {})
      await quick
    })

    await expect(broken).rejects.toMatchObject({ code: '22012' })
  })

  test('a last statement that nobody waits for is committed with the others, or fails with its own reason and nothing is kept (SAFE-2, SAFE-3, AUD-3)', async () => {
    const { id, services, query } = await openOrganisation()
    const write = (value: string) =>
      inOrganisation(services.db, id, async (tx) => {
        await sql`insert into wards (organisation_id, name) values (${id}::uuid, ${`Ward ${value}`})`.execute(tx)
        void sendNow(tx, {
          name: 'an event',
          text: "insert into audit_events (organisation_id, event_type, actor_kind, actor_id) values ($1, 'wardCreated', 'worker', $2)",
          values: [id, value],
        })
      })
    const kept = async () => [
      await query('select name from wards where organisation_id = $1', [id]),
      await query("select actor_id from audit_events where organisation_id = $1 and event_type = 'wardCreated'", [id]),
    ]

    await expect(write('no id')).rejects.toMatchObject({ code: '22P02' })
    expect(await kept()).toEqual([[], []])

    await write('11111111-1111-4111-8111-111111111111')
    expect(await kept()).toMatchObject([[{ name: expect.stringContaining('1111') }], [{ actor_id: expect.stringContaining('1111') }]])
  })

  test('what was found for an organisation and a member is found again when the transaction is bound to others (MEM-4, ORG-7)', async () => {
    const [{ id, services }, { id: other }] = [await openOrganisation(), await openOrganisation()]
    const asked: string[] = []
    const boundTo = (tx: Tx) =>
      onceWhileBound(tx, 'bound to', async () => {
        const { rows } = await sql<{
          to: string
        }>`select current_setting('app.organisation_id') || current_setting('app.member_id') as to`.execute(tx)
        asked.push(rows[0]!.to)
        return rows[0]!.to
      })

    await inOrganisation(services.db, id, async (tx) => {
      expect(await Promise.all([boundTo(tx), boundTo(tx)])).toEqual([id, id])
      await limitToWardsOf(tx, 'somebody')
      expect(await boundTo(tx)).toBe(`${id}somebody`)
      await rebind(tx, other)
      expect(await boundTo(tx)).toBe(`${other}somebody`)
    })

    expect(asked).toHaveLength(3)
  })
})

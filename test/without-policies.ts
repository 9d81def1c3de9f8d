import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'
import { inOrganisation, openDatabase } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'

import type { TestOrganisation } from './organisation.ts'
import { testServer } from './test-server.ts'

/** Works in an organisation as a superuser, to whom no policy applies. Only the statements keep the organisations apart. */
export async function withoutPolicies<T>({ id, services }: TestOrganisation, work: (ctx: Context) => Promise<T>): Promise<T> {
  const { url } = await testServer()
  const database = openDatabase(url, { max: 1 })
  try {
    return await inOrganisation(database, id, async (tx) => {
      await sql`set local role none`.execute(tx)
      return work(workerContext(services, id, tx))
    })
  } finally {
    await database.pool.end()
  }
}

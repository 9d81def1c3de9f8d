import pg from 'pg'
import { onTestFinished } from 'vitest'

import { asApplication, testServer } from '#test/test-server.ts'

export type Binding = { organisation?: string; key?: string; member?: string }
export type Outcome = { rows?: Record<string, unknown>[]; count?: number; code?: string; message?: string }

/** The role of the application, with any settings that a transaction can have. Everything is rolled back. */
export async function asApplicationRole() {
  const { url } = await testServer()
  const client = new pg.Client({ connectionString: asApplication(url) })
  await client.connect()
  onTestFinished(() => client.end())
  return async ({ organisation = '', key = '', member = '' }: Binding, text: string, values: unknown[] = []): Promise<Outcome> => {
    await client.query('begin')
    try {
      await client.query(
        "select set_config('app.organisation_id', $1, true), set_config('app.key', $2, true), set_config('app.member_id', $3, true)",
        [organisation, key, member],
      )
      const { rows, rowCount } = await client.query<Record<string, unknown>>(text, values)
      return { rows, count: rowCount ?? 0 }
    } catch (error) {
      const { code, message } = error as pg.DatabaseError
      return code === undefined ? { message } : { code, message }
    } finally {
      await client.query('rollback')
    }
  }
}

import { sql } from 'kysely'

import type { Context } from './context.ts'

/**
 * Runs a query with a generic plan, because its plan takes longer to make than to run and never differs. The three statements are sent
 * together.
 */
export async function withGenericPlan<T>({ tx }: Pick<Context, 'tx'>, ask: () => Promise<T>): Promise<T> {
  const begun = sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx)
  const asked = ask()
  const ended = sql`select set_config('plan_cache_mode', 'auto', true)`.execute(tx)
  const [, answer] = await Promise.all([begun, asked, ended])
  return answer
}

import { sql, type RawBuilder } from 'kysely'

import type { Context } from './context.ts'
import { sendNow } from './database.ts'

/**
 * Runs a query with a generic plan, because its plan takes longer to make than to run and never differs. The three statements are sent
 * together. Inside `withGenericPlans` it would end the setting of that.
 */
export const withGenericPlan = <T>(ctx: Pick<Context, 'tx'>, ask: () => Promise<T>) =>
  planned(ctx, sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`, ask)

/**
 * The same for several queries, of which one may wait for another. By itself PostgreSQL makes a plan again at every call when it expects the slightest
 * gain from the values. Other queries that are sent meanwhile get generic plans too. Nobody waits for the two settings: each is sent at once, before what
 * is sent after it.
 */
export async function withGenericPlans<T>({ tx }: Pick<Context, 'tx'>, ask: () => Promise<T>): Promise<T> {
  void sendNow(tx, { name: 'generic plans', text: "select set_config('plan_cache_mode', 'force_generic_plan', true)", values: [] })
  try {
    return await ask()
  } finally {
    void sendNow(tx, { name: 'usual plans', text: "select set_config('plan_cache_mode', 'auto', true)", values: [] })
  }
}

/** Plans a query with its values each time, because how many rows it finds depends on them: an answer is common or rare. */
export const withCustomPlan = <T>(ctx: Pick<Context, 'tx'>, ask: () => Promise<T>) =>
  planned(ctx, sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`, ask)

async function planned<T>({ tx }: Pick<Context, 'tx'>, mode: RawBuilder<unknown>, ask: () => Promise<T>): Promise<T> {
  const begun = mode.execute(tx)
  const asked = ask()
  const ended = sql`select set_config('plan_cache_mode', 'auto', true)`.execute(tx)
  const [, answer] = await Promise.all([begun, asked, ended])
  return answer
}

/**
 * Ids for a condition `= any(…)`: at least ten, by repeating the last. PostgreSQL assumes ten when it plans for any values, so with fewer it makes the
 * plan for these values again at every call, which takes longer than running it.
 */
export const tenOrMore = (ids: readonly string[]) => [
  ...ids,
  ...Array.from({ length: ids.length > 0 ? 10 - ids.length : 0 }, () => ids.at(-1)!),
]

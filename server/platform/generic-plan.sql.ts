import { sql, type RawBuilder } from 'kysely'

import type { Context } from './context.ts'

const genericPlans = sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`
const usualPlans = sql`select set_config('plan_cache_mode', 'auto', true)`

/**
 * Runs a query with a generic plan, because its plan takes longer to make than to run and never differs. The three statements are sent
 * together.
 */
export const withGenericPlan = <T>(ctx: Pick<Context, 'tx'>, ask: () => Promise<T>) => planned(ctx, genericPlans, ask)

/**
 * The same for queries of which one waits for another. By itself PostgreSQL makes a plan again at every call when it expects the slightest gain from the
 * values. Other queries that are sent meanwhile get generic plans too.
 */
export async function withGenericPlans<T>({ tx }: Pick<Context, 'tx'>, ask: () => Promise<T>): Promise<T> {
  const [, answer] = await Promise.all([genericPlans.execute(tx), ask()])
  await usualPlans.execute(tx)
  return answer
}

/** Plans a query with its values each time, because how many rows it finds depends on them: an answer is common or rare. */
export const withCustomPlan = <T>(ctx: Pick<Context, 'tx'>, ask: () => Promise<T>) =>
  planned(ctx, sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`, ask)

async function planned<T>({ tx }: Pick<Context, 'tx'>, mode: RawBuilder<unknown>, ask: () => Promise<T>): Promise<T> {
  const begun = mode.execute(tx)
  const asked = ask()
  const ended = usualPlans.execute(tx)
  const [, answer] = await Promise.all([begun, asked, ended])
  return answer
}

import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { summariesOf } from './request-summaries.sql.ts'

/** A form request as its row of the worklist shows it. */
export async function getSummary({ tx }: Context, id: string) {
  const [summary] = await summariesOf(tx, [id])
  if (!summary) throw new Problem('not_found')
  return summary
}

import { ExplainNode, sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

/** Asks for the plan of every query instead of its rows. Partitions and their indexes are named as the table and its indexes (database/partitions.ts). */
export function collectPlans(tx: Tx) {
  const plans: string[] = []
  const asked = 'analyze, buffers, costs off, timing off, summary off'
  const explained = tx.withPlugin({
    transformQuery: ({ node }) =>
      node.kind === 'SelectQueryNode'
        ? { ...node, explain: ExplainNode.create(undefined, sql.raw(asked).toOperationNode()) }
        : ({ kind: 'RawNode', sqlFragments: [`explain (${asked}) `, ''], parameters: [node] } as never), // as the builder makes it of sql`…`
    transformResult: async ({ result }) => {
      plans.push(
        result.rows
          .map((row) => row['QUERY PLAN'])
          .join('\n')
          .replaceAll(/_\d\b/g, ''),
      )
      return { rows: [] }
    },
  })
  return { explained, plans }
}

/** Of one line of buffers: how many pages were looked at, in memory or not. */
export const pagesIn = (buffers = '') => [...buffers.matchAll(/=(\d+)/g)].reduce((sum, [, pages]) => sum + Number(pages), 0)

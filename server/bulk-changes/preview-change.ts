import type { BulkPreview } from '#contract/bulk-changes.ts'
import type { RequestFilters } from '#contract/requests.ts'
import { mostChanged } from '#domain/bulk-change.ts'
import type { Context } from '#server/platform/context.ts'
import { findUrgentMatching, groupMatching } from '#server/worklist/matching-requests.ts'

/** What a change of all that match would meet at this moment, read no further than could be changed. */
export async function previewChange(ctx: Context, filters: RequestFilters): Promise<BulkPreview> {
  const until = new Date().toISOString()
  const selection = { filters, until, memberId: ctx.actor.id }
  const groups = await groupMatching(ctx, selection, mostChanged + 1)
  const urgent = await findUrgentMatching(ctx, selection, mostChanged + 1)
  return { until, total: groups.reduce((sum, { count }) => sum + count, 0), groups, urgent }
}

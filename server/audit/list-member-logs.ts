import type { LogEntry } from '#contract/member-records.ts'
import type { Context } from '#server/platform/context.ts'

import { describeEvent } from './describe-event.ts'
import { findMemberLogs, type LogQuery } from './member-logs.sql.ts'

/** What a member did, in words (AUD-2). */
export async function listMemberLogs(ctx: Context, memberId: string, query: LogQuery) {
  const { rows, count } = await findMemberLogs(ctx, memberId, query)
  const docs: LogEntry[] = rows.map((row) => ({
    id: row.id,
    at: row.at,
    eventType: row.event_type,
    description: describeEvent(row.event_type, {
      patient: row.patient,
      nhsNumber: row.nhs_number,
      form: row.title,
      user: row.user,
      detail: row.detail as Record<string, unknown>, // written by audit() as an object
    }),
  }))
  return { docs, page: query.page, totalDocs: count }
}

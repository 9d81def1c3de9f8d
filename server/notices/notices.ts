import type { Notice, WaitingWork } from '#contract/notices.ts'
import { worklists } from '#domain/dashboard-worklists.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { countWorklist } from '#server/worklist/worklist.ts'

import { countUnread, findJobNotices, findRequestNotices, maxNotices, type NoticeRow } from './notices.sql.ts'

/** The notices of the member, newest first. The audit log names the patients whom they name. */
export async function listNotices(ctx: Context): Promise<{ docs: Notice[] }> {
  const [requests, jobs] = await Promise.all([findRequestNotices(ctx), findJobNotices(ctx)])
  const rows = [...requests, ...jobs].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, maxNotices)
  const patientIds = [...new Set(rows.flatMap((row) => ('patientId' in row && row.count === 1 ? row.patientId : [])))]
  if (patientIds.length > 0) await audit(ctx, 'formRequestList', { patientIds })
  return { docs: rows.map(toNotice) }
}

function toNotice(row: NoticeRow): Notice {
  const { at, isRead } = row
  if (!('requestId' in row)) return { kind: row.kind, at, isRead, id: row.id, name: row.name, isStopped: row.isStopped }
  const request = { id: row.requestId, patient: row.patient, form: row.form, isUrgent: row.isUrgent }
  if (row.kind !== 'assigned') return { kind: row.kind, at, isRead, request }
  return { kind: row.kind, at, isRead, by: row.by, count: row.count, request: row.count === 1 ? request : null }
}

/** What waits for the member, as figures without names. */
export async function countWaitingWork(ctx: Context): Promise<WaitingWork> {
  const [toReview, urgent, unassigned, unread] = await Promise.all([
    countWorklist(ctx, worklists.toReview),
    countWorklist(ctx, worklists.urgentToReview),
    countWorklist(ctx, worklists.unassigned),
    countUnread(ctx),
  ])
  return { toReview, urgent, unassigned, unread }
}

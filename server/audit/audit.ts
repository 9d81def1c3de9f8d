import type { z } from 'zod'

import type { Log, LogEntry } from '#contract/audit.ts'
import type { Context } from '#server/platform/context.ts'

import { findArchivedBefore } from './chain/archived-ranges.sql.ts'
import { describeEvent } from './describe-event.ts'
import { countedAtMost, countLogs, findNext, findPage, type LogFilters, type LogRow, type LogScope, type Place } from './logs.sql.ts'

export { findArchivedBefore } from './chain/archived-ranges.sql.ts'
export { verifyAudit } from './chain/verify-audit.ts'

/** One page of an audit log, with its events described in words (AUD-2). */
export async function listLogs(
  ctx: Context,
  { memberId, patientId, page, limit, cursor, ...filters }: LogScope & LogFilters & Page,
): Promise<z.input<typeof Log>> {
  const scope = { memberId, patientId }
  const counting = countLogs(ctx, scope, filters).then((count) => ({
    count,
    isCapped: isFiltered(scope, filters) && count > countedAtMost,
  }))
  const [found, { count, isCapped }, archivedBefore] = await Promise.all([
    // A capped count is not the end of the log.
    findPage(ctx, scope, filters, { page, limit, cursor }, async () => ((await counting).isCapped ? Infinity : (await counting).count)),
    counting,
    findArchivedBefore(ctx),
  ])
  const totalDocs = isCapped ? countedAtMost : count
  return { docs: found.rows.map(toLogEntry(ctx)), page, totalDocs, isCountCapped: isCapped, archivedBefore, cursor: found.cursor }
}
type Page = { page: number; limit: number; cursor?: string | undefined }

/** The whole access log of a patient, newest first, for the file of everything held about them. */
export async function readLogOfPatient(ctx: Context, patientId: string) {
  const entries: LogEntry[] = []
  for (let after: Place | undefined; ;) {
    const rows = await findNext(ctx, { patientId }, {}, after, batch)
    entries.push(...rows.map(toLogEntry(ctx)))
    const last = rows.at(-1)
    if (!last || rows.length < batch) return entries
    after = { at: last.exactAt, id: last.id }
  }
}
const batch = 1_000

const isFiltered = (...all: object[]) => all.some((one) => Object.values(one).some((value) => value !== undefined))

/** The log reveals nothing that its reader may not read: a system administrator sees that a patient was viewed, but not which one. */
export const toLogEntry =
  ({ actor: reader }: Pick<Context, 'actor'>) =>
  ({ id, at, eventType, detail: kept, form, user, ...row }: LogRow): LogEntry & { patientId?: string } => {
    const detail = kept as Record<string, unknown> // written by audit() as an object
    const mayName = { patient: reader.permissions.includes('patient:read'), form: reader.permissions.includes('form:read') }
    const title = form ?? (/^form(?!Request)/.test(eventType) && typeof detail['title'] === 'string' ? detail['title'] : null)
    return {
      id,
      at,
      eventType,
      description: describeEvent(eventType, {
        patient: mayName.patient ? row.patient : null,
        nhsNumber: mayName.patient ? row.nhsNumber : null,
        form: mayName.form ? title : null,
        user,
        detail,
      }),
      // The ids of the patients on the page go to the audit log, not into the response.
      ...(mayName.patient && row.patient && row.patientId && { patientId: row.patientId }),
      by: { id: row.actorKind === 'member' || row.actorKind === 'client' ? row.actorId : null, name: nameOf(row) },
    }
  }

function nameOf({ actorKind, by }: Pick<LogRow, 'actorKind' | 'by'>) {
  if (actorKind === 'patient') return 'The patient'
  if (actorKind === 'worker') return 'Formward'
  if (actorKind === 'client') return by ?? 'An integration client'
  // An actor who is not a member of the organisation is a system administrator.
  return by ?? 'System administrator'
}

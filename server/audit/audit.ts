import type { z } from 'zod'

import type { Log, LogEntry } from '#contract/audit.ts'
import type { Context } from '#server/platform/context.ts'

import { describeEvent } from './describe-event.ts'
import { countedAtMost, countLogs, findPage, type LogFilters, type LogRow, type LogScope } from './logs.sql.ts'

/** One page of a log, in words (AUD-2). */
export async function listLogs(
  ctx: Context,
  { memberId, patientId, page, limit, cursor, ...filters }: LogScope & LogFilters & Page,
): Promise<z.input<typeof Log>> {
  const scope = { memberId, patientId }
  const counting = countLogs(ctx, scope, filters).then((count) => ({
    count,
    isCapped: isFiltered(scope, filters) && count > countedAtMost,
  }))
  const [found, { count, isCapped }] = await Promise.all([
    // Where counting stopped is not where the log ends.
    findPage(ctx, scope, filters, { page, limit, cursor }, async () => ((await counting).isCapped ? Infinity : (await counting).count)),
    counting,
  ])
  const totalDocs = isCapped ? countedAtMost : count
  return { docs: found.rows.map(toLogEntry(ctx)), page, totalDocs, isCountCapped: isCapped, cursor: found.cursor }
}
type Page = { page: number; limit: number; cursor?: string | undefined }

const isFiltered = (...all: object[]) => all.some((one) => Object.values(one).some((value) => value !== undefined))

/** Nobody learns from the log what they may not read: who runs the system sees that somebody looked, and not at whom. */
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
      // Whoever reads this saw them, too: it goes into the log, not over the wire.
      ...(mayName.patient && row.patient && row.patientId && { patientId: row.patientId }),
      by: { id: row.actorKind === 'member' ? row.actorId : null, name: nameOf(row) },
    }
  }

function nameOf({ actorKind, by }: Pick<LogRow, 'actorKind' | 'by'>) {
  if (actorKind === 'patient') return 'The patient'
  if (actorKind === 'worker') return 'Formward'
  // Whoever acts in an organisation without being one of its members runs the system.
  return by ?? 'System administrator'
}

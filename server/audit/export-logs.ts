import type { FileResponse } from '#contract/route.ts'
import { formatDate } from '#domain/dates.ts'
import type { ExportFormat } from '#domain/exports.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { readRecent } from '#server/platform/read-standby.ts'
import type { OutgoingColumn, OutgoingRow } from '#server/documents/spreadsheet/write.ts'
import { tableFile } from '#server/documents/table-file.ts'

import { toLogEntry } from './audit.ts'
import { findArchivedBefore } from './chain/archived-ranges.sql.ts'
import { findNext, type LogFilters, type LogScope, type Place } from './logs.sql.ts'

const columns: OutgoingColumn[] = [
  { header: 'When', kind: 'datetime', width: 18 },
  { header: 'Who', kind: 'text', width: 28 },
  { header: 'What', kind: 'text', width: 90 },
  { header: 'Event', kind: 'text', width: 28 },
  { header: 'Number', kind: 'number', width: 12 },
]
const batch = 1_000

/** The audit log as a file, read and sent step by step. Each step is a transaction limited to what the reader may see. */
export async function exportLogs(
  ctx: Context,
  { memberId, format, ...filters }: LogScope & LogFilters & { format: ExportFormat },
): Promise<FileResponse> {
  await audit(ctx, 'tenantLogsExported', { subjectId: ctx.organisationId, detail: { format, filters: { ...filters, by: memberId } } })
  return tableFile('audit-log', format, { name: 'Audit log', columns, rows: rowsOf(ctx, { memberId }, filters) })
}

async function* rowsOf({ actor, organisationId, services }: Context, scope: LogScope, filters: LogFilters): AsyncGenerator<OutgoingRow> {
  const reader = { services, organisationId, actor, during: 'job' } as const
  let after: Place | undefined
  for (;;) {
    const from = after
    const found = await readRecent(reader, (ctx) => readOn(ctx, scope, filters, from), auditPage)
    for (const { id, at, by, description, eventType } of found.entries) yield [at, by.name, description, eventType, id]
    const { last } = found
    if (found.entries.length < batch || !last) break
    after = last
  }
  // Asked last, because events may be archived while the file is written.
  const archivedBefore = await readRecent(reader, findArchivedBefore)
  if (archivedBefore !== null)
    yield [null, '', `Events before ${formatDate(archivedBefore)} may be in the archive and not in this file.`, '', null]
}

async function readOn(ctx: Context, scope: LogScope, filters: LogFilters, after: Place | undefined) {
  const rows = await findNext(ctx, scope, filters, after, batch)
  const entries = rows.map(toLogEntry(ctx))
  const last = rows.at(-1)
  return { entries, last: last && { at: last.exactAt, id: last.id } }
}

/** The audit log tells which patients a page names, before the page is sent. */
async function auditPage(ctx: Context, { entries }: Awaited<ReturnType<typeof readOn>>) {
  const patientIds = [...new Set(entries.flatMap(({ patientId }) => patientId ?? []))]
  if (patientIds.length) await audit(ctx, 'patientsExported', { patientIds })
}

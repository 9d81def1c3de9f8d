import type { OutgoingRow } from '#server/documents/spreadsheet/write.ts'
import { auditAtEnd } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { findMatching, type Place, type Selection } from '#server/worklist/worklist.ts'

import { type ExportRow, readExportRows } from './export-rows.sql.ts'

export { requestSheet } from './sheets/request-sheet.ts'

export type { AnsweredRequest, ExportRow } from './export-rows.sql.ts'

/**
 * Runs one short transaction with the permissions and wards of the member who started the export. `record` writes what the audit log has to tell of
 * the result.
 */
export type Reading = <T>(work: (ctx: Context) => Promise<T>, record?: (ctx: Context, result: T) => unknown) => Promise<T>
export type PageSource = { selection: Selection; hasPersonalData: boolean; read: Reading }

/** Small enough that one page does not block the event loop. */
const pageRows = 250

/**
 * The requests after a place, oldest first, and what `readMore` reads of them at the same time. The next place is undefined after the last
 * page.
 */
export function readRequestPage<More>(
  { selection, hasPersonalData, read }: PageSource,
  after: Place | undefined,
  readMore: (ctx: Context, ids: string[]) => Promise<More>,
) {
  const readPage = async (ctx: Context) => {
    const found = await findMatching(ctx, selection, after, pageRows)
    const ids = found.map(({ id }) => id)
    const [rows, more] = await Promise.all([readExportRows(ctx, ids, { hasPersonalData }), readMore(ctx, ids)])
    return { ...more, rows, place: found.length < pageRows ? undefined : found.at(-1) }
  }
  return read(readPage, hasPersonalData ? auditPatients : undefined)
}

/** The audit log records whose data is exported (AUD-4). */
function auditPatients(ctx: Context, { rows }: { rows: ExportRow[] }) {
  if (rows.length > 0) auditAtEnd(ctx, 'patientsExported', { patientIds: [...new Set(rows.map(({ patientId }) => patientId))] })
}

/** Every request of the selection, as a row, oldest first. */
export async function* requestRows(source: PageSource & { signal: AbortSignal }) {
  let place: Place | undefined
  do {
    source.signal.throwIfAborted()
    const page = await readRequestPage(source, place, async () => ({}))
    yield* page.rows
    place = page.place
  } while (place)
}

export async function* mapRows<T>(rows: AsyncIterable<T>, toRow: (row: T) => OutgoingRow) {
  for await (const row of rows) yield toRow(row)
}

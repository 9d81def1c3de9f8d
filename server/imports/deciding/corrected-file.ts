import { type FileResponse, spreadsheet } from '#contract/route.ts'
import { parseUkDate } from '#domain/dates.ts'
import type { CorrectedPart } from '#domain/imports/decisions.ts'
import { importColumnKeys, importColumns, importNotes, importTabs, type ImportColumnKey } from '#domain/imports/template.ts'
import { outcomeWords, problemParts, revertWords, reopeningText } from '#domain/imports/words.ts'
import { getImportJob } from '#server/imports/import-jobs.sql.ts'
import { wardLimitOf, type Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Problem } from '#server/platform/problem.ts'
import { writeWorkbook, type OutgoingColumn, type OutgoingRow } from '#server/documents/spreadsheet/write.ts'

import { findRowsToCorrect, type CorrectedRow } from './import-rows.sql.ts'

/** The rows of a file in the form of the template, with their problems. Once corrected, the file can be imported (IMP-7). */
export async function correctedFile(ctx: Context, id: string, part: CorrectedPart): Promise<FileResponse> {
  const { status, rowsRemovedAt } = await getImportJob(ctx, id)
  if (rowsRemovedAt) throw new Problem('not_found', 'Rows are kept for 30 days after an import. The rows of this file have been deleted.')
  if (status === 'checking') throw new Problem('conflict', 'The file is still being checked. Wait until every row has been checked.')
  const sheets = [{ name: importTabs.rows, columns, rows: rowsOf(ctx, id, part), hasFilter: false }]
  return { fileName: `import-${id.slice(0, 8)}-${part.replace('_', '-')}.xlsx`, type: spreadsheet, body: writeWorkbook({ sheets }) }
}

const columns: OutgoingColumn[] = [
  ...importColumnKeys.map((key): OutgoingColumn => {
    const { header, kind, example } = importColumns[key]
    return { header, kind: kind === 'date' ? 'date' : 'text', width: Math.max(header.length, example.length) + 4 }
  }),
  ...importNotes.map((header): OutgoingColumn => ({ header, kind: 'text', width: header === importNotes[0] ? 10 : 60 })),
]

const pageOfRows = 1_000

/** Read as fast as the client reads, one page in each transaction, with the wards that the member had when they asked. */
async function* rowsOf({ services, actor, organisationId }: Context, jobId: string, part: CorrectedPart): AsyncGenerator<OutgoingRow> {
  for (let after = 0; ;) {
    const rows = await inTransaction(services.db, { organisationId, memberId: wardLimitOf(actor) }, (tx) =>
      findRowsToCorrect(tx, { jobId, part, after, limit: pageOfRows }),
    )
    for (const row of rows) yield toRow(row)
    if (rows.length < pageOfRows) return
    after = rows.at(-1)!.rowNumber // a whole page has a last one
  }
}

function toRow({ rowNumber, verdict, cells, problems, outcome, reverted, reopenings }: CorrectedRow): OutgoingRow {
  const told = problems.map(({ column, code, message }) => problemParts(column, code, message).join('')).join('\n')
  const became = reverted ? revertWords[reverted].told : outcome ? outcomeWords[outcome] : ''
  return [
    ...importColumnKeys.map((key) => (problems.some(isUnreadable(key)) ? unreadable : valueOf(key, cells[key] ?? ''))),
    rowNumber,
    verdict === 'error' ? told : '',
    verdict === 'warning' ? told : '',
    [became, ...reopenings.map(({ refusal }) => reopeningText(refusal))].filter(Boolean).join('\n'),
  ]
}

/** A date of birth is written as a date. */
const valueOf = (key: ImportColumnKey, text: string) => (importColumns[key].kind === 'date' ? (parseUkDate(text) ?? text) : text)

/** A value that the spreadsheet changed is not written back as text, because it would look valid. */
const isUnreadable = (key: ImportColumnKey) => (problem: { column: string; code: string }) =>
  problem.column === key && ['cell_error', 'not_calculated', 'is_date', 'lost_digits'].includes(problem.code)
const unreadable = '#VALUE!'

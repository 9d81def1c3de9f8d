import type { EnrolmentFile, series } from '#contract/series.ts'
import { type FileResponse, type Input, spreadsheet } from '#contract/route.ts'
import { isBlankRow, type ImportCell, readDateText, readText } from '#domain/imports/cells.ts'
import { isNhsNumber, normaliseNhsNumber } from '#domain/nhs-number.ts'
import { guardXlsx } from '#server/documents/spreadsheet/guard.ts'
import { readRows, type SheetRow } from '#server/documents/spreadsheet/read.ts'
import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'
import { writeWorkbook } from '#server/documents/spreadsheet/write.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Call } from '#server/platform/serve.ts'

import { enrolJudged, judgeEnrolments, lockForEnrolling, refuseEnded } from './enrol.ts'
import { findByNumbers } from './patients-of-file.sql.ts'
import { getSeries, requireSeries } from './series.sql.ts'

const maxRows = 2_000
const headers = { nhsNumber: 'NHS number', localPatientId: 'Local patient ID' } as const

/** The template of the file: its date column has the name of the series' date. */
export async function writeEnrolmentTemplate(ctx: Context, id: string): Promise<FileResponse> {
  const { dateLabel, state } = await getSeries(ctx, id)
  refuseEnded({ state })
  const columns = [
    { header: headers.nhsNumber, kind: 'text' as const, width: 18 },
    { header: headers.localPatientId, kind: 'text' as const, width: 18 },
    { header: dateLabel, kind: 'date' as const, width: Math.max(18, dateLabel.length + 4) },
  ]
  return {
    fileName: 'patients-of-a-series.xlsx',
    type: spreadsheet,
    body: writeWorkbook({ sheets: [{ name: 'Patients', columns, rows: [], hasFilter: false }] }),
  }
}

type EnrolFile = Input<typeof series.enrolFile>

/** Reads the file in another thread before the transaction begins. */
export async function receiveEnrolmentFile({ services, organisationId }: Call, { body, params, query }: EnrolFile) {
  // Checked again later. Checking now answers before a large file is read.
  await inOrganisation(services.db, organisationId, (tx) => requireSeries({ tx, organisationId }, params.id))
  const rows = await readSheet(body)
  return (ctx: Context) => enrolFromRows(ctx, params.id, rows, query.enrol === 'true')
}

async function readSheet(bytes: Uint8Array): Promise<SheetRow[]> {
  try {
    guardXlsx(bytes)
    const rows: SheetRow[] = []
    const first = (sheets: { name: string; isHidden: boolean }[]) => {
      const tab = sheets.find(({ isHidden }) => !isHidden)
      if (!tab) throw new Problem('invalid_file', 'The file has no tab.')
      return tab.name
    }
    for await (const batch of readRows(bytes, first, { maxColumns: 32, maxRows: maxRows + 1, deadlineMs: 20_000 })) rows.push(...batch)
    return rows
  } catch (error) {
    if (!(error instanceof SpreadsheetRefusal)) throw error
    const words =
      error.code === 'too_many_rows'
        ? `The file has more than ${maxRows.toLocaleString('en-GB')} rows. Split it into smaller files.`
        : error.words
    throw new Problem('invalid_file', words)
  }
}

type ReadRow = { row: number; nhsNumber: string; localPatientId: string; startsOn: string }
type RowProblem = { row: number; message: string }

/** Checks the rows, and enrols the good ones if asked to. */
async function enrolFromRows(ctx: Context, id: string, rows: readonly SheetRow[], isEnrolling: boolean): Promise<EnrolmentFile> {
  const locked = await lockForEnrolling(ctx, id)
  const { read, problems } = readRowsOf(rows, locked.dateLabel)
  const found = await findByNumbers(ctx, read)
  const matched: (ReadRow & { patientId: string })[] = []
  read.forEach((row, index) => {
    const { ids } = found[index]! // one for each row
    if (ids.length === 1) matched.push({ ...row, patientId: ids[0]! })
    else problems.push({ row: row.row, message: ids.length === 0 ? notFound(row) : severalFound })
  })
  const refusals = await judgeEnrolments(ctx, locked, matched)
  matched.forEach(({ row }, index) => {
    const message = refusals[index]
    if (message !== undefined) problems.push({ row, message })
  })
  const good = refusals.filter((refusal) => refusal === undefined).length
  const enrolled = isEnrolling ? await enrolJudged(ctx, locked, matched, refusals) : 0
  if (!isEnrolling || enrolled === 0)
    await audit(ctx, 'seriesFileChecked', {
      subjectId: id,
      patientIds: [...new Set(matched.map(({ patientId }) => patientId))],
      detail: { series: locked.name, rows: read.length },
    })
  return { enrolled, good, problems: problems.toSorted((one, other) => one.row - other.row) }
}

/** The same whether the patient is on another ward or unknown, so that a file cannot be used to find patients (MEM-4). */
const notFound = ({ nhsNumber }: ReadRow) => `No patient has this ${nhsNumber ? 'NHS number' : 'local patient ID'}.`
const severalFound = 'Several patients match this row. Use the NHS number.'

function readRowsOf([header, ...rows]: readonly SheetRow[], dateLabel: string) {
  const names = (header?.cells ?? []).map((cell) => comparable(textOf(cell) ?? ''))
  const columnOf = (name: string) => names.indexOf(comparable(name))
  const [nhsNumberAt, localIdAt] = [columnOf(headers.nhsNumber), columnOf(headers.localPatientId)]
  const dateAt = columnOf(dateLabel) === -1 ? columnOf('Date') : columnOf(dateLabel)
  if (nhsNumberAt === -1 && localIdAt === -1)
    throw new Problem('invalid_file', `The first row has no column “${headers.nhsNumber}” or “${headers.localPatientId}”.`)
  if (dateAt === -1) throw new Problem('invalid_file', `The first row has no column “${dateLabel}”.`)
  const read: ReadRow[] = []
  const problems: RowProblem[] = []
  for (const { rowNumber, cells } of rows) {
    if (isBlankRow(cells)) continue
    const [nhsNumber, localPatientId] = [textOf(cells[nhsNumberAt]), textOf(cells[localIdAt])]
    const startsOn = dayOf(cells[dateAt])
    const message =
      nhsNumber === undefined || localPatientId === undefined
        ? 'A cell of this row has an error or lost digits. Enter the number as text.'
        : !nhsNumber && !localPatientId
          ? `${headers.nhsNumber} or ${headers.localPatientId} is required.`
          : nhsNumber && !isNhsNumber(normaliseNhsNumber(nhsNumber))
            ? 'NHS number is not valid.'
            : startsOn === undefined
              ? `${dateLabel} is not valid. Enter a date such as 25/12/2026.`
              : undefined
    if (message !== undefined || startsOn === undefined) problems.push({ row: rowNumber, message: message ?? '' })
    else read.push({ row: rowNumber, nhsNumber: normaliseNhsNumber(nhsNumber ?? ''), localPatientId: localPatientId ?? '', startsOn })
  }
  return { read, problems }
}

const comparable = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase()

function textOf(cell: ImportCell) {
  const read = readText(cell)
  return 'text' in read ? read.text : undefined
}

function dayOf(cell: ImportCell): string | undefined {
  if (typeof cell === 'object' && cell !== null && 'date' in cell) return dateOfCell(cell.date)
  const text = textOf(cell)
  return text ? readDateText(text) : undefined
}

/** An ISO day, or an ISO day and time without a zone. */
const dateOfCell = (date: string) => date.slice(0, 10)

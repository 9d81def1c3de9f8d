import readExcelFile from 'read-excel-file/node'
import writeExcelFile, { type Row } from 'write-excel-file/node'

import { importColumns, importTabs, type ImportColumnKey } from '#domain/imports/template.ts'
import { syntheticNhsNumber } from '#domain/nhs-number.ts'

export type FileRow = Partial<Record<ImportColumnKey, string | Date>>

/** Far from the numbers of the demonstration. */
const firstNumber = 70_000
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The patient of the first row, who will answer. */
export const patient = {
  firstName: 'Ines',
  lastName: 'Marlowe',
  email: 'ines.marlowe@example.com',
  nhsNumber: syntheticNhsNumber(firstNumber),
}

const goodRow = (form: string, index: number): FileRow => ({
  nhsNumber: syntheticNhsNumber(firstNumber + index),
  localPatientId: `000${index}`,
  firstName: 'Amira',
  lastName: `Khan ${'abcdefghijklmnopqrstuvwxyzåäö'.at(index)}`,
  dateOfBirth: new Date('1961-03-09T00:00:00Z'),
  phone: `07700 900${100 + index}`,
  form,
  specialty: '320',
  method: 'SMS',
})

/** The wrong rows by their number in Excel, with their error and its message. */
export const badRows = new Map<number, { change: FileRow; words: string }>([
  [6, { change: { nhsNumber: '999 000 0000' }, words: 'NHS number: Needs to be a valid NHS number.' }],
  [12, { change: { dateOfBirth: '31/02/1980' }, words: 'Date of birth must be a real date' }],
  [18, { change: { form: 'No such form' }, words: 'Form: There is no published form with this title or id.' }],
  [24, { change: { specialty: '001' }, words: 'Specialty code: There is no specialty with this code.' }],
  [31, { change: { phone: '' }, words: 'Phone is required when the method is SMS.' }],
])

/** Thirty rows under the headers of the template, five of them bad. */
export function thirtyRows(headers: readonly string[], form: string): Promise<Buffer> {
  const rows = Array.from({ length: 30 }, (_, index): FileRow => {
    const first: FileRow = index === 0 ? { ...patient, method: 'Email' } : {}
    return { ...goodRow(form, index), ...first, ...badRows.get(index + 2)?.change }
  })
  return workbookOf(rows, headers)
}

/** As another program writes it. */
export function workbookOf(rows: readonly FileRow[], headers: readonly string[]): Promise<Buffer> {
  const keyOf = (header: string) => (Object.keys(importColumns) as ImportColumnKey[]).find((key) => importColumns[key].header === header)! // its keys
  const data = rows.map((row): Row => headers.map((header) => cellOf(row[keyOf(header)])))
  return writeExcelFile([{ data: [headers.map((value) => ({ value })), ...data], sheet: importTabs.rows }]).toBuffer()
}

/** With the headings of a hospital system and in a tab of another name than in the template. */
export const foreignWorkbook = (headings: readonly string[], rows: readonly (readonly string[])[]): Promise<Buffer> =>
  writeExcelFile([
    { data: [headings, ...rows].map((cells): Row => cells.map((value) => ({ value, type: String }))), sheet: 'Sheet1' },
  ]).toBuffer()

export const everyHeader = Object.values(importColumns).map(({ header }) => header)

function cellOf(value: string | Date | undefined): Row[number] {
  if (value === undefined) return null
  return typeof value === 'string' ? { value, type: String } : { value, type: Date, format: 'dd/mm/yyyy' }
}

/** The tabs of a workbook by name, as rows of cells. */
export const tabsOf = async (file: string) =>
  new Map((await readExcelFile(file)).map(({ sheet, data }) => [sheet, data.map((row) => row.map((cell) => cell ?? ''))]))

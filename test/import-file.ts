import writeExcelFile from 'write-excel-file/node'
import type { Row } from 'write-excel-file/node'

import { importColumnKeys, importColumns, importTabs, type ImportColumnKey } from '#domain/imports/template.ts'

import { eventually, next, nextNhsNumber } from './organisation.ts'

export const xlsx = { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }

export type FileRow = Partial<Record<ImportColumnKey, string | number | Date | null>>

/** A valid row of a new person, with mobile numbers and addresses that are reserved for examples. */
export const goodRow = (form: string, more: FileRow = {}): FileRow => ({
  nhsNumber: nextNhsNumber(),
  firstName: 'Amira',
  lastName: `Khan${next()}`,
  dateOfBirth: new Date('1961-03-09T00:00:00Z'),
  sex: 'Female',
  phone: '07700 900123',
  email: 'amira.khan@example.com',
  postcode: 'ZZ99 3VZ',
  form,
  specialty: '320',
  method: 'SMS',
  ...more,
})

type Options = { tab?: string; headers?: string[]; otherTabs?: string[] }

/** A filled-in import spreadsheet as another program writes it. */
export async function importFile(rows: FileRow[], { tab = importTabs.rows, headers, otherTabs = [] }: Options = {}): Promise<Buffer> {
  const header: Row = (headers ?? importColumnKeys.map((key) => importColumns[key].header)).map((value) => ({ value, fontWeight: 'bold' }))
  const data = [header, ...rows.map((row) => importColumnKeys.map((key) => cellOf(row[key])))]
  return writeExcelFile([{ data, sheet: tab }, ...otherTabs.map((sheet) => ({ data: [[{ value: 'x' }]], sheet }))]).toBuffer()
}

function cellOf(value: FileRow[ImportColumnKey]): Row[number] {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return { value, type: Date, format: 'dd/mm/yyyy' }
  return typeof value === 'number' ? { value, type: Number } : { value, type: String }
}

type Member = {
  get: (url: string) => Promise<{ json: <T>() => T }>
  put: (url: string, body: unknown, headers: Record<string, string>) => Promise<{ json: <T>() => T; statusCode: number }>
}
export const imports = '/api/forms/request/import'

/** Uploads a file and waits until every row has its verdict. */
export async function uploadAndCheck<Job extends { id: string; status: string }>(member: Member, file: Buffer): Promise<Job> {
  const { id } = (await member.put(imports, file, { ...xlsx, 'content-disposition': "attachment; filename*=UTF-8''list.xlsx" })).json<{
    id: string
  }>()
  return untilStatus<Job>(member, id, ['checked', 'refused'])
}

export const untilStatus = <Job extends { status: string }>(member: Pick<Member, 'get'>, id: string, statuses: string[], seconds = 60) =>
  eventually(async () => {
    const job = (await member.get(`${imports}?id=${id}`)).json<Job>()
    return statuses.includes(job.status) && job
  }, seconds)

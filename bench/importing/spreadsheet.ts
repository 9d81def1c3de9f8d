import { buffer } from 'node:stream/consumers'

import { importColumnKeys, importColumns, importTabs, type ImportColumnKey } from '#domain/imports/template.ts'
import { syntheticNhsNumber } from '#domain/nhs-number.ts'
import { writeWorkbook, type OutgoingRow } from '#server/documents/spreadsheet/write.ts'

/** New people from the `first` number on; one in 20 twice, one in 50 with an error. */
export function spreadsheet(count: number, first: number, form: string) {
  const columns = importColumnKeys.map(
    (key) => ({ header: importColumns[key].header, kind: importColumns[key].kind === 'date' ? 'date' : 'text' }) as const,
  )
  const rows = function* (): Generator<OutgoingRow> {
    for (let n = 0; n < count; n++) {
      const row = rowOf(n, first, form)
      yield importColumnKeys.map((key) => row[key] ?? null)
    }
  }
  return buffer(writeWorkbook({ sheets: [{ name: importTabs.rows, columns, rows: rows() }] }))
}

const numbers: string[] = []
let nextNumber = 0
/** The n-th NHS number that no patient of a filled database has: those have 0 or 1 as their ninth digit (bench/filling/patients.ts). */
function newNhsNumber(n: number) {
  while (numbers.length <= n) {
    const number = syntheticNhsNumber(nextNumber++)
    if (!/^.{8}[01]/.test(number)) numbers.push(number)
  }
  return numbers[n]!
}

const letter = (n: number) => 'ABDEFGHJLNPQRSTUWXYZ'[Math.floor(n) % 20]

function rowOf(n: number, first: number, form: string): Partial<Record<ImportColumnKey, string>> {
  const person = first + (n % 20 === 19 ? n - 1 : n)
  return {
    nhsNumber: newNhsNumber(person),
    localPatientId: `0${person}`,
    firstName: 'Amira',
    lastName: `Khan ${person.toString(36).replace(/\d/g, (digit) => 'qwertyuiop'[Number(digit)]!)}`,
    dateOfBirth: new Date(Date.UTC(1930, 0, 1 + ((person * 7) % 28_000))).toISOString().slice(0, 10),
    phone: n % 50 === 7 ? '0123' : `07700 900${100 + (person % 900)}`,
    line1: `${person} Example Street`,
    town: 'Exampleton',
    postcode: `ZZ99 ${person % 10}${letter(person / 10)}${letter(person / 200)}`,
    form,
    specialty: '320',
    pathwayId: `IMP${person}`,
    location: 'Outpatients',
    method: 'SMS',
  }
}

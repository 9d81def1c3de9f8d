import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, test } from 'vitest'

import { findLibreOffice } from '../../../scripts/libreoffice.ts'
import { writeWorkbookInChunks, type ChunkedSheet, type WorkbookProgress } from './write-pieces.ts'
import type { OutgoingColumn, OutgoingRow } from './write.ts'

const soffice = findLibreOffice()

/** As CSV, every tab a file: text in quotes and numbers bare, so that it can be seen what LibreOffice took a cell for; formulas as formulas. */
const toCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,true,false,false,-1'

async function openInLibreOffice(file: Buffer, tabs: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'formward-libreoffice-'))
  try {
    await writeFile(join(folder, 'file.xlsx'), file)
    const profile = `-env:UserInstallation=file://${folder}/profile`
    await promisify(execFile)(soffice!, [profile, '--headless', '--convert-to', toCsv, '--outdir', folder, join(folder, 'file.xlsx')])
    return await Promise.all(tabs.map(async (tab) => cellsOf(await readFile(join(folder, `file-${tab}.csv`), 'utf8'))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The cells of a CSV as they stand in it, quotes and all. */
const cellsOf = (csv: string) => {
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of csv.matchAll(/("(?:[^"]|"")*"|[^,\n]*)(,|\n|$)/g)) {
    rows.at(-1)!.push(cell)
    if (end === '\n') rows.push([])
  }
  return rows.slice(0, -1)
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

// In two pieces, as an export that was broken off after the first.
async function written(sheets: (ChunkedSheet & { rows: OutgoingRow[] })[], limits: { rowsPerSheet: number }) {
  let soFar: WorkbookProgress = { parts: [] }
  const pieces = []
  for (const half of [0, 1]) {
    const file = writeWorkbookInChunks(soFar, limits)
    for (const sheet of sheets) {
      const middle = Math.ceil(sheet.rows.length / 2)
      await file.add(sheet, half === 0 ? sheet.rows.slice(0, middle) : sheet.rows.slice(middle))
    }
    if (half === 1) await file.finish(sheets.map(({ name }) => name))
    pieces.push(...(await file.take()))
    soFar = JSON.parse(JSON.stringify(soFar)) as WorkbookProgress // as another process reads it
  }
  return Buffer.concat(pieces.toSorted((one, other) => one.number - other.number).map(({ bytes }) => bytes))
}

const texts = [
  '=1+1',
  '+44 7700 900123',
  '-5',
  '@SUM(A1)',
  '|calc',
  "=cmd|' /C calc'!A0",
  '\t=1',
  '＝1+1',
  '0012',
  '00012345',
  '9990000018',
  '12345678901234567890',
  '1E5',
  'TRUE',
  '2026-05-04',
  '1/2',
  '🩺 Zoë 👩‍👩‍👧',
  'שלום עולם',
  'مرحبا',
  'one\ntwo',
  'say "hello", then go',
  "'quoted",
  ' spaces ',
  '&lt;b> _x000D_',
  'z'.repeat(32_767),
]
const typed: OutgoingRow[] = [
  ['1958-06-01', '2026-07-01T09:30:00Z', 12.5],
  ['2000-02-29', '2026-12-01T21:00:00Z', -7],
  ['1900-03-01', '2026-03-29T01:30:00Z', 100000000000],
]
const text = (header: string): OutgoingColumn => ({ header, kind: 'text' })

describe('A written workbook in LibreOffice', () => {
  test.skipIf(!soffice && !process.env['CI'])(
    'a file opens in LibreOffice with every cell unchanged: text stays text, dates are dates and numbers are numbers (EXP-2)',
    async () => {
      const kinds: OutgoingColumn[] = [
        { header: 'Born', kind: 'date' },
        { header: 'Submitted', kind: 'datetime' },
        { header: 'Score', kind: 'number' },
      ]
      const sheets = [
        { name: 'Words', columns: [text('=Header'), text('Beside')], rows: texts.map((one) => [one, 'next']) },
        { name: 'Typed', columns: kinds, rows: typed },
        { name: 'Long', columns: [text('Row')], rows: Array.from({ length: 60 }, (_, index) => [`r${index}`]) },
      ]

      const file = await written(sheets, { rowsPerSheet: 41 })
      const [words, types, long, more] = await openInLibreOffice(file, ['Words', 'Typed', 'Long', 'Long (2)'])

      expect(words).toEqual([['"=Header"', '"Beside"'], ...texts.map((one) => [quoted(one), '"next"'])])
      expect(types).toEqual([
        ['"Born"', '"Submitted"', '"Score"'],
        ['01/06/1958', '01/07/2026 10:30', '12.5'],
        ['29/02/2000', '01/12/2026 21:00', '-7'],
        ['01/03/1900', '29/03/2026 02:30', '100000000000'],
      ])
      expect([long, more].flatMap((rows) => rows!.slice(1)).flat()).toEqual(Array.from({ length: 60 }, (_, index) => `"r${index}"`))
    },
  )
})

import { buffer } from 'node:stream/consumers'

import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import { guardXlsx } from './guard.ts'
import { readRows, type SheetRow } from './read.ts'
import { readPart, sheetsOf } from './test-zip.ts'
import { writeWorkbookInChunks, type WorkbookProgress } from './write-pieces.ts'
import { writeWorkbook, type OutgoingColumn, type OutgoingRow, type WorkbookOptions } from './write.ts'

const text = (header: string): OutgoingColumn => ({ header, kind: 'text' })

function write(columns: OutgoingColumn[], rows: Iterable<OutgoingRow>, options?: WorkbookOptions) {
  return buffer(writeWorkbook({ sheets: [{ name: 'Requests', columns, rows }] }, options))
}

async function readBack(file: Buffer, sheet = 'Requests') {
  const rows: SheetRow[] = []
  for await (const batch of readRows(file, sheet)) rows.push(...batch)
  return rows.map((row) => row.cells)
}

const columns: OutgoingColumn[] = [
  text('NHS number'),
  text('Phone'),
  { header: 'Born', kind: 'date' },
  { header: 'Submitted', kind: 'datetime' },
  { header: 'Score', kind: 'number' },
  text('Note'),
]
const rows: OutgoingRow[] = [
  ['9990000018', '+447700900123', '1958-06-01', '2026-07-01T09:30:00Z', 12.5, 'Zoë & <b>"O\'Brien"</b> 🩺\nsecond line '],
  ['0012', '07700900123', '2000-02-29', '2026-12-01 21:00:00.4+00', '7', '=1+1'],
  [null, undefined, '', null, Number.NaN, true],
]

describe('Writing a workbook', () => {
  test('numbers, dates and text have the right type in another program (EXP-2)', async () => {
    const file = await write(columns, rows)
    expect(await readExcelFile(file, { trim: false })).toEqual([
      {
        sheet: 'Requests',
        data: [
          ['NHS number', 'Phone', 'Born', 'Submitted', 'Score', 'Note'],
          ['9990000018', '+447700900123', new Date(Date.UTC(1958, 5, 1)), new Date(Date.UTC(2026, 6, 1, 10, 30)), 12.5, rows[0]?.[5]],
          ['0012', '07700900123', new Date(Date.UTC(2000, 1, 29)), new Date(Date.UTC(2026, 11, 1, 21)), 7, '=1+1'],
          [null, null, null, null, null, true],
        ],
      },
    ])
  })

  test('an exported file can be imported: the values are the same (EXP-2)', async () => {
    const summer = { date: '2026-07-01T10:30:00' }
    const winter = { date: '2026-12-01T21:00:00' }
    expect(await readBack(await write(columns, rows))).toEqual([
      columns.map((column) => column.header),
      ['9990000018', '+447700900123', { date: '1958-06-01' }, summer, 12.5, rows[0]?.[5]],
      ['0012', '07700900123', { date: '2000-02-29' }, winter, 7, '=1+1'],
      [null, null, null, null, null, true],
    ])
  })

  test('an answer that begins like a formula stays text, and opens as text when it is edited (EXP-2)', async () => {
    const risky = ['=HYPERLINK("http://example.com")', '+44', '-1', '@SUM(A1)', '\t=1', '\r=1']
    const file = await write(
      [text('Answer')],
      [...risky, 'harmless'].map((answer) => [answer]),
    )
    const sheet = readPart(file, 'xl/worksheets/sheet1.xml')
    expect(sheet).not.toContain('<f>')
    expect(sheet.match(/<c [^>]*s="3"/g)).toHaveLength(risky.length)
    expect(readPart(file, 'xl/styles.xml')).toContain(
      'numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" quotePrefix="1"',
    )
    expect((await readBack(file)).slice(1).map(([answer]) => answer)).toEqual([...risky.slice(0, 5), '\n=1', 'harmless'])
  })

  test('characters that would break the file are left out, and nothing else changes (EXP-2)', async () => {
    const answers = [
      'a\u0000\u0008b\ufffe\uffff',
      'half \ud83e alone \udd7a',
      'x_x000D_y',
      'y'.repeat(40_000),
      `${'z'.repeat(32_766)}🩺`,
      'CR\r\nLF',
    ]
    const kept = ['ab', 'half  alone ', 'x_x000D_y', 'y'.repeat(32_767), 'z'.repeat(32_766), 'CR\nLF']
    const file = await write(
      [text('_x0041_ & "wards"')],
      answers.map((answer) => [answer]),
    )
    expect((await readBack(file)).map(([answer]) => answer)).toEqual(['_x0041_ & "wards"', ...kept])
  })

  test('invalid dates, and days before the calendar of Excel, are written as text (EXP-2)', async () => {
    const odd = ['2026-02-30', '1899-05-01', 'unknown', '2026-03-29T01:30:00+01:00', '2026-12-01T23:59:59Z']
    const file = await write(
      [{ header: 'When', kind: 'datetime' }],
      odd.map((value) => [value]),
    )
    expect((await readBack(file)).slice(1).flat()).toEqual([
      ...odd.slice(0, 3),
      { date: '2026-03-29T00:30:00' },
      { date: '2026-12-01T23:59:59' },
    ])
  })

  test('several sheets keep their names, and a long list continues on the next sheet under the same header (EXP-2)', async () => {
    const file = await buffer(
      writeWorkbook(
        {
          sheets: [
            { name: 'Read me & "do"', columns: [text('Help')], rows: [] },
            { name: 'Requests', columns: [text('Reference')], rows: Array.from({ length: 5 }, (_, index) => [`R${index}`]) },
          ],
        },
        { rowsPerSheet: 3 },
      ),
    )
    expect(await sheetsOf(file)).toEqual(['Read me & "do"', 'Requests', 'Requests (2)', 'Requests (3)'])
    expect(await readBack(file, 'Requests (3)')).toEqual([['Reference'], ['R4']])
    expect(() => guardXlsx(file)).not.toThrow()
    expect(() => writeWorkbook({ sheets: [{ name: 'a/b', columns: [], rows: [] }] })).toThrow('not a name for a sheet')
  })

  test('the header is bold and frozen, and an empty text column has the text format (EXP-2)', async () => {
    const sheet = readPart(await write([{ ...text('Phone'), width: 20 }], []), 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<col min="1" max="1" width="20" style="2" customWidth="1"/>')
    expect(sheet).toContain('<c r="A1" s="1"')
  })

  test('every sheet has a filter row over its header and rows, and a sheet that is filled in has none (EXP-2)', async () => {
    const two = {
      columns: [text('Reference'), text('Note')],
      rows: [
        ['R1', 'a'],
        ['R2', 'b'],
        ['R3', 'c'],
      ],
    }
    const file = await buffer(
      writeWorkbook(
        {
          sheets: [
            { name: "Ada's & more", ...two },
            { name: 'Fill in', ...two, hasFilter: false },
          ],
        },
        { rowsPerSheet: 3 },
      ),
    )
    const filterOf = (number: number) => /<autoFilter ref="([^"]+)"/.exec(readPart(file, `xl/worksheets/sheet${number}.xml`))?.[1]

    expect([1, 2, 3, 4].map(filterOf)).toEqual(['A1:B3', 'A1:B2', undefined, undefined])
    const names = [
      ...readPart(file, 'xl/workbook.xml').matchAll(/<definedName name="_xlnm._FilterDatabase" localSheetId="(\d)" hidden="1">([^<]+)</g),
    ]
    expect(names.map(([, tab, range]) => [tab, range])).toEqual([
      ['0', "'Ada''s &amp; more'!$A$1:$B$3"],
      ['1', "'Ada''s &amp; more (2)'!$A$1:$B$2"],
    ])
    expect(await readBack(file, "Ada's & more")).toEqual([['Reference', 'Note'], ...two.rows.slice(0, 2)])
  })

  test('a file written in pieces has the filter row of each sheet, also when another process ends it (EXP-2)', async () => {
    const soFar: WorkbookProgress = { parts: [] }
    const sheet = { name: 'Requests', columns: [text('Reference'), text('Note')] }
    const begun = writeWorkbookInChunks(soFar)
    await begun.add(sheet, [['R1', 'a']])
    const first = await begun.take()
    const continued = writeWorkbookInChunks(structuredClone(soFar))
    await continued.add(sheet, [['R2', 'b']])
    await continued.finish(['Requests'])
    const pieces = [...first, ...(await continued.take())].toSorted((one, other) => one.number - other.number)
    const file = Buffer.concat(pieces.map(({ bytes }) => bytes))

    expect(readPart(file, 'xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:B3"/>')
    expect(readPart(file, 'xl/workbook.xml')).toContain("'Requests'!$A$1:$B$3</definedName>")
  })

  test('a sheet ends at the last row of Excel, and the next row begins another sheet (EXP-2)', async () => {
    const soFar: WorkbookProgress = { parts: [] }
    const file = writeWorkbookInChunks(soFar)
    const long = { name: 'Long', columns: [{ header: 'Row', kind: 'text' } as const] }
    await file.add(long, [])
    soFar.parts[0]!.rows = 1_048_575
    await file.add(long, [['last'], ['next']])
    await file.finish(['Long'])
    const bytes = Buffer.concat((await file.take()).toSorted((one, other) => one.number - other.number).map((piece) => piece.bytes))

    expect(readPart(bytes, 'xl/worksheets/sheet1.xml').match(/<row r="\d+">/g)).toEqual(['<row r="1">', '<row r="1048576">'])
    expect(readPart(bytes, 'xl/worksheets/sheet2.xml')).toMatch(/<row r="1">.*Row.*<row r="2">.*next/)
  })
})

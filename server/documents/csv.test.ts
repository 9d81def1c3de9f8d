import { describe, expect, test } from 'vitest'

import { writeCsv, writeCsvInChunks } from './csv.ts'
import type { OutgoingColumn, OutgoingRow } from './spreadsheet/write.ts'

const columns: OutgoingColumn[] = [
  { header: 'NHS number', kind: 'text' },
  { header: 'Born', kind: 'date' },
  { header: 'Submitted', kind: 'datetime' },
  { header: 'Score', kind: 'number' },
  { header: 'Note, or notes', kind: 'text' },
]
const sheet = { name: 'Requests', columns }

async function write(rows: OutgoingRow[]) {
  const file = writeCsvInChunks({ csvPieces: 0 }, 'Requests')
  await file.add(sheet, rows)
  await file.add({ name: 'About this file', columns }, [['left out']])
  return Buffer.concat((await file.take()).map(({ bytes }) => bytes)).toString()
}

const header = '\uFEFFNHS number,Born,Submitted,Score,"Note, or notes"\r\n'

describe('writeCsvInChunks', () => {
  test('values are quoted as RFC 4180 says, dates are ISO days and the time of the clock, and empty cells are empty (EXP-2)', async () => {
    expect(
      await write([
        ['0012', '1958-06-01', '2026-07-01T09:30:00Z', 12.5, 'Zoë said "no",\nthen left'],
        ['9990000018', '1900-01-09', '2026-12-01 21:00:59.4+00', -3, ' spaced '],
        [null, undefined, '', Number.NaN, true],
        ['', 'unknown', '2026-02-30', '7', 'plain'],
      ]),
    ).toBe(
      `${header}0012,1958-06-01,2026-07-01 10:30,12.5,"Zoë said ""no"",\nthen left"\r\n` +
        '9990000018,1900-01-09,2026-12-01 21:00,-3," spaced "\r\n' +
        ',,,,TRUE\r\n' +
        ',unknown,2026-02-30,7,plain\r\n',
    )
  })

  test('a text that a spreadsheet program would run as a formula begins with an apostrophe (EXP-2)', async () => {
    const risky = ['=HYPERLINK("http://example.com")', '+44+1', '-A1', '@SUM(A1)', '\t=1', '\r=1', '＝1', 'x;=A1']
    const lines = (await write(risky.map((text) => [text]))).slice(header.length)
    expect(await write([['+447700900123'], ['-1']]), 'a number is no formula').toBe(`${header}+447700900123,,,,\r\n-1,,,,\r\n`)
    expect(lines).toBe(
      `"'=HYPERLINK(""http://example.com"")",,,,\r\n'+44+1,,,,\r\n'-A1,,,,\r\n'@SUM(A1),,,,\r\n"'\t=1",,,,\r\n"'\r=1",,,,\r\n'＝1,,,,\r\n"x;=A1",,,,\r\n`,
    )
  })

  test('the pieces of a long file have one header, and numbers in their order (EXP-2)', async () => {
    const soFar = { csvPieces: 0 }
    const file = writeCsvInChunks(soFar, 'Requests')
    const rows = Array.from({ length: 10_000 }, (_, index): OutgoingRow => [`R${index}`, null, null, index, 'x'.repeat(50)])
    await file.add(sheet, rows.slice(0, 9_000))
    const first = await file.take()
    const continued = writeCsvInChunks(structuredClone(soFar), 'Requests')
    await continued.add(sheet, rows.slice(9_000))
    const pieces = [...first, ...(await continued.take())]

    expect(first.length).toBeGreaterThan(1)
    expect(pieces.map(({ number }) => number)).toEqual(pieces.map((_, index) => index))
    const lines = Buffer.concat(pieces.map(({ bytes }) => bytes))
      .toString()
      .split('\r\n')
    expect([lines.length, lines[1], lines[10_000]?.slice(0, 12)]).toEqual([10_002, `R0,,,0,${'x'.repeat(50)}`, 'R9999,,,9999'])
  })

  test('a file without rows has its header (EXP-2)', async () => {
    expect(await write([])).toBe(header)
  })
})

describe('writeCsv', () => {
  const rows = Array.from({ length: 10_000 }, (_, index): OutgoingRow => [
    `=R${index}`,
    '1958-06-01',
    '2026-07-01T09:30:00Z',
    index,
    'x'.repeat(50),
  ])

  test('the file is the same as one that is written in chunks, and rows are read only as the pieces are consumed (EXP-2, PERF-3)', async () => {
    let read = 0
    async function* source() {
      for (const row of rows) {
        read++
        yield row
      }
    }
    const pieces: Buffer[] = []
    for await (const piece of writeCsv({ ...sheet, rows: source() })) {
      if (pieces.length === 0) expect(read, 'rows before the first piece').toBeLessThan(rows.length)
      pieces.push(piece)
    }

    expect(pieces.length).toBeGreaterThan(1)
    expect(Buffer.concat(pieces).toString()).toBe(await write(rows))
  })

  test('a table without rows has its header (EXP-2)', async () => {
    const pieces: Buffer[] = []
    for await (const piece of writeCsv({ ...sheet, rows: [] })) pieces.push(piece)
    expect(Buffer.concat(pieces).toString()).toBe(header)
  })
})

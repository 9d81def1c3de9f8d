import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { readRows } from './read.ts'
import type { RefusalCode } from './refusal.ts'

const folder = join(import.meta.dirname, 'files')

/** What becomes of each file of the folder: it is refused, and for what, or read, and these are all of its rows by their numbers. */
const expected = new Map<string, RefusalCode | unknown[][]>([
  ['a-million-columns', 'corrupt'],
  ['billion-laughs', 'forbidden_xml'],
  [
    'bomb-in-an-attachment',
    [
      [1, 'NHS number', 'Born'],
      [2, '0012345678', '09/03/1961'],
    ],
  ],
  ['bomb', 'bomb'],
  [
    'called-xlsm',
    [
      [1, 'NHS number', 'Born'],
      [2, '0012345678', '09/03/1961'],
    ],
  ],
  [
    'dates-in-every-way',
    [
      [1, { date: '1961-03-09' }, { date: '1961-03-09T23:58:34' }, 22349],
      [2, '09/03/1961', { date: '1961-03-09' }, { date: '1961-03-09T10:30:00' }],
      [3, { date: '1900-02-29' }, { error: '#####' }, { error: '#####' }],
    ],
  ],
  ['dates-of-1904', [[1, { date: '1961-03-09' }, { date: '1961-03-09T18:00:00' }, 20887]]],
  ['external-entity', 'forbidden_xml'],
  [
    'formulas',
    [
      [1, 2, '2x', { error: '' }],
      [2, { error: '#DIV/0!' }, { error: '#N/A' }, true],
      [3, '=HYPERLINK("http://x.example")', 'x'],
    ],
  ],
  [
    'from-libreoffice',
    [
      [1, 'NHS number', 'Born', 'Words', 'Sum'],
      [2, '0012345678', { date: '1961-03-09' }, 'one, two', 7.5],
      [3, '999 000 0018', { date: '1999-12-31' }, 'naïve – "quoted"\nsecond line', 2],
    ],
  ],
  ...['from-gnumeric', 'of-1904-from-libreoffice'].map((name): [string, unknown[][]] => [
    name,
    [
      [1, 'NHS number', 'Born', 'Words'],
      [2, '0012345678', { date: '1961-03-09' }, 'Amélie – ’t Hooft'],
      [3, 9990000018, { date: '1961-03-09T18:00:00' }, { error: '#DIV/0!' }],
    ],
  ]),
  ['half-a-character-escaped', [[1, 'a�b', { error: '�' }]]],
  ['half-a-character', [[1, 'a�b']]],
  [
    'huge-dimensions',
    [
      [1, 'NHS number', 'Born'],
      [2, '0012345678', '09/03/1961'],
    ],
  ],
  [
    'in-the-manner-of-excel',
    [
      [1, 'NHS number', 'Born'],
      [2, '0012345678', { date: '1961-03-09' }],
    ],
  ],
  [
    'in-the-manner-of-google-sheets',
    [
      [1, 'NHS number', 'Born'],
      [2, '0012345678', { date: '1961-03-09' }],
    ],
  ],
  [
    'itself-inside',
    [
      [1, 'NHS number', 'Born'],
      [2, '0012345678', '09/03/1961'],
    ],
  ],
  ['line-ends', [[1, 'a\nb\nc', 'a\r\nb', 'a\rb_x000D_c']]],
  ['macros', 'has_macros'],
  [
    'merged-cells',
    [
      [1, 'NHS number', 'Born'],
      [2, '0012345678', '09/03/1961'],
      [3, 'both'],
    ],
  ],
  ['nothing-as-a-character', [[1, 'ab', 'ab']]],
  ['overlapping-entries', 'corrupt'],
  ['password-on-the-zip', 'encrypted'],
  ['protected-by-a-password', 'encrypted'],
  ['renamed-csv', 'not_xlsx'],
  ['renamed-ods', 'not_xlsx'],
  ['renamed-xls', 'old_format'],
  ['rich-and-phonetic-text', [[1, 'Amira', '東京', null, 'in line']]],
  ['sheet-that-is-the-workbook', []],
  ['sixteen-thousand-columns', 'too_many_columns'],
  [
    'strict-ooxml',
    [
      [1, 'NHS number', 'Born'],
      [2, '0012345678', '09/03/1961'],
    ],
  ],
  ['styles-missing', [[1, 22349, 'x']]],
  ['truncated', 'truncated'],
  ['two-entries-of-one-name', 'corrupt'],
  ...['utf-16', 'utf-16-big-endian'].map((name): [string, unknown[][]] => [
    name,
    [
      [1, 'NHS number', 'Born'],
      [2, '0012345678', '09/03/1961'],
    ],
  ]),
  ['with-a-prefix-and-no-cell-names', [[1, 'NHS number', 7]]],
])

/** In an eighth of the memory that a reader may have: whatever takes more is refused for that, and fails the comparison. */
const limits = { memoryMb: 64 }

async function read(name: string) {
  const file = readFileSync(join(folder, `${name}.xlsx`))
  try {
    const rows: unknown[][] = []
    const tab = name === 'from-libreoffice' ? 'a' : 'People'
    for await (const batch of readRows(file, tab, limits)) rows.push(...batch.map(({ rowNumber, cells }) => [rowNumber, ...cells]))
    return rows
  } catch (error) {
    return (error as { code: RefusalCode }).code // anything else fails the comparison
  }
}

describe('readRows with files of other programs', () => {
  test('every file of the folder is refused for the right reason, or read row by row in bounded memory (IMP-4, IMP-6)', async () => {
    const names = readdirSync(folder).flatMap((name) => (name.endsWith('.xlsx') ? [name.replace('.xlsx', '')] : []))
    expect(names.toSorted()).toEqual([...expected.keys()].toSorted())
    for (const name of names) expect(await read(name), name).toEqual(expected.get(name))
  })
})

import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { guardXlsx } from './guard.ts'
import { readRows } from './read.ts'
import type { RefusalCode } from './refusal.ts'
import { compoundFile } from './files/compound-file.ts'
import { sheetsOf, workbook, workbookParts, zip, XML } from './test-zip.ts'

const row = '<row r="1"><c r="A1"><v>1</v></c></row>'
const sheetName = 'xl/worksheets/sheet1.xml'
const sheetXml = (rows: string) => `${XML}<worksheet><sheetData>${rows}</sheetData></worksheet>`

async function refusalOf(file: Uint8Array): Promise<RefusalCode | 'read'> {
  try {
    for await (const batch of readRows(file, 'People')) void batch
    return 'read'
  } catch (error) {
    return (error as { code: RefusalCode }).code // anything else fails the comparison
  }
}

const whole = workbook({ rows: row })

/** Without the name that tells, and the directory's only sector followed by itself. */
function circling() {
  const file = compoundFile({ Nothing: Buffer.alloc(4_096) })
  file.writeUInt32LE(1, 512 + 4)
  return file
}

describe('readRows with hostile files', () => {
  test.each<[string, Uint8Array, RefusalCode]>([
    ['an empty file', new Uint8Array(), 'empty_file'],
    ['a list saved as CSV and renamed', Buffer.from('NHS number,Phone\n9990000018,07700900123\n'), 'not_xlsx'],
    ['what begins like a protected workbook', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(4096)]), 'not_xlsx'],
    ['a protected workbook whose directory goes round in circles', circling(), 'not_xlsx'],
    ['a zip of something else', zip([{ name: 'word/document.xml', text: '<document/>' }]), 'not_xlsx'],
    ['an empty zip', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]), 'not_xlsx'],
    ['a workbook with macros', workbook({ rows: row, more: [{ name: 'xl/vbaProject.bin', text: 'x' }] }), 'has_macros'],
    ['a zip with a password', zip(workbookParts({ rows: row }).map((part) => ({ ...part, lies: { flags: 1 } }))), 'encrypted'],
    ['a file cut short on its way', whole.subarray(0, whole.length - 60), 'truncated'],
    ['two parts of one name', workbook({ rows: row, more: [{ name: 'XL/worksheets/Sheet1.xml', text: sheetXml('') }] }), 'corrupt'],
    [
      '60,000 parts',
      workbook({ rows: row, more: Array.from({ length: 60_000 }, (_, index) => ({ name: `x${index}`, text: '' })) }),
      'too_many_parts',
    ],
    [
      'a sheet that unpacks to more than it says',
      workbook({ sheet: { name: sheetName, text: sheetXml(row.repeat(2)), lies: { size: 50 } } }),
      'bomb',
    ],
    [
      'a sheet that unpacks to less than it says',
      workbook({ sheet: { name: sheetName, text: sheetXml(row), lies: { size: 5_000 } } }),
      'truncated',
    ],
    ['a sheet with the wrong checksum', workbook({ sheet: { name: sheetName, text: sheetXml(row), lies: { crc: 7 } } }), 'corrupt'],
    [
      'a sheet that does not unpack',
      workbook({ sheet: { name: sheetName, text: sheetXml(row), lies: { packed: Buffer.from('ffffffff', 'hex') } } }),
      'corrupt',
    ],
    [
      'a packed sheet without its end',
      workbook({ sheet: { name: sheetName, text: sheetXml(row), lies: { packed: deflateRawSync(sheetXml(row)).subarray(0, 20) } } }),
      'truncated',
    ],
    [
      'a sheet whose XML stops between two rows',
      workbook({ sheet: { name: sheetName, text: `${XML}<worksheet><sheetData>${row}` } }),
      'truncated',
    ],
    [
      'a sheet whose XML stops inside a cell',
      workbook({ sheet: { name: sheetName, text: `${XML}<worksheet><sheetData>${row}<row r="2"><c r="A` } }),
      'truncated',
    ],
    ['a sheet with crossed elements', workbook({ rows: '<row r="1"><c r="A1"><v>1</c></v></row>' }), 'corrupt'],
    [
      'a sheet with letters that are none',
      workbook({
        sheet: { name: sheetName, text: Buffer.concat([Buffer.from(`${XML}<worksheet a="`), Buffer.from([0xff]), Buffer.from('"/>')]) },
      }),
      'corrupt',
    ],
    [
      'a sheet in another encoding',
      workbook({ sheet: { name: sheetName, text: sheetXml(row).replace('UTF-8', 'ISO-8859-1') } }),
      'corrupt',
    ],
    [
      'entities that unfold',
      workbook({ sheet: { name: sheetName, text: '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + sheetXml(row) } }),
      'forbidden_xml',
    ],
    [
      'an entity that fetches a file',
      workbook({ rows: row, sharedStrings: '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><si><t>&x;</t></si>' }),
      'forbidden_xml',
    ],
    ['a row past the last', workbook({ rows: '<row r="4000000000"><c r="A4000000000"><v>1</v></c></row>' }), 'corrupt'],
    ['rows that go backwards', workbook({ rows: '<row r="2"/><row r="1"/>' }), 'corrupt'],
    ['a column past the last', workbook({ rows: '<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>' }), 'corrupt'],
    ['an entry far to the right', workbook({ rows: '<row r="1"><c r="XFD1"><v>1</v></c></row>' }), 'too_many_columns'],
    [
      'text that the table of texts lacks',
      workbook({ rows: '<row r="1"><c r="A1" t="s"><v>5</v></c></row>', sharedStrings: '<si><t>a</t></si>' }),
      'corrupt',
    ],
    [
      'a cell without end',
      workbook({ rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>${randomBytes(1_500_000).toString('hex')}</t></is></c></row>` }),
      'cell_too_long',
    ],
    ['a tag without end', workbook({ rows: `<row r="1" a="${randomBytes(1_500_000).toString('hex')}"` }), 'cell_too_long'],
    ['elements in elements in elements', workbook({ rows: '<a>'.repeat(5_000) }), 'corrupt'],
    ['a list that points to no sheet', zip(workbookParts({ rows: row }).slice(0, 4)), 'corrupt'],
    ['a page of empty sheet', workbook({ rows: '<row/>'.repeat(4_000_000) }), 'bomb'],
  ])('%s is refused for the right reason (IMP-6)', async (_, file, code) => {
    expect(await refusalOf(file)).toBe(code)
  })

  test('a zip bomb of four gigabytes is refused from its directory alone, whatever size it declares (IMP-6)', async () => {
    const packed = deflateRawSync(Buffer.alloc(8_000_000, '<c/>'))
    const honest = workbook({ sheet: { name: sheetName, text: '', lies: { packed, size: 4_000_000_000 } } })
    expect(() => guardXlsx(honest)).toThrow('bomb')
    expect(await refusalOf(workbook({ sheet: { name: sheetName, text: '', lies: { packed, size: 1_000 } } }))).toBe('bomb')
  })

  test('a refusal has a message for people and never the content of a cell (IMP-6)', async () => {
    const refusal = sheetsOf(Buffer.from('NHS number\n9990000018\n'))
    await expect(refusal).rejects.toMatchObject({ words: expect.stringContaining('save it as an Excel workbook') })
    await expect(refusal).rejects.not.toThrow('9990000018')
  })

  test('a list that is damaged anywhere is read completely or refused, never in part (IMP-6)', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>p${index}</t></is></c></row>`,
    ).join('')
    const good = workbook({ rows })
    for (let round = 0; round < 30; round++) {
      const bad = Buffer.from(good)
      const at = Math.floor((round / 30) * bad.length)
      bad[at] = bad[at]! ^ 0x55
      let count = 0
      const outcome = await (async () => {
        for await (const batch of readRows(bad, 'People')) count += batch.length
      })().catch((error: { code: RefusalCode }) => error.code)
      expect(outcome === undefined ? count : outcome, `byte ${at}`).toSatisfy((seen: unknown) => seen === 40 || typeof seen === 'string')
    }
  })
})

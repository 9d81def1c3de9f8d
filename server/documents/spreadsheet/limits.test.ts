import { randomBytes } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { readRows, type ReadOptions } from './read.ts'
import type { RefusalCode } from './refusal.ts'
import { workbook } from './test-zip.ts'

async function refusalOf(file: Uint8Array, options?: ReadOptions): Promise<RefusalCode | 'read'> {
  try {
    for await (const batch of readRows(file, 'People', options)) void batch
    return 'read'
  } catch (error) {
    return (error as { code: RefusalCode }).code // anything else fails the comparison
  }
}

describe('The limits of a spreadsheet', () => {
  test('too many rows, too large a file, too much time or memory are refused, and the limits can be set (IMP-6)', async () => {
    const rows = Array.from(
      { length: 3_000 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>${randomBytes(40).toString('hex')}</t></is></c></row>`,
    )
    const file = workbook({ rows: rows.join('') })
    expect(await refusalOf(file)).toBe('read')
    expect(await refusalOf(file, { maxRows: 2_999 })).toBe('too_many_rows')
    expect(await refusalOf(file, { fileBytes: 1_000 })).toBe('too_large')
    expect(await refusalOf(file, { deadlineMs: 0 })).toBe('took_too_long')
    const strings = workbook({
      rows: '<row r="1"><c r="A1" t="s"><v>399999</v></c></row>',
      sharedStrings: Array.from({ length: 400_000 }, (_, index) => `<si><t>${index * 7919}</t></si>`).join(''),
    })
    expect(await refusalOf(strings, { memoryMb: 16 })).toBe('too_much_memory')
    expect(await refusalOf(strings, { sharedStrings: 399_999 })).toBe('too_large')
    expect(await refusalOf(strings)).toBe('read')
  })
})

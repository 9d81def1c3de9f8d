import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { spreadsheetLimits } from '#server/documents/spreadsheet/limits.ts'
import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'

import type { Cell } from './cells.ts'
import { createSheetScan } from './sheet-scan.ts'
import { createXmlScan } from './xml-scan.ts'
import { runs } from '#test/strength.ts'

const sheet =
  '<?xml version="1.0"?><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>a &amp; b</t></is></c><c r="B1"><v>2</v></c></row>' +
  '<!-- two --><row r="2"><c r="A2" s="1"/><c r=\'B2\' t="str"><f>"&gt;"</f><v><![CDATA[<x>]]></v></c></row></sheetData></worksheet>'
const cells: Cell[][] = [
  ['a & b', 2],
  [null, '<x>'],
]
const tables = { strings: [], formats: [], is1904: false }

function read(pieces: string[], { isTagByTag = false } = {}) {
  const rows: Cell[][] = []
  const sheetScan = createSheetScan(spreadsheetLimits, tables, { onRow: (_, row) => rows.push(row) })
  if (isTagByTag) delete sheetScan.whole
  const scan = createXmlScan(sheetScan, spreadsheetLimits)
  for (const piece of pieces) scan.push(piece)
  scan.end()
  return rows
}

describe('createXmlScan', () => {
  test('a list is read the same wherever it is split into pieces (IMP-4)', () => {
    expect(read([sheet])).toEqual(cells)
    expect(read(sheet.split(''))).toEqual(cells)
    for (let at = 1; at < sheet.length; at++) expect(read([sheet.slice(0, at), sheet.slice(at)]), `cut at ${at}`).toEqual(cells)
  })

  test('a sheet cut off anywhere is refused, and one changed anywhere is read or refused, always with an end and the same as tag by tag (IMP-6)', () => {
    for (let at = 0; at < sheet.length; at++) expect(() => read([sheet.slice(0, at)]), `cut at ${at}`).toThrow(SpreadsheetRefusal)
    const scraps = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '/',
      '&',
      '<c>',
      '<c r="A2">',
      '<c r="B1" s="1" t="s"><v>0</v></c>',
      '<c r="C2" t="inlineStr"><is><t>x</t></is></c>',
      '<rPh>',
      '<f/>',
      '</c>',
      '<v/>',
      '<!--',
      ']]>',
      '<![CDATA[',
      '<?',
      '<!DOCTYPE a>',
      ' r="',
      '\0',
    )
    const change = fc.record({ at: fc.nat(sheet.length), skip: fc.nat(20), scrap: fc.oneof(scraps, fc.string()) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(sheet.length), (changes, cut) => {
        const changed = changes.reduce((text, { at, skip, scrap }) => text.slice(0, at) + scrap + text.slice(at + skip), sheet)
        const outcome = (isTagByTag: boolean) => {
          try {
            return read([changed.slice(0, cut), changed.slice(cut)], { isTagByTag })
          } catch (error) {
            expect(error).toBeInstanceOf(SpreadsheetRefusal)
            return { ...(error as SpreadsheetRefusal) }
          }
        }
        // Cells of the usual form are read in one go, and must mean the same as tag by tag.
        expect(outcome(false)).toEqual(outcome(true))
      }),
      { numRuns: runs(4_000) },
    )
  })
})

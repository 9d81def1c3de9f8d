import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'

import { readRows, type ReadOptions, type SheetRow, type SpreadsheetSource } from './read.ts'
import { sheetsOf, workbook, workbookParts, zip, XML } from './test-zip.ts'

async function readAll(source: SpreadsheetSource, sheet = 'People', options?: ReadOptions) {
  const rows: SheetRow[] = []
  for await (const batch of readRows(source, sheet, options)) rows.push(...batch)
  return rows
}

const dateStyles =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>' +
  '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs>'

describe('readRows', () => {
  test('a list saved by a spreadsheet program arrives with its leading zeros, long numbers and dates of birth (IMP-4)', async () => {
    const born = new Date(Date.UTC(1958, 5, 1))
    const people = [
      [
        { value: 'NHS number', type: String },
        { value: 'Phone', type: String },
        { value: 'Born', type: String },
        { value: 'Ward', type: String },
      ],
      [
        { value: '9990000018', type: String },
        { value: '07700900123', type: String },
        { value: born, type: Date, format: 'dd/mm/yyyy' },
        { value: 7, type: Number },
      ],
      [],
      [{ value: '0012', type: String }, { value: '+447700900123', type: String }, null, { value: true, type: Boolean }],
    ]
    const file = await writeExcelFile([
      { sheet: 'Read me', data: [[{ value: 'Fill in the other tab', type: String }]] },
      { sheet: 'People', data: people },
    ]).toBuffer()
    expect(await sheetsOf(file)).toEqual(['Read me', 'People'])
    expect(await readAll(file)).toEqual([
      { rowNumber: 1, cells: ['NHS number', 'Phone', 'Born', 'Ward'] },
      { rowNumber: 2, cells: ['9990000018', '07700900123', { date: '1958-06-01' }, 7] },
      { rowNumber: 4, cells: ['0012', '+447700900123', null, true] },
    ])
  })

  test('a date of birth stays the same day in summer time, at midnight and in workbooks of the 1904 system (IMP-4)', async () => {
    const rows =
      '<row r="1"><c r="A1" s="1"><v>43646</v></c><c r="B1" s="1"><v>1</v></c><c r="C1" s="1"><v>61</v></c>' +
      '<c r="D1" s="2"><v>44197.75</v></c><c r="E1" s="1"><v>-5</v></c><c r="F1" s="1"><v>1E12</v></c></row>'
    const shown = [{ date: '2019-06-30' }, { date: '1900-01-01' }, { date: '1900-03-01' }, { date: '2021-01-01T18:00:00' }]
    expect((await readAll(workbook({ rows, styles: dateStyles })))[0]?.cells).toEqual([...shown, { error: '#####' }, { error: '#####' }])
    const of1904 = workbook({ rows, styles: dateStyles, workbookProperties: '<workbookPr date1904="1"/>' })
    expect((await readAll(of1904))[0]?.cells.slice(0, 2)).toEqual([{ date: '2023-07-01' }, { date: '1904-01-02' }])
  })

  test('a cell of type d is read as a date, and stays text if the date is invalid (IMP-4)', async () => {
    const rows =
      '<row r="1"><c r="A1" t="d"><v>1958-06-01</v></c><c r="B1" t="d"><v>2026-11-21T09:30:00</v></c>' +
      '<c r="C1" t="d"><v>2026-11-21T00:00:00.000Z</v></c><c r="D1" t="d"><v>1958-13-01</v></c></row>'
    const cells = [{ date: '1958-06-01' }, { date: '2026-11-21T09:30:00' }, { date: '2026-11-21' }, '1958-13-01']
    expect(await readAll(workbook({ rows }))).toEqual([{ rowNumber: 1, cells }])
  })

  test('a formula has the value that was calculated, and errors differ from text (IMP-4)', async () => {
    const rows =
      '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>2x</v></c><c r="C1" t="e"><f>NA()</f><v>#N/A</v></c>' +
      '<c r="D1" t="inlineStr"><is><t>#N/A</t></is></c><c r="E1"><f>A1*2</f></c><c r="F1" t="str"><f>""</f><v></v></c><c r="G1" t="b"><v>0</v></c>' +
      '<c r="H1"><f>A1*2</f><v></v></c><c r="I1" t="str"><f>A1</f></c><c r="J1"><f>A1</f><v/></c></row>'
    expect(await readAll(workbook({ rows }))).toEqual([
      { rowNumber: 1, cells: [2, '2x', { error: '#N/A' }, '#N/A', { error: '' }, '', false, { error: '' }, { error: '' }, { error: '' }] },
    ])
  })

  test('shared, rich and inline text is read completely, with spaces, line breaks and all letters (IMP-4)', async () => {
    const sharedStrings =
      '<si><t>first</t></si><si/><si><r><t xml:space="preserve">Zoë </t></r><r><rPr><b/></rPr><t>O\'Brien 🩺</t></r></si><si><t>a_x000D_&#10;b &amp; &lt;c&gt;</t></si>'
    const rows =
      '<row r="1"><c r="A1" t="s"><v>2</v></c><c r="B1" t="s"><v>3</v></c><c r="C1" t="s"><v/></c><c r="D1" t="s"><v>1</v></c><c r="E1" t="s"><v>0</v></c>' +
      '<c r="F1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c r="G1" t="inlineStr"><is><t xml:space="preserve"> =1+1</t></is></c></row>'
    expect((await readAll(workbook({ rows, sharedStrings })))[0]?.cells).toEqual([
      "Zoë O'Brien 🩺",
      'a\r\nb & <c>',
      null,
      '',
      'first',
      'inline',
      ' =1+1',
    ])
  })

  test('letters of several bytes stay whole wherever the file is cut into pieces, with or without a byte order mark (IMP-4)', async () => {
    const texts = ['Zoë', '東京', '🩺🩺', 'a']
    // Texts of different lengths, so that the ends of the pieces fall into every kind of letter.
    const written = Array.from({ length: 9_000 }, (_, index) => `${texts[index % texts.length]!.repeat(1 + (index % 13))}${index}`)
    const rows = written
      .map((text, index) => `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>${text}</t></is></c></row>`)
      .join('')
    const expected = written.map((text, index) => ({ rowNumber: index + 1, cells: [text] }))
    expect(await readAll(workbook({ rows }))).toEqual(expected)
    const parts = workbookParts({ rows }).map((part) =>
      part.name.endsWith('sheet1.xml') ? { ...part, text: Buffer.from(`\ufeff${String(part.text)}`) } : part,
    )
    expect(await readAll(zip(parts))).toEqual(expected)
  })

  test('merged cells, gaps and rows that are only coloured in keep every entry at its row number (IMP-4)', async () => {
    const rows =
      '<row r="2"><c r="B2"><v>1</v></c></row><row r="3"><c r="A3" s="1"/></row><row><c><v>4</v></c><c><v>5</v></c></row><row r="900"><c r="XFD900" s="1"/><c r="A900"><v>9</v></c></row>'
    const file = workbook({ rows, afterRows: '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>' })
    expect((await readAll(file)).map(({ rowNumber, cells }) => ({ rowNumber, cells }))).toEqual([
      { rowNumber: 2, cells: [null, 1] },
      { rowNumber: 4, cells: [4, 5] },
      { rowNumber: 900, cells: [9] },
    ])
  })

  test('hidden rows and merged cells with content are reported, whether or not the list is checked already (IMP-3)', async () => {
    const cell = (at: string) => `<c r="${at}"><v>1</v></c>`
    const rows =
      `<row r="1">${cell('A1')}</row><row r="2" hidden="1">${cell('A2')}</row><row r="3" hidden="false" ht="15">${cell('A3')}${cell('D3')}</row>` +
      `<row r="4" ht="0" customHeight="1">${cell('B4')}</row><row r="5" hidden="true">${cell('B5')}</row><row r="6">${cell('B6')}</row><row r="7">${cell('A7')}</row>`
    const merges = ['A3:B5', 'C3:C6', 'D3:E3', 'A9:B9', 'nonsense', 'A7:XFD1048576'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    const file = workbook({ rows, afterRows: `<mergeCells>${merges}</mergeCells>` })
    const expected = [
      { rowNumber: 1 },
      { rowNumber: 2, isHidden: true },
      { rowNumber: 3, merged: [0, 1, 3, 4] },
      { rowNumber: 4, isHidden: true, merged: [0, 1] },
      { rowNumber: 5, isHidden: true, merged: [0, 1] },
      { rowNumber: 6 },
      { rowNumber: 7, merged: [0, 1, 2, 3, 4, 5] },
    ]
    for (const isAlreadyChecked of [false, true]) {
      const seen = await readAll(file, 'People', { isAlreadyChecked, maxColumns: 6 })
      expect(seen.map(({ cells: _, ...row }) => row)).toEqual(expected)
    }
  })

  test('thousands of overlapping merged cells, or more than the limit, are refused (SAFE-3)', async () => {
    const merges = (count: number, ref: (index: number) => string) =>
      `<mergeCells>${Array.from({ length: count }, (_, index) => `<mergeCell ref="${ref(index)}"/>`).join('')}</mergeCells>`
    const rows = '<row r="1"><c r="A1"><v>1</v></c></row>'
    for (const isAlreadyChecked of [false, true]) {
      const overlapping = workbook({ rows, afterRows: merges(1_000, () => 'A1:B1048576') })
      await expect(readAll(overlapping, 'People', { isAlreadyChecked })).rejects.toMatchObject({ code: 'corrupt', where: 'row 1' })
      const many = workbook({ rows, afterRows: merges(2_000, (index) => `A${index + 2}:B${index + 2}`) })
      await expect(readAll(many, 'People', { isAlreadyChecked, mergedAreas: 1_000 })).rejects.toMatchObject({ code: 'too_large' })
      expect(await readAll(many, 'People', { isAlreadyChecked })).toEqual([{ rowNumber: 1, cells: [1] }])
    }
  })

  test('a number is read as its format shows it if that adds zeros or letters, and a time of day differs from a date (IMP-4)', async () => {
    const codes = [
      '00000000',
      '0000;-0000;;@',
      '000 000 0000',
      '\\H000000',
      '&quot;RXX&quot;0000_)',
      '[$-809]00000 000000',
      '00\\/00\\/0000',
      '0',
      '#,##0',
      '0.00',
      '0%',
      '[&gt;9]000;0',
      'General',
      'hh:mm',
      'mm:ss',
      '[h]:mm',
      'mmm yy',
      'dd/mm/yyyy hh:mm',
      '£#,##0.00',
    ]
    const styles =
      `<numFmts>${codes.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`).join('')}</numFmts>` +
      `<cellXfs>${codes.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}<xf numFmtId="20"/><xf numFmtId="1"/></cellXfs>`
    const show = async (value: string) => {
      const cells = [...codes, '20', '1'].map((_, style) => `<c s="${style}"><v>${value}</v></c>`).join('')
      return (await readAll(workbook({ styles, rows: `<row r="1">${cells}</row>` })))[0]?.cells
    }
    const time = (number: number) => [{ time: number }, { time: number }, { time: number }]
    const first = ['00012345', 12345, '000 001 2345', 'H012345', 'RXX12345', '00000 012345', '00/01/2345', ...Array<number>(6).fill(12345)]
    expect(await show('12345')).toEqual([
      ...first,
      ...time(12345),
      { date: '1933-10-18' },
      { date: '1933-10-18' },
      12345,
      { time: 12345 },
      12345,
    ])
    expect((await show('42'))?.slice(0, 7)).toEqual([
      '00000042',
      '0042',
      '000 000 0042',
      'H000042',
      'RXX0042',
      '00000 000042',
      '00/00/0042',
    ])
    expect((await show('9990000018'))?.slice(0, 3)).toEqual([9990000018, 9990000018, '999 000 0018'])
    expect((await show('9031961'))?.[6]).toBe('09/03/1961')
    expect((await show('12.5'))?.slice(0, 7)).toEqual(Array(7).fill(12.5))
    expect((await show('-7'))?.slice(0, 7)).toEqual(Array(7).fill(-7))
    expect((await show('1E15'))?.slice(0, 2)).toEqual([1e15, 1e15])
  })

  test('a workbook in another dialect is read in the same way: prefixes, comments, absolute targets, a chart tab before the list (IMP-2)', async () => {
    const office = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    const sheet = `\ufeff<?xml version='1.0' encoding='utf-8'?><!-- made elsewhere --><x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row r="1" ht='15>'><x:c r='A1' t='inlineStr'><x:is><x:t><![CDATA[a<b]]></x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`
    const parts = workbookParts({ sheet: { name: 'xl/worksheets/list.xml', text: sheet } })
    parts[2]!.text = `${XML}<x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="${office}"><x:sheets><x:sheet name="Chart" sheetId="1" r:id="rId9"/><x:sheet name="People &amp; &quot;wards&quot;" sheetId="2" r:id="rId1"/></x:sheets></x:workbook>`
    parts[3]!.text = `${XML}<Relationships xmlns="x"><Relationship Target="/xl/worksheets/list.xml" Type="${office}/worksheet" Id="rId1"/><Relationship Target="chartsheets/sheet1.xml" Type="${office}/chartsheet" Id="rId9"/></Relationships>`
    expect(await sheetsOf(zip(parts))).toEqual(['People & "wards"'])
    expect(await readAll(zip(parts), 'People & "wards"')).toEqual([{ rowNumber: 1, cells: ['a<b'] }])
  })

  test('a list can be read from a file as well, and a tab that is not there is named (IMP-2)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'list-'))
    const path = join(folder, 'list.xlsx')
    await writeFile(path, workbook({ rows: '<row r="1"><c r="A1"><v>1</v></c></row>' }))
    expect(await readAll({ path })).toEqual([{ rowNumber: 1, cells: [1] }])
    await expect(readAll({ path }, 'Patients')).rejects.toMatchObject({ code: 'no_such_sheet', where: 'Patients' })
    await rm(folder, { recursive: true })
  })

  test('a long list is read in batches, and stopping early stops the reading (IMP-6)', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>${index}</v></c></row>`).join(
      '',
    )
    const file = workbook({ rows })
    const all = await readAll(file, 'People', { batchSize: 300 })
    expect(all.length).toBe(20_000)
    expect(all.at(-1)).toEqual({ rowNumber: 20_000, cells: [19_999] })
    let batches = 0
    for await (const batch of readRows(file, 'People', { batchSize: 10 })) {
      expect(batch.length).toBe(10)
      if (++batches === 3) break
    }
    expect(batches).toBe(3)
  })
})

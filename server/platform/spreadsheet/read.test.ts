import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'
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

test('IMP-4 a list saved by a spreadsheet program arrives with its leading zeros, long numbers and dates of birth', async () => {
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

test('IMP-4 a date of birth stays the same day in summer time, at midnight and in workbooks of the 1904 system', async () => {
  const rows =
    '<row r="1"><c r="A1" s="1"><v>43646</v></c><c r="B1" s="1"><v>1</v></c><c r="C1" s="1"><v>61</v></c>' +
    '<c r="D1" s="2"><v>44197.75</v></c><c r="E1" s="1"><v>-5</v></c><c r="F1" s="1"><v>1E12</v></c></row>'
  const shown = [{ date: '2019-06-30' }, { date: '1900-01-01' }, { date: '1900-03-01' }, { date: '2021-01-01T18:00:00' }]
  expect((await readAll(workbook({ rows, styles: dateStyles })))[0]?.cells).toEqual([...shown, { error: '#####' }, { error: '#####' }])
  const of1904 = workbook({ rows, styles: dateStyles, workbookProperties: '<workbookPr date1904="1"/>' })
  expect((await readAll(of1904))[0]?.cells.slice(0, 2)).toEqual([{ date: '2023-07-01' }, { date: '1904-01-02' }])
})

test('IMP-4 a date written out in the file is a date; one that is not stays the text it is', async () => {
  const rows =
    '<row r="1"><c r="A1" t="d"><v>1958-06-01</v></c><c r="B1" t="d"><v>2026-11-21T09:30:00</v></c>' +
    '<c r="C1" t="d"><v>2026-11-21T00:00:00.000Z</v></c><c r="D1" t="d"><v>1958-13-01</v></c></row>'
  const cells = [{ date: '1958-06-01' }, { date: '2026-11-21T09:30:00' }, { date: '2026-11-21' }, '1958-13-01']
  expect(await readAll(workbook({ rows }))).toEqual([{ rowNumber: 1, cells }])
})

test('IMP-4 a formula counts for the value that was calculated, and errors are told apart from text', async () => {
  const rows =
    '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>2x</v></c><c r="C1" t="e"><f>NA()</f><v>#N/A</v></c>' +
    '<c r="D1" t="inlineStr"><is><t>#N/A</t></is></c><c r="E1"><f>A1*2</f></c><c r="F1" t="str"><f>""</f><v></v></c><c r="G1" t="b"><v>0</v></c></row>'
  expect(await readAll(workbook({ rows }))).toEqual([
    { rowNumber: 1, cells: [2, '2x', { error: '#N/A' }, '#N/A', { error: '#CALC!' }, '', false] },
  ])
})

test('IMP-4 shared, rich and inline text arrive whole, with spaces, line breaks and letters beyond English', async () => {
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

test('IMP-4 merged cells, gaps and rows that are only coloured in keep every entry at its row number', async () => {
  const rows =
    '<row r="2"><c r="B2"><v>1</v></c></row><row r="3"><c r="A3" s="1"/></row><row><c><v>4</v></c><c><v>5</v></c></row><row r="900"><c r="XFD900" s="1"/><c r="A900"><v>9</v></c></row>'
  const file = workbook({ rows, afterRows: '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>' })
  expect(await readAll(file)).toEqual([
    { rowNumber: 2, cells: [null, 1] },
    { rowNumber: 4, cells: [4, 5] },
    { rowNumber: 900, cells: [9] },
  ])
})

test('IMP-2 a workbook in another dialect is read alike: prefixes, comments, absolute targets, a chart tab before the list', async () => {
  const office = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
  const sheet = `\ufeff<?xml version='1.0' encoding='utf-8'?><!-- made elsewhere --><x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row r="1" ht='15>'><x:c r='A1' t='inlineStr'><x:is><x:t><![CDATA[a<b]]></x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`
  const parts = workbookParts({ sheet: { name: 'xl/worksheets/list.xml', text: sheet } })
  parts[2]!.text = `${XML}<x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="${office}"><x:sheets><x:sheet name="Chart" sheetId="1" r:id="rId9"/><x:sheet name="People &amp; &quot;wards&quot;" sheetId="2" r:id="rId1"/></x:sheets></x:workbook>`
  parts[3]!.text = `${XML}<Relationships xmlns="x"><Relationship Target="/xl/worksheets/list.xml" Type="${office}/worksheet" Id="rId1"/><Relationship Target="chartsheets/sheet1.xml" Type="${office}/chartsheet" Id="rId9"/></Relationships>`
  expect(await sheetsOf(zip(parts))).toEqual(['People & "wards"'])
  expect(await readAll(zip(parts), 'People & "wards"')).toEqual([{ rowNumber: 1, cells: ['a<b'] }])
})

test('IMP-2 a list can be read from a file as well, and a tab that is not there is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'list-'))
  const path = join(folder, 'list.xlsx')
  await writeFile(path, workbook({ rows: '<row r="1"><c r="A1"><v>1</v></c></row>' }))
  expect(await readAll({ path })).toEqual([{ rowNumber: 1, cells: [1] }])
  await expect(readAll({ path }, 'Patients')).rejects.toMatchObject({ code: 'no_such_sheet', where: 'Patients' })
  await rm(folder, { recursive: true })
})

test('IMP-6 a long list comes in batches, and whoever stops early stops the reading', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>${index}</v></c></row>`).join('')
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

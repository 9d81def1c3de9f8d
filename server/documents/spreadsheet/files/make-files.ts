import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'

import { workbook, workbookParts, XML, zip, type TestPart } from '#server/documents/spreadsheet/test-zip.ts'

import { compoundFile } from './compound-file.ts'

/** Writes the files of this folder that no program would save. The others came out of LibreOffice Calc 7.4 and Gnumeric 1.12. */

const text = (at: string, words: string) => `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${words}</t></is></c>`
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`
const good = row(1, text('A1', 'NHS number'), text('B1', 'Born')) + row(2, text('A2', '0012345678'), text('B2', '09/03/1961'))
const sheetName = 'xl/worksheets/sheet1.xml'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const sheet = (inside: string, root = `<worksheet xmlns="${MAIN}">`): TestPart => ({
  name: sheetName,
  text: `${XML}${root}${inside}</worksheet>`,
})
const dates = '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs>'

/** The same bytes under many names: each name would be unpacked. */
function overlapping() {
  const file = workbook({ rows: good, more: [{ name: 'xl/worksheets/sheet2.xml', text: 'x' }] })
  const second = file.lastIndexOf('xl/worksheets/sheet2.xml') - 46
  const first = file.lastIndexOf(sheetName) - 46
  file.copy(file, second + 16, first + 16, first + 28)
  file.copy(file, second + 42, first + 42, first + 46)
  return file
}

const laughs = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('')
const bomb = zip([{ name: 'zeros', text: '', lies: { packed: deflateRawSync(Buffer.alloc(20_000_000)), size: 20_000_000 } }])
const strict = (part: TestPart): TestPart => ({
  ...part,
  text: String(part.text)
    .replaceAll('http://schemas.openxmlformats.org/spreadsheetml/2006/main', 'http://purl.oclc.org/ooxml/spreadsheetml/main')
    .replaceAll(
      'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
      'http://purl.oclc.org/ooxml/officeDocument/relationships',
    ),
})
const excelRoot =
  `<worksheet xmlns="${MAIN}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr" ` +
  'xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" xr:uid="{00000000-0001-0000-0000-000000000000}">'

const inUtf16 = Buffer.from(
  `\uFEFF<?xml version="1.0" encoding="UTF-16"?><worksheet xmlns="${MAIN}"><sheetData>${good}</sheetData></worksheet>`,
  'utf16le',
)

const agile =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><encryption xmlns="http://schemas.microsoft.com/office/2006/encryption">' +
  '<keyData saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"/></encryption>'

const files: Record<string, Buffer> = {
  'renamed-csv': Buffer.from('NHS number,Born\n0012345678,09/03/1961\n'),
  'password-on-the-zip': zip(workbookParts({ rows: good }).map((part) => ({ ...part, lies: { flags: 1 } }))),
  'protected-by-a-password': compoundFile({
    // Like a workbook protected by Office 2010 or later ([MS-OFFCRYPTO] 2.3.4.10), with random contents.
    EncryptionInfo: Buffer.concat([Buffer.from('0400040040000000', 'hex'), Buffer.from(agile.padEnd(4_200))]),
    EncryptedPackage: Buffer.concat([Buffer.from([0x88, 0x13, 0, 0, 0, 0, 0, 0]), Buffer.alloc(5_008, 0xa5)]),
  }),
  macros: workbook({ rows: good, more: [{ name: 'xl/vbaProject.bin', text: 'x' }] }),
  bomb: workbook({ sheet: sheet(`<sheetData>${'<row/>'.repeat(2_000_000)}</sheetData>`) }),
  'bomb-in-an-attachment': workbook({
    rows: good,
    more: [{ name: 'xl/embeddings/inner.zip', text: zip([{ name: 'inner.zip', text: bomb }]) }],
  }),
  'itself-inside': workbook({ rows: good, more: [{ name: 'xl/embeddings/self.xlsx', text: workbook({ rows: good }) }] }),
  'overlapping-entries': overlapping(),
  'two-entries-of-one-name': workbook({ rows: good, more: [sheet('<sheetData/>')] }),
  'sheet-that-is-the-workbook': zip(
    workbookParts({ rows: good }).map((part) =>
      part.name.endsWith('workbook.xml.rels')
        ? { ...part, text: String(part.text).replace('worksheets/sheet1.xml', 'workbook.xml') }
        : part,
    ),
  ),
  'billion-laughs': workbook({
    sheet: {
      name: sheetName,
      text: `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]><worksheet><sheetData>${row(1, text('A1', '&l9;'))}</sheetData></worksheet>`,
    },
  }),
  'external-entity': workbook({
    rows: good,
    sharedStrings: '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><si><t>&x;</t></si>',
  }),
  truncated: workbook({ rows: good }).subarray(0, 900),
  'huge-dimensions': workbook({
    sheet: sheet(
      `<dimension ref="A1:XFD1048576"/><cols><col min="1" max="2000000000" width="9"/></cols><sheetData>${good}</sheetData><mergeCells><mergeCell ref="A3:XFD1048576"/></mergeCells>`,
    ),
  }),
  'a-million-columns': workbook({ rows: row(1, text('A1', 'a'), text('BDWGN1', 'b')) }),
  'sixteen-thousand-columns': workbook({ rows: `<row r="1">${'<c><v>1</v></c>'.repeat(16_384)}</row>` }),
  'dates-of-1904': workbook({
    workbookProperties: '<workbookPr date1904="1"/>',
    styles: dates,
    rows: row(1, '<c r="A1" s="1"><v>20887</v></c>', '<c r="B1" s="2"><v>20887.75</v></c>', '<c r="C1"><v>20887</v></c>'),
  }),
  'dates-in-every-way': workbook({
    styles: dates,
    rows:
      row(1, '<c r="A1" s="1"><v>22349</v></c>', '<c r="B1" s="2"><v>22349.999</v></c>', '<c r="C1"><v>22349</v></c>') +
      row(2, text('A2', '09/03/1961'), '<c r="B2" t="d"><v>1961-03-09</v></c>', '<c r="C2" t="d"><v>1961-03-09T10:30:00</v></c>') +
      row(3, '<c r="A3" s="1"><v>60</v></c>', '<c r="B3" s="1"><v>-1</v></c>', '<c r="C3" s="1"><v>1e9</v></c>'),
  }),
  formulas: workbook({
    rows:
      row(
        1,
        '<c r="A1"><f>1+1</f><v>2</v></c>',
        '<c r="B1" t="str"><f t="shared" ref="B1:B2" si="0">A1&amp;"x"</f><v>2x</v></c>',
        '<c r="C1"><f>NOW()</f></c>',
      ) +
      row(
        2,
        '<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
        '<c r="B2" t="e"><v>#N/A</v></c>',
        '<c r="C2" t="b"><f>TRUE()</f><v>1</v></c>',
      ) +
      row(3, text('A3', '=HYPERLINK("http://x.example")'), '<c r="B3" t="str"><f t="array" ref="B3">cmd|\' /C calc\'!A0</f><v>x</v></c>'),
  }),
  'merged-cells': workbook({
    rows: good + row(3, text('A3', 'both')),
    afterRows: '<mergeCells count="1"><mergeCell ref="A3:B4"/></mergeCells>',
  }),
  'rich-and-phonetic-text': workbook({
    rows: row(
      1,
      '<c r="A1" t="s"><v>0</v></c>',
      '<c r="B1" t="s"><v>1</v></c>',
      '<c r="C1" t="s"><v/></c>',
      '<c r="D1" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line</t></r></is></c>',
    ),
    sharedStrings:
      '<si><r><rPr><b/></rPr><t>Ami</t></r><r><t>ra</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
  }),
  'styles-missing': workbook({ rows: row(1, '<c r="A1" s="7"><v>22349</v></c>', text('B1', 'x')) }),
  'in-the-manner-of-excel': workbook({
    sheet: sheet(
      `<sheetPr codeName="Sheet1"/><dimension ref="A1:B2"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="14.5" x14ac:dyDescent="0.35"/>` +
        '<sheetData><row r="1" spans="1:2" x14ac:dyDescent="0.35"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
        '<row r="2" spans="1:2" x14ac:dyDescent="0.35"><c r="A2" s="1" t="s"><v>2</v></c><c r="B2" s="1"><v>22349</v></c></row></sheetData>' +
        '<phoneticPr fontId="1" type="noConversion"/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>' +
        '<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"><x/></ext></extLst>',
      excelRoot,
    ),
    styles: dates,
    sharedStrings: '<si><t>NHS number</t></si><si><t>Born</t></si><si><t>0012345678</t></si>',
  }),
  'in-the-manner-of-google-sheets': workbook({
    sheet: sheet(
      '<sheetPr><outlinePr summaryBelow="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr customHeight="1" defaultColWidth="12.63" defaultRowHeight="15.75"/>' +
        '<sheetData><row r="1"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="1" t="s"><v>2</v></c><c r="B2" s="1"><v>22349.0</v></c></row><row r="3"/></sheetData><drawing r:id="rId1"/>',
      `<worksheet xmlns="${MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mx="http://schemas.microsoft.com/office/mac/excel/2008/main">`,
    ),
    styles: dates,
    sharedStrings: '<si><t>NHS number</t></si><si><t>Born</t></si><si><t>0012345678</t></si>',
  }),
  'with-a-prefix-and-no-cell-names': workbook({
    sheet: {
      name: sheetName,
      text: `${XML}<x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>NHS number</x:t></x:is></x:c><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    },
  }),
  'strict-ooxml': zip(workbookParts({ rows: good }).map(strict)),
  'utf-16': workbook({ sheet: { name: sheetName, text: inUtf16 } }),
  'utf-16-big-endian': workbook({ sheet: { name: sheetName, text: Buffer.from(inUtf16).swap16() } }),
  'line-ends': workbook({ rows: row(1, text('A1', 'a\r\nb\rc'), text('B1', 'a&#13;&#10;b'), text('C1', 'a_x000D_b_x005F_x000D_c')) }),
  'half-a-character': workbook({ rows: row(1, text('A1', 'a&#xD800;b')) }),
  'half-a-character-escaped': workbook({ rows: row(1, text('A1', 'a_xD800_b'), '<c r="B1" t="e"><v>&#xDC00;</v></c>') }),
  'nothing-as-a-character': workbook({ rows: row(1, text('A1', 'a_x0000_b'), text('B1', 'a&#0;b')) }),
  'called-xlsm': zip(
    workbookParts({ rows: good }).map((part) =>
      part.name === '[Content_Types].xml'
        ? {
            ...part,
            text: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>`,
          }
        : part,
    ),
  ),
}
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(import.meta.dirname, `${name}.xlsx`), bytes)

import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

import { readRows, type SpreadsheetSource } from './read.ts'
import { readZipDirectory } from './xlsx/zip-directory.ts'

/** A valid part, and changes that make it invalid. */
export type TestPart = { name: string; text: string | Buffer; lies?: Partial<{ crc: number; size: number; flags: number; packed: Buffer }> }

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export function zip(parts: TestPart[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, text, lies = {} } of parts) {
    const content = Buffer.from(text)
    const packed = lies.packed ?? deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(lies.flags ?? 0, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(lies.crc ?? crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(lies.size ?? content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const offset = Buffer.alloc(14)
    offset.writeUInt32LE(at, 10)
    local.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed)
    central.push(Buffer.from('PK\x01\x02\x14\x00'), fields, offset, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, directory, end])
}

type Feature = {
  /** The contents of `<sheetData>`. */
  rows?: string
  sheet?: TestPart
  sharedStrings?: string
  styles?: string
  workbookProperties?: string
  afterRows?: string
  more?: TestPart[]
}

/** A small workbook with one tab, "People", that no library would write. */
export function workbookParts({
  rows = '',
  sheet,
  sharedStrings,
  styles,
  workbookProperties = '',
  afterRows = '',
  more = [],
}: Feature): TestPart[] {
  const relation = (id: number, type: string, target: string) => `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (inside: string) =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`
  const parts: TestPart[] = [
    { name: '[Content_Types].xml', text: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>` },
    { name: '_rels/.rels', text: relations(relation(1, 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      text: `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}">${workbookProperties}<sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: relations(
        relation(1, 'worksheet', 'worksheets/sheet1.xml') +
          (sharedStrings === undefined ? '' : relation(2, 'sharedStrings', 'sharedStrings.xml')) +
          (styles === undefined ? '' : relation(3, 'styles', 'styles.xml')),
      ),
    },
    sheet ?? { name: 'xl/worksheets/sheet1.xml', text: `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData>${afterRows}</worksheet>` },
  ]
  if (sharedStrings !== undefined) parts.push({ name: 'xl/sharedStrings.xml', text: `${XML}<sst ${MAIN}>${sharedStrings}</sst>` })
  if (styles !== undefined) parts.push({ name: 'xl/styles.xml', text: `${XML}<styleSheet ${MAIN}>${styles}</styleSheet>` })
  return [...parts, ...more]
}

export function workbook(feature: Feature) {
  return zip(workbookParts(feature))
}

/** The text of one part of a workbook written by us. */
export function readPart(file: Buffer, name: string) {
  const part = readZipDirectory(file, 100).find((candidate) => candidate.name === name)
  if (!part) throw new Error(`no part ${name}`)
  const start = part.at + 30 + file.readUInt16LE(part.at + 26) + file.readUInt16LE(part.at + 28)
  return inflateRawSync(file.subarray(start, start + part.packed)).toString()
}

/** The names of the tabs, in order. */
export async function sheetsOf(file: SpreadsheetSource) {
  let names: string[] = []
  const first = (sheets: { name: string }[]) => (names = sheets.map(({ name }) => name))[0] ?? ''
  for await (const _ of readRows(file, first)) break
  return names
}

/** The same workbook with another text in its workbook part. */
export function withWorkbook(file: Buffer, change: (text: string) => string) {
  const names = readZipDirectory(file, 100).map(({ name }) => name)
  return zip(names.map((name) => ({ name, text: name === 'xl/workbook.xml' ? change(readPart(file, name)) : readPart(file, name) })))
}

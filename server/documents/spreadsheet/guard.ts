import { spreadsheetLimits, type SpreadsheetLimits } from './limits.ts'
import { SpreadsheetRefusal } from './refusal.ts'
import { readZipDirectory, type ZipPart } from './xlsx/zip-directory.ts'

export type ZipParts = ReadonlyMap<string, ZipPart>

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('PK\x03\x04', 'latin1')

/** Checks, by the first bytes and the zip directory alone, whether a file may be opened as a workbook. Nothing is unpacked before. */
export function guardXlsx(bytes: Uint8Array, limits: SpreadsheetLimits = spreadsheetLimits): ZipParts {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length === 0) throw new SpreadsheetRefusal('empty_file')
  if (file.length > limits.fileBytes) throw new SpreadsheetRefusal('too_large')
  if (file.subarray(0, 8).equals(OLE)) throw new SpreadsheetRefusal(kindOfCompound(file))
  if (!file.subarray(0, 4).equals(ZIP)) throw new SpreadsheetRefusal('not_xlsx')
  const parts = new Map<string, ZipPart>()
  const seen = new Set<string>()
  for (const part of readZipDirectory(file, limits.parts)) {
    refusePart(part, file.length, limits)
    // Two parts with one name could be read as two different lists.
    if (seen.has(part.name.toLowerCase())) throw new SpreadsheetRefusal('corrupt', part.name)
    seen.add(part.name.toLowerCase())
    parts.set(part.name, part)
  }
  refuseOverlaps(parts)
  refuseOtherThanWorkbook([...parts.keys()])
  return parts
}

/** A workbook with a password is a compound file around the encrypted package ([MS-OFFCRYPTO] 2.3.4). */
function kindOfCompound(file: Buffer) {
  const names = namesInCompoundFile(file)
  if (names.has('EncryptedPackage')) return 'encrypted'
  return names.has('Workbook') || names.has('Book') ? 'old_format' : 'not_xlsx'
}

function refusePart(part: ZipPart, fileLength: number, limits: SpreadsheetLimits) {
  if (part.encrypted) throw new SpreadsheetRefusal('encrypted', part.name)
  if (part.at + part.packed > fileLength) throw new SpreadsheetRefusal('truncated', part.name)
  if (!isXml(part.name)) return // Pictures are never unpacked, so their size does not matter.
  if (part.size > sizeLimit(part.name, limits)) throw new SpreadsheetRefusal('bomb', part.name)
  if (part.size > limits.ratioFromBytes && part.size > part.packed * limits.ratio) throw new SpreadsheetRefusal('bomb', part.name)
}

/** Overlapping parts are a zip bomb, or two different lists for two readers. */
function refuseOverlaps(parts: ZipParts) {
  let end = 0
  for (const { at, packed, name } of [...parts.values()].toSorted((one, other) => one.at - other.at)) {
    if (at < end) throw new SpreadsheetRefusal('corrupt', name)
    end = at + localHeaderBytes + packed
  }
}

// Without the name, which makes the entry longer.
const localHeaderBytes = 30

function refuseOtherThanWorkbook(names: string[]) {
  if (names.some((name) => /vbaProject\.bin$|(^|\/)macrosheets\//i.test(name))) throw new SpreadsheetRefusal('has_macros')
  const isWorkbook =
    names.includes('[Content_Types].xml') && names.includes('_rels/.rels') && names.some((name) => /(^|\/)workbook[^/]*\.xml$/i.test(name))
  if (!isWorkbook) throw new SpreadsheetRefusal('not_xlsx')
}

function sizeLimit(name: string, limits: SpreadsheetLimits) {
  if (/(^|\/)worksheets\//i.test(name)) return limits.sheetBytes
  return /sharedStrings[^/]*\.xml$/i.test(name) ? limits.sharedStringsBytes : limits.partBytes
}

/** Only parts that the guard has checked may be unpacked. */
export function isXml(name: string) {
  return /\.(xml|rels)$/i.test(name)
}

const ENTRY = 128
const NO_SECTOR = 0xfffffffa
/** An .xls file or a protected workbook has few entries. Only the first ones are read. */
const MOST_SECTORS = 200

/** The names in the directory of an OLE compound file ([MS-CFB] 2.6): the old .xls is one, and so is a workbook with a password. */
function namesInCompoundFile(file: Buffer): Set<string> {
  const names = new Set<string>()
  if (file.length < 512) return names
  const sectorBytes = file.readUInt16LE(30) === 12 ? 4096 : 512
  const placeOf = (sector: number) => (sector + 1) * sectorBytes
  const isThere = (sector: number) => sector < NO_SECTOR && placeOf(sector) + sectorBytes <= file.length
  let sector = file.readUInt32LE(48)
  for (let step = 0; step < MOST_SECTORS && isThere(sector); step++) {
    const start = placeOf(sector)
    for (let at = start; at < start + sectorBytes; at += ENTRY) {
      const bytes = Math.min(file.readUInt16LE(at + 64), 64)
      if (bytes > 2) names.add(file.toString('utf16le', at, at + bytes - 2))
    }
    sector = sectorAfter(sector)
  }
  return names

  /** By the allocation table, of which the header names the first 109 sectors. */
  function sectorAfter(current: number) {
    const perSector = sectorBytes / 4
    const table = Math.floor(current / perSector)
    if (table >= 109) return NO_SECTOR
    const tableSector = file.readUInt32LE(76 + table * 4)
    return isThere(tableSector) ? file.readUInt32LE(placeOf(tableSector) + (current % perSector) * 4) : NO_SECTOR
  }
}

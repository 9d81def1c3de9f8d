import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'

export type ZipPart = { name: string; encrypted: boolean; method: number; crc: number; packed: number; size: number; at: number }

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCATOR_64 = 0x07064b50
const END_64 = 0x06064b50
const FULL_32 = 0xffffffff

/** The list of parts at the end of a zip (APPNOTE 4.3.12), read without inflating anything. */
export function readZipDirectory(file: Buffer, maxParts: number): ZipPart[] {
  const { count, start } = findDirectory(file)
  if (count > maxParts) throw new SpreadsheetRefusal('too_many_parts')
  const parts: ZipPart[] = []
  let at = start
  for (let index = 0; index < count; index++) {
    if (at + 46 > file.length) throw new SpreadsheetRefusal('truncated')
    if (file.readUInt32LE(at) !== ENTRY) throw new SpreadsheetRefusal('corrupt')
    const nameEnd = at + 46 + file.readUInt16LE(at + 28)
    const extraEnd = nameEnd + file.readUInt16LE(at + 30)
    const part = {
      name: file.toString('utf8', at + 46, nameEnd),
      encrypted: (file.readUInt16LE(at + 8) & 1) === 1,
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    }
    parts.push(widen(part, file.subarray(nameEnd, extraEnd)))
    at = extraEnd + file.readUInt16LE(at + 32)
  }
  return parts
}

function findDirectory(file: Buffer) {
  // The closing record may be followed by a comment of at most 65,535 bytes.
  for (let at = file.length - 22; at >= Math.max(0, file.length - 65_557); at--) {
    if (file.readUInt32LE(at) !== END) continue
    const count = file.readUInt16LE(at + 10)
    const start = file.readUInt32LE(at + 16)
    if (count !== 0xffff && start !== FULL_32) return { count, start }
    return at >= 20 && file.readUInt32LE(at - 20) === LOCATOR_64 ? findWideDirectory(file, at - 20) : { count, start }
  }
  throw new SpreadsheetRefusal('truncated')
}

function findWideDirectory(file: Buffer, locator: number) {
  const at = Number(file.readBigUInt64LE(locator + 8))
  if (at + 56 > file.length || file.readUInt32LE(at) !== END_64) throw new SpreadsheetRefusal('corrupt')
  return { count: Number(file.readBigUInt64LE(at + 32)), start: Number(file.readBigUInt64LE(at + 48)) }
}

/** Some writers give every part 64-bit sizes, kept beside the entry while the 32-bit fields are full (APPNOTE 4.5.3). */
function widen(part: ZipPart, extra: Buffer): ZipPart {
  const full = (['size', 'packed', 'at'] as const).filter((field) => part[field] === FULL_32)
  if (full.length === 0) return part
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    if (at + 4 + full.length * 8 > extra.length) break
    const wide = full.map((field, index) => [field, Number(extra.readBigUInt64LE(at + 4 + index * 8))])
    return { ...part, ...(Object.fromEntries(wide) as Partial<ZipPart>) } // fromEntries forgets its keys
  }
  throw new SpreadsheetRefusal('corrupt', part.name)
}

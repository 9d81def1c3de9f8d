import { isAscii, isUtf8 } from 'node:buffer'
import { crc32, createInflateRaw } from 'node:zlib'

import { isXml } from './guard.ts'
import type { SpreadsheetLimits } from './limits.ts'
import { SpreadsheetRefusal } from './refusal.ts'
import { createXmlScan, type XmlHandlers } from './xlsx/xml-scan.ts'
import type { ZipPart } from './xlsx/zip-directory.ts'

const LOCAL_HEADER = 0x04034b50
const PIECE = 64 * 1024

/** Reads a whole part and checks its size, its CRC and that its XML is complete. A truncated list must not look like a shorter list. */
export async function readWholePart(file: Buffer, part: ZipPart, handlers: XmlHandlers, limits: SpreadsheetLimits) {
  if (!isXml(part.name)) throw new SpreadsheetRefusal('corrupt', part.name)
  try {
    const scan = createXmlScan(handlers, limits)
    let decode: Decode | undefined
    let size = 0
    let crc = 0
    for await (const piece of inflate(file, part)) {
      size += piece.length
      if (size > part.size) throw new SpreadsheetRefusal('bomb')
      crc = crc32(piece, crc)
      decode ??= createDecoder(encodingOf(piece))
      scan.push(decode(piece))
    }
    if (size < part.size) throw new SpreadsheetRefusal('truncated')
    if (crc !== part.crc) throw new SpreadsheetRefusal('corrupt')
    if (decode) scan.push(decode())
    scan.end()
  } catch (error) {
    throw asRefusal(error, part.name)
  }
}

/** A part is in UTF-8 or UTF-16 (ECMA-376 part 2, 6.5.2). UTF-16 starts with a byte order mark (XML 1.0, 4.3.3). */
function encodingOf(piece: Buffer) {
  if (piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le'
  return piece[0] === 0xfe && piece[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** The text of the next bytes, or at the end of what is left. Throws if they are not in the encoding. */
type Decode = (piece?: Buffer) => string

function createDecoder(encoding: ReturnType<typeof encodingOf>): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true })
  if (encoding !== 'utf-8') return (piece) => decoder.decode(piece, { stream: piece !== undefined })
  // The decoder of the platform is slow, and makes texts of two bytes for each letter, which are slow to search. So it only gets what is unusual.
  let [left, isFirst]: [Buffer, boolean] = [Buffer.alloc(0), true]
  return (piece) => {
    const bytes = piece === undefined || left.length > 0 ? Buffer.concat([left, ...(piece ? [piece] : [])]) : piece
    const end = piece === undefined ? bytes.length : endOfLetters(bytes)
    left = bytes.subarray(end)
    const letters = bytes.subarray(0, end)
    if (isAscii(letters)) {
      isFirst &&= letters.length === 0
      return letters.toString('latin1')
    }
    if (isFirst || !isUtf8(letters)) {
      isFirst = false
      return decoder.decode(letters) // leaves out a byte order mark
    }
    return letters.toString()
  }
}

/** Where the last letter ends that is complete. A letter has at most four bytes, and all but its first begin with the bits 10. */
function endOfLetters(bytes: Buffer) {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if ((byte & 0xc0) === 0x80) continue
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return size > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** A quick check whether a part may contain some markup. Always true for UTF-16. Does not check whether the part is valid. */
export async function mayContain(file: Buffer, part: ZipPart, word: string) {
  let before: Buffer = Buffer.alloc(0)
  let size = 0
  try {
    for await (const piece of inflate(file, part)) {
      if (size === 0 && encodingOf(piece) !== 'utf-8') return true
      size += piece.length
      if (size > part.size) throw new SpreadsheetRefusal('bomb')
      // The word may be split between two pieces.
      if (piece.includes(word) || Buffer.concat([before, piece.subarray(0, word.length)]).includes(word)) return true
      before = piece.subarray(-word.length)
    }
  } catch (error) {
    throw asRefusal(error, part.name)
  }
  return false
}

async function* inflate(file: Buffer, part: ZipPart): AsyncGenerator<Buffer> {
  if (part.at + 30 > file.length || file.readUInt32LE(part.at) !== LOCAL_HEADER) throw new SpreadsheetRefusal('corrupt')
  const start = part.at + 30 + file.readUInt16LE(part.at + 26) + file.readUInt16LE(part.at + 28)
  if (start + part.packed > file.length) throw new SpreadsheetRefusal('truncated')
  const packed = file.subarray(start, start + part.packed)
  if (part.method === 0) {
    for (let at = 0; at < packed.length; at += PIECE) yield packed.subarray(at, at + PIECE)
  } else if (part.method === 8) {
    const inflating = createInflateRaw({ chunkSize: PIECE })
    inflating.end(packed)
    yield* inflating
  } else throw new SpreadsheetRefusal('corrupt')
}

function asRefusal(error: unknown, where: string) {
  if (error instanceof SpreadsheetRefusal) return error.where === undefined ? new SpreadsheetRefusal(error.code, where) : error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'Z_BUF_ERROR') return new SpreadsheetRefusal('truncated', where)
  const isDamage = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' || (typeof code === 'string' && code.startsWith('Z_'))
  return isDamage ? new SpreadsheetRefusal('corrupt', where) : error
}

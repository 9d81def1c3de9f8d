export const logoLimits = { bytes: 512 * 1024, side: 2_000 }

/** The reason a file cannot be a logo, by its content and not its name (ORG-3); undefined when it can. */
export function logoProblem(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'The file is empty.'
  if (bytes.length > logoLimits.bytes) return 'The logo must be 512 kB or smaller.'
  const picture = readPicture(bytes)
  if (!picture)
    return isMarkup(bytes) ? svgRefused : 'The logo must be a PNG, JPEG or WebP picture. This file is none of them, whatever its name.'
  if (!picture.isWhole) return 'The picture is not complete. Save it again, then choose the new file.'
  const { width, height } = picture
  if (Math.min(width, height) < 1) return 'The picture has no width or no height.'
  if (Math.max(width, height) > logoLimits.side)
    return `The logo must be at most 2,000 pixels wide and high. This one is ${width} × ${height}.`
  return undefined
}

const svgRefused = 'The logo cannot be an SVG file, because those can hold scripts. Save it as PNG, JPEG or WebP.'

/** Tells whether the file starts like SVG, XML or HTML: with `<`, after an optional byte order mark or white space. */
const isMarkup = (bytes: Uint8Array) => /^[\s\u{FEFF}ï»¿þÿ\0]*</u.test(String.fromCharCode(...bytes.subarray(0, 64)))

/** Reads the type and size of a picture from its headers, without decoding it. */
export type Picture = { type: 'image/png' | 'image/jpeg' | 'image/webp'; width: number; height: number; isWhole: boolean }

export function readPicture(bytes: Uint8Array): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return readPng(view) ?? readWebp(view) ?? readJpeg(view)
}

const textAt = (view: DataView, at: number, length: number) =>
  at + length <= view.byteLength ? String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length)) : ''

/** https://www.w3.org/TR/png-3/#5PNG-file-signature */
function readPng(view: DataView): Picture | undefined {
  if (textAt(view, 0, 8) !== '\x89PNG\r\n\x1A\n' || textAt(view, 12, 4) !== 'IHDR' || view.byteLength < 33) return undefined
  let [at, isWhole] = [8, false]
  while (!isWhole && at + 12 <= view.byteLength) {
    const isLast = textAt(view, at + 4, 4) === 'IEND'
    at += 12 + view.getUint32(at)
    isWhole = isLast && at <= view.byteLength
  }
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20), isWhole }
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(view: DataView): Picture | undefined {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP' || view.byteLength < 30) return undefined
  const size = webpSize(view)
  return size && { type: 'image/webp', ...size, isWhole: view.getUint32(4, true) + 8 <= view.byteLength }
}

function webpSize(view: DataView) {
  const kind = textAt(view, 12, 4)
  if (kind === 'VP8 ' && textAt(view, 23, 3) === '\x9D\x01*')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind === 'VP8L' && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8X') {
    const threeBytes = (at: number) => (view.getUint32(at, true) & 0xff_ffff) + 1
    return { width: threeBytes(24), height: (view.getUint32(26, true) >>> 8) + 1 }
  }
  return undefined
}

/** ITU-T T.81, B.1: markers until a frame says how large it is. */
function readJpeg(view: DataView): Picture | undefined {
  if (textAt(view, 0, 3) !== '\xFF\xD8\xFF') return undefined
  let at = 2
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff)
      at += 1 // a fill byte
    else if (isFrame(marker))
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5), isWhole: endsAfter(view, at) }
    else if (marker === 0xda) return undefined
    else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function endsAfter(view: DataView, at: number) {
  for (let end = view.byteLength - 2; end > at; end--) if (view.getUint16(end) === 0xffd9) return true
  return false
}

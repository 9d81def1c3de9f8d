import { readPicture } from './picture.ts'

export const largestLogo = { bytes: 512 * 1024, side: 2_000 }

/** What keeps a file from being an organisation's logo, told by its content and never by its name (ORG-3); undefined when nothing does. */
export function logoProblem(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'The file is empty.'
  if (bytes.length > largestLogo.bytes) return 'The logo must be 512 kB or smaller.'
  const picture = readPicture(bytes)
  if (!picture)
    return isMarkup(bytes) ? svgRefused : 'The logo must be a PNG, JPEG or WebP picture. This file is none of them, whatever its name.'
  if (!picture.isWhole) return 'The picture is not complete. Save it again, then choose the new file.'
  const { width, height } = picture
  if (Math.min(width, height) < 1) return 'The picture has no width or no height.'
  if (Math.max(width, height) > largestLogo.side)
    return `The logo must be at most 2,000 pixels wide and high. This one is ${width} × ${height}.`
  return undefined
}

const svgRefused = 'The logo cannot be an SVG file, because those can hold scripts. Save it as PNG, JPEG or WebP.'

/** Starts as SVG, XML and HTML do: with a `<`, after a byte order mark or blanks. */
const isMarkup = (bytes: Uint8Array) => /^[\s\u{FEFF}ï»¿þÿ\0]*</u.test(String.fromCharCode(...bytes.subarray(0, 64)))

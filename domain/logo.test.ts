import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { png, smallPictures, svg } from '#test/pictures.ts'
import { runs } from '#test/strength.ts'

import { logoLimits, logoProblem, readPicture } from './logo.ts'

describe('readPicture', () => {
  test.each(Object.entries(smallPictures))('%s is recognised by its content, with its width and height (ORG-3)', (name, bytes) => {
    expect(readPicture(bytes)).toEqual({ type: name.split(',')[0], width: 12, height: 7, isWhole: true })
    expect(logoProblem(bytes)).toBeUndefined()
  })
})

describe('logoProblem', () => {
  test.each(Object.entries(smallPictures))('a %s that is cut in half is refused (ORG-3)', (_name, bytes) => {
    for (const kept of [bytes.length - 12, Math.floor(bytes.length / 2), 40, 12, 3])
      expect(logoProblem(bytes.subarray(0, Math.min(kept, bytes.length - 3))), `${kept} bytes`).toMatch(/not complete|none of them/)
  })

  test.each([
    ['an SVG', svg, /cannot be an SVG file/],
    ['an SVG after a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), svg]), /cannot be an SVG file/],
    ['an SVG in UTF-16', Buffer.from('\uFEFF<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le'), /cannot be an SVG file/],
    ['a GIF', Buffer.from('GIF89a\x0c\0\x07\0\0\0\0;', 'latin1'), /PNG, JPEG or WebP/],
    ['a spreadsheet', Buffer.from('PK\x03\x04 and so on', 'latin1'), /PNG, JPEG or WebP/],
    ['the first bytes of a PNG and no more', Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), /PNG, JPEG or WebP/],
    ['nothing', new Uint8Array(), /is empty/],
    ['too wide a picture', png(2_001, 1), /2,000 pixels wide and high. This one is 2001 × 1/],
    ['too high a picture', png(1, 2_001), /2,000 pixels wide and high/],
    ['a picture of no width', png(0, 4), /no width or no height/],
    ['too large a file', Buffer.concat([png(4, 4), Buffer.alloc(logoLimits.bytes)]), /512 kB or smaller/],
  ])('%s is refused with a message, whatever its name (ORG-3)', (_name, bytes, words) => {
    expect(logoProblem(bytes)).toMatch(words)
  })

  test('a picture of the largest size is accepted (ORG-3)', () => {
    expect(logoProblem(png(2_000, 1))).toBeUndefined()
    const padded = Buffer.concat([smallPictures['image/jpeg'], Buffer.alloc(logoLimits.bytes - smallPictures['image/jpeg'].length)])
    expect(logoProblem(padded)).toBeUndefined()
  })
})

describe('readPicture for any bytes', () => {
  test('ends soon and never throws (SAFE-3)', () => {
    const heads = Object.values(smallPictures)
    const spoiled = fc
      .tuple(fc.constantFrom(...heads), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 12 }), fc.nat(700))
      .map(([head, changes, kept]) => {
        const bytes = Uint8Array.from(head)
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        return bytes.subarray(0, Math.max(1, kept % (bytes.length + 1)))
      })
    const endless = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(logoLimits.bytes - 2, 0xff)])
    const began = performance.now()
    readPicture(endless)
    fc.assert(
      fc.property(fc.oneof(spoiled, fc.uint8Array({ maxLength: 64 })), (bytes) => void [readPicture(bytes), logoProblem(bytes)]),
      {
        numRuns: runs(2_000),
      },
    )
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

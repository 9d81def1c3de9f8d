import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { smsLength } from './template.ts'

describe('smsLength', () => {
  test.each([
    ['', 'gsm-7', 0, 1],
    ['a'.repeat(160), 'gsm-7', 160, 1],
    ['a'.repeat(161), 'gsm-7', 161, 2],
    ['a'.repeat(306), 'gsm-7', 306, 2],
    ['a'.repeat(307), 'gsm-7', 307, 3],
    ['a'.repeat(459), 'gsm-7', 459, 3],
    ['a'.repeat(918), 'gsm-7', 918, 6],
    ['€'.repeat(80), 'gsm-7', 160, 1],
    ['[]{}^\\|~€', 'gsm-7', 18, 1],
    ['é£à\n', 'gsm-7', 4, 1],
    ['ŵ'.repeat(70), 'ucs-2', 70, 1],
    ['ŵ'.repeat(71), 'ucs-2', 71, 2],
    ['ŵ'.repeat(134), 'ucs-2', 134, 2],
    ['ŵ'.repeat(135), 'ucs-2', 135, 3],
    ['😀', 'ucs-2', 2, 1],
  ])('counts a message as the network does (%#) (NOT-2)', (text, encoding, length, fragments) => {
    expect(smsLength(text)).toEqual({ encoding, length, fragments, isTooLong: false })
  })

  test('a message of more than 918 characters is too long (NOT-2)', () => {
    expect(smsLength('a'.repeat(919)).isTooLong).toBe(true)
    expect(smsLength('a'.repeat(917) + '€').isTooLong).toBe(true)
  })

  test('a longer message never has fewer fragments (NOT-2)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string({ unit: 'grapheme' }), (text, more) => {
        expect(smsLength(text + more).fragments).toBeGreaterThanOrEqual(smsLength(text).fragments)
      }),
    )
  })
})

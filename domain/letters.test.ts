import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { addressProblem, canLetterComeBack, formatLetterCode, letterCodeOf, readLetterCode, sheetsFor } from './letters.ts'

describe('the code of a letter', () => {
  test('a printed code is read back, whatever the case, the spaces and the signs that look alike (NOT-10)', () => {
    const lookAlikes: Record<string, string[]> = {
      0: ['0', 'O', 'o'],
      1: ['1', 'I', 'l'],
      2: ['2', 'Z'],
      5: ['5', 's'],
      8: ['8', 'B'],
      V: ['V', 'u'],
    }
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n }),
        fc.infiniteStream(fc.nat(2)),
        fc.constantFrom('', ' ', '-', '  ', ' - '),
        (number, picks, between) => {
          const code = letterCodeOf(number)
          const typed = [...formatLetterCode(code)]
            .map((sign) => {
              const ways = lookAlikes[sign] ?? [sign, sign.toLowerCase()]
              return sign === ' ' ? between : ways[(picks.next().value as number) % ways.length]
            })
            .join('')
          expect(readLetterCode(typed)).toBe(code)
        },
      ),
    )
  })

  test.each([
    ['', undefined],
    ['K7QM 2XWP 9RT', undefined],
    ['K7QM 2XWP 9RTD1', undefined],
    ['K7QM 2XWP 9RT!', undefined],
    ['K7QM 2XWP 9RT*D', 'K7QM2XWP9RTD'],
    ['Ｋ７ＱＭ ２ＸＷＰ ９ＲＴＤ', 'K7QM2XWP9RTD'],
    ['k7qm–2xwp–9rtd.', 'K7QM2XWP9RTD'],
    ['K7QM 2XWP 9RTÉ', undefined],
  ])('%j is read as %j (NOT-10)', (typed, code) => {
    expect(readLetterCode(typed)).toBe(code)
  })

  test('every sign of every place occurs, and codes of different numbers differ (NOT-10)', () => {
    expect(letterCodeOf(0n)).toBe('000000000000')
    expect(letterCodeOf(29n ** 12n - 1n)).toBe('YYYYYYYYYYYY')
    expect(letterCodeOf(29n ** 12n)).toBe('000000000000')
    expect(new Set(Array.from({ length: 1_000 }, (_, at) => letterCodeOf(BigInt(at)))).size).toBe(1_000)
  })
})

describe('a postal address', () => {
  const whole = { line1: '1 High Street', line2: '', town: 'Leeds', county: '', postcode: 'LS1 4AP' }
  test.each([
    ['a first line and a postcode', whole, undefined],
    ['no first line', { ...whole, line1: ' ' }, 'The patient’s address has no first line.'],
    ['no postcode', { ...whole, postcode: '' }, 'The patient’s address has no postcode.'],
    ['neither', { ...whole, line1: '', postcode: '' }, 'The patient’s address has no first line and no postcode.'],
  ])('with %s (NOT-10)', (_, address, problem) => {
    expect(addressProblem(address)).toBe(problem)
  })
})

test.each([
  [1, false, 1],
  [3, false, 3],
  [1, true, 1],
  [2, true, 1],
  [3, true, 2],
])('a letter of %i pages, two-sided: %s, takes %i sheets (NOT-10)', (pages, isTwoSided, sheets) => {
  expect(sheetsFor(pages, isTwoSided)).toBe(sheets)
})

describe('canLetterComeBack', () => {
  const removal = { category: 'removal_approved' } as const
  const printed = { ...removal, method: 'letter', status: 'sent' } as const
  test.each([
    ['no message', [], false],
    ['a text message about the removal', [{ ...removal, method: 'sms', status: 'delivered' }], false],
    ['a letter that waits to be printed', [{ ...printed, status: 'queued' }], false],
    ['a printed letter about the form', [{ ...printed, category: 'request_created' }], false],
    ['a printed letter about the removal', [{ ...removal, method: 'sms', status: 'failed' }, printed], true],
    ['a printed letter that came back', [{ ...printed, status: 'failed' }], false],
    ['a printed letter whose reprint was put back', [printed, { ...printed, status: 'cancelled' }], true],
    ['a printed letter and a later text message that was cancelled', [printed, { ...removal, method: 'sms', status: 'cancelled' }], true],
    ['a printed letter whose reprint waits', [printed, { ...printed, status: 'queued' }], false],
    ['a printed letter and a later text message', [printed, { ...removal, method: 'sms', status: 'sent' }], false],
  ] as const)('with %s the answer is right (PTN-5)', (_name, messages, expected) => {
    expect(canLetterComeBack(messages)).toBe(expected)
  })
})

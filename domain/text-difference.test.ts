import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { textDifference } from './text-difference.ts'

const textOf = (pieces: ReturnType<typeof textDifference>, kind: 'removed' | 'added') =>
  pieces
    .filter((piece) => piece.kind === 'same' || piece.kind === kind)
    .map(({ text }) => text)
    .join('')

describe('The difference of two texts', () => {
  test('shows the words that were removed and added (NOT-1)', () => {
    expect(textDifference('Hello ((firstName)), please answer: ((link))', 'Dear ((firstName)), please answer by Friday: ((link))')).toEqual(
      [
        { kind: 'removed', text: 'Hello' },
        { kind: 'added', text: 'Dear' },
        { kind: 'same', text: ' ((firstName)), please ' },
        { kind: 'removed', text: 'answer:' },
        { kind: 'added', text: 'answer by Friday:' },
        { kind: 'same', text: ' ((link))' },
      ],
    )
    expect(textDifference('', 'New')).toEqual([{ kind: 'added', text: 'New' }])
    expect(textDifference('Same', 'Same')).toEqual([{ kind: 'same', text: 'Same' }])
  })

  test('contains both texts completely (NOT-1)', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '((link))')).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = textDifference(before, after)
        expect([textOf(pieces, 'removed'), textOf(pieces, 'added')]).toEqual([before, after])
      }),
    )
  })

  test('takes two completely different texts of 100,000 characters in less than a second (NOT-1)', () => {
    const began = performance.now()
    const pieces = textDifference('old word '.repeat(11_000), 'new text '.repeat(11_000))
    expect(performance.now() - began).toBeLessThan(1_000)
    expect(textOf(pieces, 'added')).toHaveLength(99_000)
  })
})

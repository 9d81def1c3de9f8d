import { describe, expect, test } from 'vitest'

import { textBlocks } from './text-blocks.ts'

describe('textBlocks', () => {
  test('reads headings, lists, paragraphs and links from plain text (PTN-7)', () => {
    const text =
      '# Who we are\r\nWe run the hospital.\nWrite to us.\n\n- One\n- See https://example.org/a.\n\nRead [our policy](https://example.org/p).'

    expect(textBlocks(text)).toEqual([
      { kind: 'heading', parts: [{ text: 'Who we are' }] },
      { kind: 'paragraph', lines: [[{ text: 'We run the hospital.' }], [{ text: 'Write to us.' }]] },
      {
        kind: 'list',
        items: [[{ text: 'One' }], [{ text: 'See ' }, { text: 'https://example.org/a', href: 'https://example.org/a' }, { text: '.' }]],
      },
      { kind: 'paragraph', lines: [[{ text: 'Read ' }, { text: 'our policy', href: 'https://example.org/p' }, { text: '.' }]] },
    ])
  })

  test.each(['[click](javascript:alert(1))', 'javascript:alert(1)', 'http://example.org', '[a](http://example.org)', '<a href="x">y</a>'])(
    '%s is text and no link (PTN-7)',
    (text) => {
      expect(JSON.stringify(textBlocks(text))).not.toContain('href":')
    },
  )

  test('reads a long line of brackets in little time (SAFE-2)', () => {
    const begun = performance.now()
    textBlocks('[('.repeat(10_000) + 'https://' + '.'.repeat(19_000))
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})

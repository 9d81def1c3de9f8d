type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end'

const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const blank = /[ \t\r\n]*/y

/** Where a text stops being JSON, counted from 0; its length where only its end is missing. The engine's own words name no place. */
export function jsonFault(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    blank.lastIndex = at
    at += blank.exec(text)?.[0].length ?? 0
    if (at >= text.length) return text.length
    if (expected === 'comma or end' && open.length === 0) return at
    const sign = text[at]!
    const isKey: boolean = expected === 'key' || expected === 'key or end'
    const isEnd = sign === (open.at(-1) === '{' ? '}' : ']')
    if (isEnd && open.length > 0 && expected.endsWith('or end')) {
      open.pop()
      expected = 'comma or end'
      at += 1
    } else if (expected === 'comma or end') {
      if (sign !== ',') return at
      expected = open.at(-1) === '{' ? 'key' : 'value'
      at += 1
    } else if (expected === 'colon') {
      if (sign !== ':') return at
      expected = 'value'
      at += 1
    } else if (sign === '"') {
      const end = endOfString(text, at)
      if (!end.isWhole) return end.at
      expected = isKey ? 'colon' : 'comma or end'
      at = end.at
    } else if (!isKey && (sign === '{' || sign === '[')) {
      open.push(sign)
      expected = sign === '{' ? 'key or end' : 'value or end'
      at += 1
    } else {
      plain.lastIndex = at
      const word = isKey ? null : plain.exec(text)
      if (!word) return at
      expected = 'comma or end'
      at += word[0].length
    }
  }
}

/** The place after a string's closing quote, or that of what cannot stand in it. */
function endOfString(text: string, start: number) {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 0x22) return { at: at + 1, isWhole: true }
    if (sign < 0x20) return { at, isWhole: false }
    if (sign === 0x5c) {
      if (at + 1 < text.length && !/^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at + 1, at + 6))) return { at, isWhole: false }
      at += 1
    }
  }
  return { at: text.length, isWhole: false }
}

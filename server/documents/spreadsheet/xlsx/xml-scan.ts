import type { SpreadsheetLimits } from '#server/documents/spreadsheet/limits.ts'
import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'

/** `name` has no prefix. `text` is the text directly before the closing tag. An empty element closes at once. */
export type XmlHandlers = {
  open?: (name: string, attributes: string) => void
  close?: (name: string, text: () => string) => void
  /**
   * Reads an element of the usual form with everything in it, if one begins at this place, and returns where it ends; 0 for any other, which is
   * then read tag by tag. A list has millions of tags, and most of them are in cells of the same form.
   */
  whole?: (buffer: string, at: number) => number
}

/** How many elements inside each other `whole` may read. */
const depthOfWhole = 3

const [TAG_START, SLASH, BANG, QUESTION] = [60, 47, 33, 63]
const UNFINISHED = 0

/**
 * Reads XML in pieces and checks that it is complete: every element closed, one root, no document type. Uses the memory of one piece and
 * one unfinished tag or text.
 */
export function createXmlScan(handlers: XmlHandlers, limits: SpreadsheetLimits) {
  const stack: string[] = []
  let [buffer, carry, earlier, hasRoot] = ['', '', '', false]

  function openElement(content: string) {
    if (stack.length === 0 && hasRoot) throw new SpreadsheetRefusal('corrupt')
    hasRoot = true
    const isEmpty = content.endsWith('/')
    const nameEnd = findNameEnd(content)
    const name = local(content.slice(0, nameEnd))
    handlers.open?.(name, content.slice(nameEnd))
    if (isEmpty) handlers.close?.(name, () => '')
    else if (stack.push(content.slice(0, nameEnd)) > limits.depth) throw new SpreadsheetRefusal('corrupt')
  }

  function closeElement(from: number, at: number, end: number) {
    const tag = buffer.slice(at + 2, end - 1).trimEnd()
    if (stack.pop() !== tag) throw new SpreadsheetRefusal('corrupt')
    handlers.close?.(local(tag), () => earlier + decodeText(buffer.slice(from, at)))
  }

  /** Text continues after a comment. CDATA is not decoded. */
  function passOver(from: number, at: number, end: number) {
    earlier += decodeText(buffer.slice(from, at)) + (buffer[at + 2] === '[' ? buffer.slice(at + 9, end - 3) : '')
    if (earlier.length > limits.cellBytes) throw new SpreadsheetRefusal('cell_too_long')
  }

  const nextTag = (from: number) => (buffer.charCodeAt(from) === TAG_START ? from : buffer.indexOf('<', from))
  const mayBeWhole = () => handlers.whole !== undefined && stack.length > 0 && stack.length + depthOfWhole <= limits.depth

  function push(piece: string) {
    buffer = carry + piece
    let from = 0
    for (let at = nextTag(from); at !== -1; at = nextTag(from)) {
      const next = buffer.charCodeAt(at + 1)
      const wholeEnd = mayBeWhole() && at - from <= limits.cellBytes ? handlers.whole!(buffer, at) : 0
      if (wholeEnd > 0) {
        earlier = ''
        from = wholeEnd
        continue
      }
      const end = findEnd(buffer, at, next)
      if (end === UNFINISHED) break
      if (at - from > limits.cellBytes) throw new SpreadsheetRefusal('cell_too_long')
      if (next === BANG || next === QUESTION) passOver(from, at, end)
      else {
        if (next === SLASH) closeElement(from, at, end)
        else openElement(buffer.slice(at + 1, end - 1))
        earlier = ''
      }
      from = end
    }
    carry = buffer.slice(from)
    if (carry.length > limits.cellBytes) throw new SpreadsheetRefusal('cell_too_long')
  }

  function end() {
    if (!hasRoot || stack.length > 0 || carry.trim() !== '') throw new SpreadsheetRefusal('truncated')
  }

  return { push, end }
}

/** The end of the markup that starts at `at`, once it has arrived. */
function findEnd(buffer: string, at: number, next: number) {
  if (next === SLASH) return after(buffer, '>', at)
  if (next === QUESTION) return findInstructionEnd(buffer, at)
  if (next === BANG) return findDeclarationEnd(buffer, at)
  TAG.lastIndex = at + 1
  return TAG.test(buffer) ? TAG.lastIndex : UNFINISHED
}

/** A tag may contain `>` inside quotes. No two branches start alike, so there is no backtracking. */
const TAG = /[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/y

function findInstructionEnd(buffer: string, at: number) {
  const end = after(buffer, '?>', at + 2)
  const encoding = /^<\?xml\s[^>]*encoding\s*=\s*["']([^"']*)/.exec(buffer.slice(at, end))?.[1]
  // The bytes are decoded as UTF-8 or UTF-16. Another declared encoding would change the letters.
  if (encoding && !/^(utf-?8|utf-16|us-ascii)$/i.test(encoding)) throw new SpreadsheetRefusal('corrupt')
  return end
}

function findDeclarationEnd(buffer: string, at: number) {
  if (buffer.startsWith('<!--', at)) return after(buffer, '-->', at + 4)
  if (buffer.startsWith('<![CDATA[', at)) return after(buffer, ']]>', at + 9)
  const start = buffer.slice(at, at + 9)
  if ('<![CDATA['.startsWith(start) || '<!--'.startsWith(start)) return UNFINISHED
  throw new SpreadsheetRefusal('forbidden_xml') // DOCTYPE, and with it every entity definition
}

function after(buffer: string, closing: string, from: number) {
  const at = buffer.indexOf(closing, from)
  return at === -1 ? UNFINISHED : at + closing.length
}

function findNameEnd(content: string) {
  let end = 0
  while (end < content.length && content.charCodeAt(end) > 32 && content.charCodeAt(end) !== SLASH) end++
  return end
}

function local(tag: string) {
  return tag.slice(tag.indexOf(':') + 1)
}

export type Attribute = { key: string; pattern: RegExp }

/** Created once for each attribute, because some are read in every cell. */
export function attributeNamed(name: string): Attribute {
  return { key: ` ${name}="`, pattern: new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 's') }
}

/** The value of one attribute, with its entities. */
export function attribute(attributes: string, { key, pattern }: Attribute) {
  const at = attributes.indexOf(key)
  if (at !== -1) return attributes.slice(at + key.length, attributes.indexOf('"', at + key.length))
  return UNCOMMON.test(attributes) ? pattern.exec(attributes)?.[2] : undefined
}

/** Unusual quotes, spaces and prefixes. */
const UNCOMMON = /[':\n\t\r]| =/

export function decodeText(text: string) {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return lines.includes('&') ? lines.replace(/&(#x[0-9a-f]+|#[0-9]+|[a-z]+);/gi, decodeEntity) : lines
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntity(whole: string, name: string) {
  if (!name.startsWith('#')) return entities[name] ?? whole
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

import type { SpreadsheetLimits } from '#server/platform/spreadsheet/limits.ts'
import { SpreadsheetRefusal } from '#server/platform/spreadsheet/refusal.ts'

/** `name` is without its prefix. `text` is what stood directly before the closing tag. An empty element closes at once. */
export type XmlHandlers = {
  open?: (name: string, attributes: string, isEmpty: boolean) => void
  close?: (name: string, text: string) => void
}

type Mark = { end: number; isText: boolean } | undefined

/**
 * Reads XML in pieces and insists that it is whole: every element closed, one root, no document type, nothing without end.
 * Memory stays at one piece plus one unfinished tag or text.
 */
export function createXmlScan(handlers: XmlHandlers, limits: SpreadsheetLimits) {
  const stack: string[] = []
  let carry = ''
  let text = ''
  let hasRoot = false

  function element(content: string) {
    if (stack.length === 0 && hasRoot) throw new SpreadsheetRefusal('corrupt')
    hasRoot = true
    const isEmpty = content.endsWith('/')
    const space = content.search(/\s/)
    const tag = space === -1 ? (isEmpty ? content.slice(0, -1) : content) : content.slice(0, space)
    handlers.open?.(local(tag), space === -1 ? '' : content.slice(space), isEmpty)
    if (isEmpty) handlers.close?.(local(tag), '')
    else if (stack.push(tag) > limits.depth) throw new SpreadsheetRefusal('corrupt')
  }

  function markup(buffer: string, from: number, at: number, end: number) {
    if (buffer[at + 1] === '/') {
      const tag = buffer.slice(at + 2, end - 1).trimEnd()
      if (stack.pop() !== tag) throw new SpreadsheetRefusal('corrupt')
      handlers.close?.(local(tag), text + buffer.slice(from, at))
      text = ''
    } else {
      element(buffer.slice(at + 1, end - 1))
      text = ''
    }
  }

  function push(piece: string) {
    const buffer = carry + piece
    let from = 0
    for (let at = buffer.indexOf('<'); at !== -1; at = buffer.indexOf('<', from)) {
      const mark = findEnd(buffer, at, limits)
      if (!mark) break
      if (mark.isText) {
        text += buffer.slice(from, at) + (buffer[at + 2] === '[' ? buffer.slice(at + 9, mark.end - 3) : '')
        if (text.length > limits.cellBytes) throw new SpreadsheetRefusal('cell_too_long')
      } else markup(buffer, from, at, mark.end)
      from = mark.end
    }
    carry = buffer.slice(from)
    if (carry.length > limits.cellBytes) throw new SpreadsheetRefusal('cell_too_long')
  }

  function end() {
    if (!hasRoot || stack.length > 0 || carry.trim() !== '') throw new SpreadsheetRefusal('truncated')
  }

  return { push, end }
}

/** The end of the markup that begins at `at`, or nothing while its end has not arrived. */
function findEnd(buffer: string, at: number, limits: SpreadsheetLimits): Mark {
  const next = buffer[at + 1]
  if (next === undefined) return undefined
  if (next === '?') return findInstructionEnd(buffer, at)
  if (next === '!') return findDeclarationEnd(buffer, at)
  if (next === '/') return endAfter(buffer, '>', at, false)
  let quote = 0
  for (let index = at + 1; index < buffer.length; index++) {
    const code = buffer.charCodeAt(index)
    if (quote !== 0) quote = code === quote ? 0 : quote
    else if (code === 34 || code === 39) quote = code
    else if (code === 62) return { end: index + 1, isText: false }
  }
  if (buffer.length - at > limits.tagBytes) throw new SpreadsheetRefusal('corrupt')
  return undefined
}

function findInstructionEnd(buffer: string, at: number): Mark {
  const mark = endAfter(buffer, '?>', at + 2, true)
  const encoding = mark && /^<\?xml\s[^>]*encoding\s*=\s*["']([^"']*)/.exec(buffer.slice(at, mark.end))?.[1]
  // Everything is read as UTF-8; under another name the letters would arrive changed.
  if (encoding && !/^(utf-?8|us-ascii)$/i.test(encoding)) throw new SpreadsheetRefusal('corrupt')
  return mark
}

function findDeclarationEnd(buffer: string, at: number): Mark {
  if (buffer.startsWith('<!--', at)) return endAfter(buffer, '-->', at + 4, true)
  if (buffer.startsWith('<![CDATA[', at)) return endAfter(buffer, ']]>', at + 9, true)
  const start = buffer.slice(at, at + 9)
  if ('<![CDATA['.startsWith(start) || '<!--'.startsWith(start)) return undefined
  throw new SpreadsheetRefusal('forbidden_xml') // DOCTYPE, and with it every entity definition
}

function endAfter(buffer: string, closing: string, from: number, isText: boolean): Mark {
  const at = buffer.indexOf(closing, from)
  return at === -1 ? undefined : { end: at + closing.length, isText }
}

function local(tag: string) {
  return tag.slice(tag.indexOf(':') + 1)
}

/** The value of one attribute, as written in the file except for entities. */
export function attribute(attributes: string, name: RegExp) {
  const value = name.exec(attributes)?.[2]
  return value?.includes('&') ? value.replace(/&(#x[0-9a-f]+|#[0-9]+|[a-z]+);/gi, decodeEntity) : value
}

/** Matches one attribute; made once, because it is used for every cell. */
export function attributeNamed(name: string) {
  return new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 's')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntity(whole: string, name: string) {
  if (!name.startsWith('#')) return entities[name] ?? whole
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

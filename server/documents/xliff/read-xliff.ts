import { SaxesParser, type SaxesTagNS } from 'saxes'

/**
 * `hasMarkup`: the source or the target has inline elements, which stand for something that a plain text does not have. `isPartial`: a program
 * has split the text, and some of the segments have no target.
 */
export type IncomingUnit = { id: string; source: string; target: string; hasMarkup: boolean; isPartial: boolean }
export type IncomingXliff = { original: string; sourceLanguage: string; targetLanguage: string; units: IncomingUnit[] }

/** The message for each reason to refuse a file, for the user who uploaded it. */
export const xliffRefusalWords = {
  encoding: 'The file must be saved in UTF-8 or UTF-16.',
  not_xml: 'The file is damaged, or is not an XLIFF file.',
  forbidden_xml: 'The file contains definitions that a translation does not need, so it was not opened.',
  not_xliff: 'The file is not an XLIFF 2 file. Save it as XLIFF 2.1 or 2.0.',
  several_files: 'The file must have exactly one file element.',
  too_many_units: 'The file has too many texts.',
  too_many_elements: 'The file has too many elements.',
} as const

/** An expected refusal of a file. */
export class XliffRefusal extends Error {
  readonly words: string

  constructor(code: keyof typeof xliffRefusalWords) {
    super(code)
    this.words = xliffRefusalWords[code]
  }
}

const namespace = 'urn:oasis:names:tc:xliff:document:2.0'
const maxDepth = 64
const maxUnits = 50_000
/** A unit of ours has six elements. More than this takes too long to read. */
const maxElements = 400_000

/**
 * Reads XLIFF 2.0 and 2.1. The parser loads nothing and expands no entity that the file defines: a file with a document type is refused.
 * Throws XliffRefusal.
 */
export function readXliff(bytes: Uint8Array): IncomingXliff {
  const text = decoded(bytes)
  const parser = new SaxesParser({ xmlns: true })
  const reader = createReader()
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(utf-?8|utf-16(le|be)?|us-ascii)$/i.test(encoding)) throw new XliffRefusal('encoding')
  })
  parser.on('doctype', () => {
    throw new XliffRefusal('forbidden_xml')
  })
  parser.on('error', () => {
    throw new XliffRefusal('not_xml')
  })
  parser.on('opentag', reader.open)
  parser.on('closetag', reader.close)
  parser.on('text', reader.text)
  parser.on('cdata', reader.text)
  parser.write(text).close()
  return reader.end()
}

function decoded(bytes: Uint8Array) {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new XliffRefusal('encoding')
  }
}

/**
 * Some programs fill the target with the source before anybody translates, and leave the segment in its first state. A text without letters
 * stays as it is in any language.
 */
const isCopied = (source: string, target: string) => target.trim() === source.trim() && /\p{L}/u.test(source)

/** Collects the units. A unit that a program has split into several segments is put together again. */
function createReader() {
  const path: string[] = []
  const units: IncomingUnit[] = []
  let head: Omit<IncomingXliff, 'original' | 'units'> | undefined
  let original: string | undefined
  let unit: IncomingUnit | undefined
  let [source, target, hasTarget] = ['', '', false]
  let isInitial = false
  let [withTarget, withoutTarget, elements] = [0, 0, 0]
  let part: 'source' | 'target' | undefined

  function open({ uri, local, attributes }: SaxesTagNS) {
    const valueOf = (name: string) => attributes[name]?.value ?? ''
    if (++elements > maxElements) throw new XliffRefusal('too_many_elements')
    const isOurs = uri === namespace
    if (path.length === 0) {
      if (!isOurs || local !== 'xliff' || !/^2\.[01]$/.test(valueOf('version'))) throw new XliffRefusal('not_xliff')
      head = { sourceLanguage: valueOf('srcLang'), targetLanguage: valueOf('trgLang') }
    }
    if (part && unit) unit.hasMarkup = true
    path.push(isOurs ? local : '')
    if (path.length > maxDepth) throw new XliffRefusal('not_xml')
    const place = path.join('/')
    if (place === 'xliff/file') {
      if (original !== undefined) throw new XliffRefusal('several_files')
      original = valueOf('original')
    }
    if (isOurs && local === 'unit') {
      unit = { id: valueOf('id'), source: '', target: '', hasMarkup: false, isPartial: false }
      withTarget = withoutTarget = 0
      if (units.push(unit) > maxUnits) throw new XliffRefusal('too_many_units')
    }
    if (/\/unit\/(segment|ignorable)$/.test(place)) {
      ;[source, target, hasTarget] = ['', '', false]
      isInitial = local === 'segment' && ['', 'initial'].includes(valueOf('state'))
    }
    if (/\/unit\/(segment|ignorable)\/(source|target)$/.test(place)) {
      part = local === 'source' ? 'source' : 'target'
      hasTarget ||= part === 'target'
    }
  }

  function close() {
    const name = path.pop()
    const isIn = /\/unit(\/segment|\/ignorable)?$/.test(path.join('/'))
    if (isIn && (name === 'source' || name === 'target')) part = undefined
    if (unit && path.at(-1) === 'unit' && (name === 'segment' || name === 'ignorable')) {
      unit.source += source
      if (isInitial && isCopied(source, target)) target = ''
      if (source.trim() !== '' && target.trim() === '') withoutTarget++
      else if (source.trim() !== '') withTarget++
      unit.isPartial = withTarget > 0 && withoutTarget > 0
      // The space between two segments often has no target of its own.
      unit.target += name === 'ignorable' && !hasTarget && unit.target !== '' ? source : target
    }
    if (name === 'unit') unit = undefined
  }

  function text(piece: string) {
    if (part === 'source') source += piece
    if (part === 'target') target += piece
  }

  function end(): IncomingXliff {
    if (!head || original === undefined) throw new XliffRefusal(head ? 'several_files' : 'not_xliff')
    return { ...head, original, units }
  }

  return { open, close, text, end }
}

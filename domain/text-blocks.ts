/** A part of a line: text, or the words of a link. */
export type TextPart = { text: string; href?: string }
export type TextBlock =
  { kind: 'heading'; parts: TextPart[] } | { kind: 'paragraph'; lines: TextPart[][] } | { kind: 'list'; items: TextPart[][] }

/**
 * Plain text as headings, lists, paragraphs and links. A line that starts with `#` is a heading, and lines that start with `-` are a list. A
 * web address and `[words](https://…)` are links. Everything else is text, never markup.
 */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let isNew = true
  for (const line of text.split(/\r?\n/).map((line) => line.trim())) {
    const last = isNew ? undefined : blocks.at(-1)
    isNew = line === ''
    if (line === '') continue
    const [, heading] = /^#{1,6}\s+(.+)$/.exec(line) ?? []
    const [, item] = /^[-•*]\s+(.+)$/.exec(line) ?? []
    if (heading !== undefined) blocks.push({ kind: 'heading', parts: textParts(heading) })
    else if (item !== undefined && last?.kind === 'list') last.items.push(textParts(item))
    else if (item !== undefined) blocks.push({ kind: 'list', items: [textParts(item)] })
    else if (last?.kind === 'paragraph') last.lines.push(textParts(line))
    else blocks.push({ kind: 'paragraph', lines: [textParts(line)] })
  }
  return blocks
}

// Punctuation after an address belongs to the sentence.
const link = /\[([^[\]]+)\]\((https:\/\/[^\s()]+)\)|(https:\/\/[^\s<>"]*[^\s<>"'.,;:!?)])/g

function textParts(line: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const found of line.matchAll(link)) {
    const [whole, words, address, bare] = found
    const href = address ?? bare ?? ''
    if (!URL.canParse(href)) continue
    if (found.index > at) parts.push({ text: line.slice(at, found.index) })
    parts.push({ text: words ?? href, href })
    at = found.index + whole.length
  }
  if (at < line.length) parts.push({ text: line.slice(at) })
  return parts
}

import { getDocumentProxy } from 'unpdf'

type Leaf = { type: 'content'; id: string }
type Node = { role: string; alt?: string; lang?: string; children: (Node | Leaf)[] }
type Item = { str?: string; hasEOL?: boolean; type?: string; id?: string | null }

/** One element of a document in reading order, as a screen reader finds it. `lang`: where it is not the language of the document. */
export type ReadPart = { tag: string; text: string; alt?: string; lang?: string }

/** The content of a PDF by its tags, and the content outside them. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { info } = await pdf.getMetadata()
  const parts: ReadPart[] = []
  const artifacts: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const { byId, outside } = textsOf(items)
    artifacts.push(outside)
    collect((await page.getStructTree()) as Node | null, byId, parts)
  }
  const { Title: title, Language: language } = info as { Title?: string; Language?: string }
  return { pages: pdf.numPages, title, language, marks: await pdf.getMarkInfo(), parts, artifacts }
}

/** The text of each marked piece, and of unmarked ones: page headers and numbers. */
function textsOf(items: Item[]) {
  const byId = new Map<string, string>()
  const open: (string | undefined)[] = []
  let outside = ''
  for (const { type, id, str = '', hasEOL } of items) {
    if (type === 'beginMarkedContent' || type === 'beginMarkedContentProps') open.push(id ?? undefined)
    else if (type === 'endMarkedContent') open.pop()
    else {
      const at = open.findLast((one) => one !== undefined)
      const text = hasEOL ? `${str}\n` : str
      if (at === undefined) outside += text
      else byId.set(at, (byId.get(at) ?? '') + text)
    }
  }
  return { byId, outside: outside.trim() }
}

function collect(node: Node | null, texts: Map<string, string>, into: ReadPart[]) {
  for (const child of node?.children ?? [])
    if ('role' in child) {
      const text = child.children.map((leaf) => ('id' in leaf ? (texts.get(leaf.id) ?? '') : '')).join('')
      if (text || child.alt)
        into.push({ tag: child.role, text: text.trim(), ...(child.alt && { alt: child.alt }), ...(child.lang && { lang: child.lang }) })
      collect(child, texts, into)
    }
}

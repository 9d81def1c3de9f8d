import { makeSlugs, resolveLink, type Places } from './links.ts'

// The parts of markdown-it that are used here. Its types are not installed: it comes with Eleventy.
type Token = {
  type: string
  tag: string
  content: string
  children: Token[] | null
  attrGet: (name: string) => string | null
  attrSet: (name: string, value: string) => void
  attrs: [string, string][] | null
}
type State = { tokens: Token[]; env: Environment; Token: new (type: string, tag: string, nesting: number) => Token }
type MarkdownIt = {
  core: { ruler: { push: (name: string, rule: (state: State) => void) => void } }
  utils: { escapeHtml: (text: string) => string }
  renderer: { rules: Record<string, ((...given: unknown[]) => string) | undefined> }
  set: (options: object) => void
}

export type Heading = { level: number; id: string; text: string }
/** The data of the page that is being made. */
type Environment = { file: string }
type Notes = { onHeading: (file: string, heading: Heading) => void; onMissing: (file: string, link: string) => void }

const textOf = (token: Token) =>
  (token.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')

/** Headings get ids, links lead to pages, and columns of numbers a class, because the pages allow no styles inside elements. */
export function extendMarkdown(markdown: MarkdownIt, places: Places, { onHeading, onMissing }: Notes) {
  markdown.set({ html: true })
  // A wide table scrolls by itself, also with the keyboard.
  markdown.renderer.rules['table_open'] = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n'
  markdown.renderer.rules['table_close'] = () => '</table></div>\n'
  for (const name of ['fence', 'code_block']) {
    const render = markdown.renderer.rules[name]!
    markdown.renderer.rules[name] = (...given) => render(...given).replace('<pre', '<pre tabindex="0"')
  }

  markdown.core.ruler.push('headings', ({ tokens, env }) => {
    const slug = makeSlugs()
    for (const [nth, token] of tokens.entries()) {
      if (token.type !== 'heading_open') continue
      const text = textOf(tokens[nth + 1]!)
      const id = slug(text)
      token.attrSet('id', id)
      onHeading(env.file, { level: Number(token.tag.slice(1)), id, text })
    }
  })

  markdown.core.ruler.push('tables', ({ tokens }) => {
    for (const [nth, token] of tokens.entries()) {
      // The empty corner of a table heads nothing.
      if (token.type === 'th_open' && tokens[nth + 1]!.content === '') token.tag = tokens[nth + 2]!.tag = 'td'
      const style = token.attrGet('style')
      if (style !== null) token.attrs = style.includes('right') ? [['class', 'number']] : []
    }
  })

  markdown.core.ruler.push('links', ({ tokens, env, Token }) => {
    const html = (content: string) => Object.assign(new Token('html_inline', '', 0), { content })
    for (const { children } of tokens) {
      for (const [nth, token] of (children ?? []).entries()) {
        if (token.type !== 'link_open') continue
        const link = decodeURI(token.attrGet('href') ?? '')
        const target = resolveLink(env.file, link, places)
        if (target.kind === 'missing') onMissing(env.file, link)
        if (target.kind === 'address') {
          token.attrSet('href', target.address)
          continue
        }
        const end = children!.findIndex((other, place) => place > nth && other.type === 'link_close')
        const words = children!.slice(nth + 1, end).map(({ content }) => content)
        children![nth] = html('<span class="file">')
        const path = words.join('').endsWith(target.path) ? '' : ` (<code>${markdown.utils.escapeHtml(target.path)}</code>)`
        children![end] = html(`</span>${path}`)
      }
    }
  })
}

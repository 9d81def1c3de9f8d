import { posix } from 'node:path'

/** `missing`: the repository has no such file. `file`: it has the file, but the pages do not. */
export type Target = { kind: 'address'; address: string } | { kind: 'file' | 'missing'; path: string }

export type Places = {
  /** The address of each document's page, by the document's path. */
  pages: ReadonlyMap<string, string>
  isCopied: (path: string) => boolean
  exists: (path: string) => boolean
  /** Where files of the repository can be read, such as https://code.example/formward/blob/main. */
  repository: string | undefined
}

const isElsewhere = (link: string) => /^(?:[a-z][a-z+.-]*:|\/\/)/i.test(link)

/** What the link of a document leads to on the pages. */
export function resolveLink(document: string, link: string, { pages, isCopied, exists, repository }: Places): Target {
  if (isElsewhere(link) || link.startsWith('#')) return { kind: 'address', address: link }
  const [target = '', anchor] = link.split('#')
  const path = posix.join(posix.dirname(document), target).replace(/\/$/, '')
  const page = pages.get(path) ?? pages.get(posix.join(path, 'README.md'))
  if (page !== undefined || isCopied(path)) {
    const address = posix.relative(posix.dirname(document), page ?? path)
    return { kind: 'address', address: anchor === undefined ? address : `${address}#${anchor}` }
  }
  if (!exists(path)) return { kind: 'missing', path }
  if (repository === undefined) return { kind: 'file', path }
  return { kind: 'address', address: `${repository.replace(/\/$/, '')}/${path}${anchor === undefined ? '' : `#${anchor}`}` }
}

const isWordOrSpace = /[\p{L}\p{N}\p{M}_\- ]/u

/** The id of a heading, as code hosts make it: documents link to these. */
export const slugOf = (heading: string) =>
  [...heading.toLowerCase()]
    .filter((letter) => isWordOrSpace.test(letter))
    .join('')
    .trim()
    .replaceAll(' ', '-')

/** Gives a second heading of the same words `-1`, a third `-2`. */
export function makeSlugs() {
  const seen = new Map<string, number>()
  return (heading: string) => {
    const slug = slugOf(heading)
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  }
}

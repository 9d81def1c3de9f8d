import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'

export type Page = { file: string; address: string; title: string; text: string }
export type Group = { title: string; pages: Page[]; downloads: Download[] }
type Download = { file: string; title: string }

/** By reader. A document belongs to the first group whose pattern matches its path; within a group a README stands first. */
const groups: { title: string; holds: RegExp; downloads?: Download[] }[] = [
  { title: 'Start here', holds: /^(?:README|docs\/comparison)\.md$/ },
  { title: 'Running it', holds: /^docs\/running\// },
  { title: 'Safety and assurance', holds: /^(?:SECURITY\.md$|docs\/assurance\/)/ },
  {
    title: 'Interfaces',
    holds: /^docs\/[^/]+\.md$/,
    downloads: [{ file: 'docs/pep-api.yaml', title: 'PEP API (OpenAPI file)' }],
  },
  { title: 'For developers', holds: /^(?:CONTRIBUTING|CHANGELOG|bench\/README|bench\/RESULTS)\.md$/ },
  { title: 'Decisions', holds: /^docs\/decisions\// },
]

/** Files that pages show or offer, beside the documents. */
export const copiedFiles = /^docs\/(?:pictures\/.+|pep-api\.yaml)$/

const placesOfDocuments = ['docs', 'bench', '.']

/** Every path of the repository that can be a page or a copied file. */
export function listFiles(root: string) {
  const found = placesOfDocuments.flatMap((place) =>
    readdirSync(join(root, place), { recursive: place === 'docs', withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  return found.map((path) => path.replaceAll('\\', '/')).toSorted()
}

const isReadme = (file: string) => posix.basename(file) === 'README.md'

/** Pages stand where the documents do, so that a relative link to another document needs only another ending. */
export const addressOf = (file: string) => file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')

/** The first heading, without the marks of code. */
export function titleOf(file: string, text: string) {
  const title = /^# (.+)$/m.exec(text)?.[1]
  if (title === undefined) throw new Error(`${file} has no heading of the first level`)
  return title.replaceAll('`', '')
}

/** The documents of the repository as the sidebar shows them. */
export function listGroups(root: string): Group[] {
  const pages = listFiles(root)
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ file, address: addressOf(file), group: groups.findIndex(({ holds }) => holds.test(file)) }))
    .filter(({ group }) => group >= 0)
    .map((page) => ({ ...page, text: readFileSync(join(root, page.file), 'utf8') }))
    .map((page) => ({ ...page, title: titleOf(page.file, page.text) }))
    .toSorted((a, b) => Number(isReadme(b.file)) - Number(isReadme(a.file)) || a.title.localeCompare(b.title, 'en'))
  return groups.map(({ title, downloads = [] }, nth) => ({ title, downloads, pages: pages.filter(({ group }) => group === nth) }))
}

// Makes pages of the documents: `npm run docs -- [FOLDER] [--repository ADDRESS]` (docs/decisions/0091-docs-as-pages.md).
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import { compile } from 'sass'

import { findDeadLinks } from './check-links.ts'
import { copiedFiles, listFiles, listGroups, type Group, type Page } from './documents.ts'
import { extendMarkdown, type Heading } from './markdown.ts'
import { sectionsOf } from './search-index.ts'

const here = import.meta.dirname
const root = join(here, '../..')
const usage = 'Usage: npm run docs -- [FOLDER] [--repository ADDRESS]'

/** The parts of Eleventy that are used here: it has no types. */
type Configuration = {
  setIncludesDirectory: (folder: string) => void
  addTemplate: (path: string, text: string, pageData: object) => void
  addGlobalData: (name: string, value: unknown) => void
  addNunjucksGlobal: (name: string, value: unknown) => void
  amendLibrary: (name: 'md', change: (markdown: Parameters<typeof extendMarkdown>[0]) => void) => void
}
type EleventyClass = new (
  input: string,
  output: string,
  options: { configPath: null; quietMode: boolean; config: (configuration: Configuration) => object },
) => { write: () => Promise<void> }

type Options = { folder: string; repository: string | undefined }

/** A group with more pages is closed unless it holds the page that is read. */
const mostPagesOpen = 15
const isOpen = ({ pages }: Group, file: string) => pages.length <= mostPagesOpen || pages.some((page) => page.file === file)

function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { repository: { type: 'string' } } })
  if (positionals.length > 1) throw new Error(usage)
  if (values.repository !== undefined && !/^https?:\/\//.test(values.repository)) throw new Error(`${usage}: ADDRESS begins with https://`)
  return { folder: resolve(positionals[0] ?? join(root, 'site')), repository: values.repository?.replace(/\/$/, '') }
}

/** Takes the place of the pages of an earlier build, and of nothing else. */
function refuseOtherFiles(folder: string) {
  const isEarlierBuild = existsSync(join(folder, 'assets/search.json'))
  if (existsSync(folder) && readdirSync(folder).length > 0 && !isEarlierBuild)
    throw new Error(`${folder} holds other files: name an empty folder`)
}

async function writePages(groups: Group[], folder: string, repository: string | undefined) {
  const pages = groups.flatMap((group) => group.pages)
  const missing: string[] = []
  const headings = new Map<string, Heading[]>()
  const places = {
    pages: new Map(pages.map(({ file, address }) => [file, address])),
    isCopied: (path: string) => copiedFiles.test(path) && existsSync(join(root, path)),
    exists: (path: string) => existsSync(join(root, path)),
    repository,
  }
  const { default: Eleventy } = (await import(pathToFileURL(join(here, 'node_modules/@11ty/eleventy/src/Eleventy.js')).href)) as {
    default: EleventyClass
  }
  const configure = (configuration: Configuration) => {
    const notes = {
      onHeading: (file: string, heading: Heading) => headings.set(file, [...(headings.get(file) ?? []), heading]),
      onMissing: (file: string, link: string) => missing.push(`${file}: ${link}`),
    }
    configuration.amendLibrary('md', (markdown) => extendMarkdown(markdown, places, notes))
    configuration.setIncludesDirectory('layouts')
    configuration.addGlobalData('groups', groups)
    configuration.addGlobalData('version', readVersion())
    configuration.addNunjucksGlobal('isOpen', isOpen)
    configuration.addNunjucksGlobal('contentsOf', (file: string) => headings.get(file)?.filter(({ level }) => level === 2) ?? [])
    for (const page of pages) configuration.addTemplate(join('pages', page.file), page.text, pageDataOf(page, repository))
    return { markdownTemplateEngine: false, templateFormats: ['md'] }
  }
  await new Eleventy(relative(root, here), folder, { configPath: null, quietMode: true, config: configure }).write()
  return missing
}

const pageDataOf = ({ file, title, address }: Page, repository: string | undefined) => ({
  layout: 'page.njk',
  permalink: address,
  title,
  file,
  toRoot: posix.relative(posix.dirname(address), '.') === '' ? './' : `${posix.relative(posix.dirname(address), '.')}/`,
  source: repository && `${repository}/${file}`,
})

const readVersion = () => (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

function writeAssets(groups: Group[], folder: string) {
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    cpSync(from, join(folder, to))
  }
  for (const file of listFiles(root).filter((path) => copiedFiles.test(path))) copy(join(root, file), file)
  copy(join(root, 'web/staff/icon.svg'), 'assets/icon.svg')
  copy(join(here, 'search.js'), 'assets/search.js')
  copy(join(here, 'node_modules/minisearch/dist/es/index.js'), 'assets/minisearch.js')
  writeFileSync(join(folder, 'assets/site.css'), compile(join(here, 'site.scss'), { style: 'compressed' }).css)
  const sections = groups
    .flatMap((group) => group.pages)
    .flatMap(({ address, title }) => {
      const html = readFileSync(join(folder, address), 'utf8')
      return sectionsOf(address, title, html.slice(html.indexOf('<article>'), html.indexOf('</article>')))
    })
  writeFileSync(join(folder, 'assets/search.json'), JSON.stringify(sections))
}

async function main() {
  const { folder, repository } = readOptions(process.argv.slice(2))
  refuseOtherFiles(folder)
  const began = Date.now()
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const groups = listGroups(root)
  const missing = await writePages(groups, unfinished, repository)
  writeAssets(groups, unfinished)
  const files = readdirSync(unfinished, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  const dead = [...missing, ...findDeadLinks(unfinished, files)]
  if (dead.length > 0) throw new Error(`These links lead nowhere:\n${dead.join('\n')}`)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  const pages = files.filter((file) => file.endsWith('.html')).length
  process.stdout.write(`${pages} pages in ${folder}, made in ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})

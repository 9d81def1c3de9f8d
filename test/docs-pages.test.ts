import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { findDeadLinks } from '../docs/site/check-links.ts'
import { copiedFiles, listGroups } from '../docs/site/documents.ts'
import { makeSlugs, resolveLink, type Places } from '../docs/site/links.ts'
import { sectionsOf } from '../docs/site/search-index.ts'

const groups = listGroups('.')
const pages = groups.flatMap((group) => group.pages)
const addresses = new Map(pages.map(({ file, address }) => [file, address]))
const places: Places = {
  pages: addresses,
  isCopied: (path) => copiedFiles.test(path) && existsSync(path),
  exists: existsSync,
  repository: undefined,
}

const documents = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => `docs/${file}`),
]

describe('the sidebar of the pages', () => {
  test('holds every document once, with the first heading as its title (DEV-2)', () => {
    const files = pages.map(({ file }) => file)
    expect(files.toSorted()).toEqual([...documents, 'bench/README.md', 'bench/RESULTS.md'].toSorted())
    for (const { file, title } of pages) expect(readFileSync(file, 'utf8').replaceAll('`', ''), file).toContain(`# ${title}\n`)
    expect(new Set(addresses.values()).size).toBe(pages.length)
  })

  test('has the documents of each reader together, the README of a folder first (DEV-2)', () => {
    const titles = Object.fromEntries(groups.map((group) => [group.title, group.pages.map(({ title }) => title)]))
    expect(titles['Start here']).toEqual(['Formward', 'What people use today, and how Formward differs'])
    expect(titles['Running it']!.slice(0, 2)).toEqual(['Running Formward', 'Backup and restore'])
    expect(titles['Safety and assurance']).toContain('Security')
    expect(titles['Decisions']!.slice(0, 2)).toEqual(['Decisions', '0001 One package, and a table of who may import whom'])
    expect(groups.flatMap(({ downloads }) => downloads.map(({ file }) => file)).filter((file) => !existsSync(file))).toEqual([])
  })
})

describe('links between the documents', () => {
  test('lead to a page and a heading, or to a file of the repository (DEV-2)', () => {
    const ids = new Map(pages.map(({ address, text }) => [address, idsOf(text)]))
    const dead = pages.flatMap(({ file, address, text }) =>
      [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link]) => link!)
        .filter((link) => {
          const target = resolveLink(file, link, places)
          if (target.kind !== 'address') return target.kind === 'missing'
          const [path = '', anchor] = target.address.split('#')
          if (anchor === undefined || path.includes(':')) return false
          return !ids.get(path === '' ? address : join(address, '..', path))?.has(anchor)
        })
        .map((link) => `${file}: ${link}`),
    )
    expect(dead).toEqual([])
  })

  test.each([
    ['another document', 'sign-in.md#roles', { kind: 'address', address: 'sign-in.html#roles' }],
    ['a folder with a README', 'running/', { kind: 'address', address: 'running/index.html' }],
    ['the README above', '../README.md', { kind: 'address', address: '../index.html' }],
    ['a file that is offered', 'pep-api.yaml', { kind: 'address', address: 'pep-api.yaml' }],
    ['another host', 'https://www.nhs.uk/a#b', { kind: 'address', address: 'https://www.nhs.uk/a#b' }],
    ['a heading of the same page', '#access', { kind: 'address', address: '#access' }],
    ['a file that is no page', '../deploy/proxies/nginx.conf', { kind: 'file', path: 'deploy/proxies/nginx.conf' }],
    ['nothing', 'signing.md', { kind: 'missing', path: 'docs/signing.md' }],
  ])('to %s (DEV-2)', (_, link, target) => {
    expect(resolveLink('docs/systems.md', link, places)).toEqual(target)
  })

  test('to a file that is no page leads to the repository if its address is known (DEV-2)', () => {
    const repository = 'https://code.example/formward/blob/main/'
    expect(resolveLink('docs/running/proxies.md', '../../deploy/proxies/nginx.conf', { ...places, repository })).toEqual({
      kind: 'address',
      address: 'https://code.example/formward/blob/main/deploy/proxies/nginx.conf',
    })
  })
})

describe('the built pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-pages-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('with a link to no file or no heading are found out (DEV-2)', () => {
    mkdirSync(join(folder, 'docs'))
    writeFileSync(join(folder, 'index.html'), '<h1 id="a">A</h1><a href="docs/b.html#b"></a><a href="docs/b.html#c"></a><img src="d.png">')
    writeFileSync(
      join(folder, 'docs/b.html'),
      '<h1 id="b">B</h1><a href="../index.html"></a><a href="#a"></a><a href="https://www.nhs.uk/"></a>',
    )
    expect(findDeadLinks(folder, ['index.html', 'docs/b.html'])).toEqual([
      'index.html: docs/b.html#c',
      'index.html: d.png',
      'docs/b.html: #a',
    ])
  })

  test('are searched by headings and the words below them (DEV-2)', () => {
    const article = '<h1 id="logs">Logs</h1><p>No personal&nbsp;data.</p><h2 id="a-b">A &amp; <code>b</code></h2><p>x &lt; y</p>'
    expect(sectionsOf('docs/logs.html', 'Logs', article)).toEqual([
      { address: 'docs/logs.html', page: 'Logs', heading: 'Logs', text: 'No personal data.' },
      { address: 'docs/logs.html#a-b', page: 'Logs', heading: 'A & b', text: 'x < y' },
    ])
  })
})

test('what makes the pages is no package of the product (DEV-2)', () => {
  const packagesOf = (file: string) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>
    return Object.keys({ ...dependencies, ...devDependencies })
  }
  const ofPages = packagesOf('docs/site/package.json')
  expect(ofPages.length).toBeGreaterThan(0)
  expect(packagesOf('package.json').filter((name) => ofPages.includes(name))).toEqual([])
})

function withoutCode(text: string) {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')
}

function idsOf(text: string) {
  const slug = makeSlugs()
  const headings = text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm)
  return new Set([...headings].map(([, heading]) => slug(heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1'))))
}

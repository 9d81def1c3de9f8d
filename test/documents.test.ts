import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

const decisions = readdirSync('docs/decisions').filter((file) => /^\d{4}-/.test(file))
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'bench/README.md',
  'docs/sign-in.md',
  'docs/systems.md',
  'docs/comparison.md',
  'SECURITY.md',
  ...['docs/running', 'docs/assurance'].flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`)),
  ...decisions.map((file) => `docs/decisions/${file}`),
  'docs/decisions/README.md',
].map((file) => ({ file, text: readFileSync(file, 'utf8') }))

const sources = ['contract', 'database', 'domain', 'e2e', 'scripts', 'server', 'test', 'web'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|mjs|sql|scss)$/.test(file))
    .map((file) => `${folder}/${file}`),
)

/** Every first group of the pattern in a text. */
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)

describe('documents', () => {
  test('name only files and folders that exist', () => {
    const missing = documents.flatMap(({ file, text }) =>
      findAll(text, /(?<![\w/#.-])((?:bench|contract|database|deploy|docs|domain|e2e|scripts|server|test|web)\/[\w./-]*[\w/])/g)
        .filter((path) => !existsSync(path))
        .map((path) => `${file}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  test('link only to files that exist', () => {
    const broken = documents.flatMap(({ file, text }) =>
      findAll(text, /\]\(([^)#\s]+)(?:#[^)]*)?\)/g)
        .filter((link) => !link.includes('://') && !existsSync(join(dirname(file), link)))
        .map((link) => `${file}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test('name only commands that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const unknown = documents
      .filter(({ file }) => file !== 'CHANGELOG.md') // it also names commands of earlier versions
      .flatMap(({ file, text }) =>
        findAll(text, /npm run ([\w:]+)/g)
          .filter((name) => !Object.hasOwn(scripts, name))
          .map((name) => `${file}: ${name}`),
      )
    expect(unknown).toEqual([])
  })
})

describe('decisions', () => {
  test('are listed by number and title in the README of their folder', () => {
    const listed = findAll(readFileSync('docs/decisions/README.md', 'utf8'), /^- (.+)$/gm)
    const expected = decisions.map((file) => {
      const [, number, title] = /^# (\d{4}) (.+)/.exec(readFileSync(`docs/decisions/${file}`, 'utf8'))!
      return `[${number}](${file}) ${title}`
    })
    expect(listed).toEqual(expected)
  })

  test('named in the code exist', () => {
    const missing = sources.flatMap((file) =>
      findAll(readFileSync(file, 'utf8'), /docs\/decisions\/(\d{4}[\w-]*)/g)
        .filter((name) => !decisions.some((decision) => decision.startsWith(name)))
        .map((name) => `${file}: ${name}`),
    )
    expect(missing).toEqual([])
  })
})

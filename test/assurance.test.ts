import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { permissions, permissionsOf, roleLabel, roles } from '#domain/roles.ts'

const folder = 'docs/assurance'
const pages = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

const tests = ['database', 'domain', 'e2e', 'server', 'test']
  .flatMap((place) => readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`))
  .filter((file) => /\.(?:test|e2e)\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8').replaceAll("\\'", '’'))
  .join('\n')

/** The words in “…” that begin with a small letter or the name of a call are titles of tests; other quotes are words of the screens. */
const titlesIn = (text: string) => [...text.matchAll(/“((?:[a-z]|POST |GET )[^”]{25,})”/g)].map(([, title]) => title!)

describe('The pages about assurance', () => {
  test('name only tests and files that exist (OPS-8)', () => {
    const quoted = pages.flatMap(({ file, text }) => titlesIn(text).map((title) => ({ file, title })))
    expect(quoted.length).toBeGreaterThan(30)
    expect(quoted.filter(({ title }) => !tests.includes(title))).toEqual([])
    const paths = pages.flatMap(({ text }) => [...text.matchAll(/`((?:server|test|deploy|domain)\/[\w./-]+)`/g)].map(([, path]) => path!))
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })

  test('have the table of roles and permissions that the code has (OPS-8, ROLE-1)', () => {
    const { text } = pages.find(({ file }) => file === 'roles.md')!
    const lines = permissions.map((permission) => {
      const marks = roles.map((role) => (permissionsOf(role).includes(permission) ? 'yes' : ''))
      return `| \`${permission}\` | ${marks.join(' | ')} |`
    })
    const head = `| Permission | ${roles.map(roleLabel).join(' | ')} |`
    expect(text).toContain([head, `| --- |${' --- |'.repeat(roles.length)}`, ...lines].join('\n'))
  })
})

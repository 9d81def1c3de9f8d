import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** The arguments of a call from its first bracket on, without the objects among them. */
function argumentsFrom(text: string) {
  let [depth, braces, found] = [0, 0, '']
  for (const character of text) {
    if (character === '{') braces++
    if (braces === 0) found += character
    if (character === '}') braces--
    if (character === '(') depth++
    if (character === ')' && --depth === 0) break
  }
  return found
}

/** The messages of every call of `log.info`, `log[level]` and so on. */
const messagesIn = (file: string) => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/\blog(?:\.(?:debug|info|warn|error|fatal)|\[\w+\])(?=\()/g)].flatMap(({ index, 0: { length } }) =>
    [...argumentsFrom(text.slice(index + length)).matchAll(/'([^']+)'/g)].map(([, message]) => message),
  )
}

describe('docs/running/logs.md', () => {
  test('has every message that the server logs, and no other (OPS-7)', () => {
    const files = globSync('{server,database}/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
    const page = readFileSync(join(root, 'docs/running/logs.md'), 'utf8')

    const described = [...page.matchAll(/^\| `([^`]+)` \| (?:debug|info|warn|error) \|/gm)].map(([, message]) => message)
    expect([...new Set(described)].toSorted()).toEqual([...new Set(files.flatMap(messagesIn))].toSorted())
  })
})

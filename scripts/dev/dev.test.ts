import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { formatLogLine } from './log-lines.ts'

const root = join(import.meta.dirname, '../..')

describe('npm run dev', () => {
  test('npm run dev: refuses NODE_ENV=production with one line (DEV-1)', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'dev.ts')], {
      cwd: root,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
      encoding: 'utf8',
    })
    expect([status, stdout, stderr]).toEqual([1, '', 'NODE_ENV: npm run dev is for development only. Use npm start for production.\n'])
  })

  test('the production code imports neither Vite nor anything of scripts/ (DEV-1)', () => {
    const imports = /(?:from|import)\s*\(?\s*['"](?:vite|rolldown|#scripts|[^'"]*\/scripts\/)[^'"]*['"]/
    for (const folder of ['contract', 'database', 'domain', 'server']) {
      const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')))
        expect(readFileSync(join(root, folder, file), 'utf8'), `${folder}/${file}`).not.toMatch(imports)
    }
  })

  test.each([
    [{ level: 30, msg: 'request', requestId: 'x', method: 'GET', route: '/health/live', status: 200, ms: 3 }, '200 GET /health/live 3 ms'],
    [
      { level: 50, msg: 'unexpected error', route: '/x', error: 'TypeError', message: 'a is undefined', stack: ['at f (server/a.ts:1:2)'] },
      'error: unexpected error /x\n  TypeError: a is undefined\n    at f (server/a.ts:1:2)',
    ],
    [{ level: 40, msg: 'unavailable', cause: 'ECONNREFUSED' }, 'warning: unavailable cause="ECONNREFUSED"'],
  ])('the log in the terminal: %j reads %j (DEV-3)', (entry, line) => {
    expect(formatLogLine(JSON.stringify({ ...entry, time: 1, service: 'formward' }))).toBe(line)
  })

  test.each(['Formward is ready', '{ not JSON'])('the log in the terminal: %j is not a log line', (line) => {
    expect(formatLogLine(line)).toBeUndefined()
  })
})

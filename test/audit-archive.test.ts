import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { migrate } from '#database/migrate.ts'
import { makeQueues } from '#server/workers.ts'

import { signOn, writeOldEvents } from './old-audit-events.ts'
import { openOrganisation } from './organisation.ts'
import { runOperator, startOperator } from './processes.ts'
import { production } from './production.ts'
import { asApplication, databaseOfPlainOwner, testServerOn } from './test-server.ts'

vi.setConfig({ testTimeout: 120_000 }) // processes are started

/** Of an owner who is not a superuser, so that row-level security binds the owner too. */
let addresses: { DATABASE_URL: string; DATABASE_OWNER_URL: string }
beforeAll(async () => {
  const { superuserUrl, url } = await databaseOfPlainOwner()
  await migrate(url, makeQueues)
  await testServerOn({ url: superuserUrl })
  addresses = { DATABASE_URL: asApplication(superuserUrl), DATABASE_OWNER_URL: url }
})

/** The configuration and the folder of the operator, with organisations that each have so many old events. */
async function begin(organisations: number, events: number) {
  const folder = mkdtempSync(join(tmpdir(), 'formward-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (let nth = 0; nth < organisations; nth++) {
    const ward = await openOrganisation()
    await writeOldEvents(ward, events, '2010-06-01')
    await signOn(ward, '2010-06-01')
    await writeOldEvents(ward, 1, '2020-01-01')
  }
  const environment = { ...production, ...addresses }
  const verified = () => runOperator('audit-verify', environment, ['--archive', folder])
  return { folder, environment, verified, args: ['--to', folder, '--before', '2015-01-01'] }
}

test('npm run audit:archive that is killed while it works is continued by the next run, and the archive and the log verify (OPS-6, AUD-4)', async () => {
  const { folder, environment, verified, args } = await begin(6, 3_000)
  const planned = await runOperator('audit-archive', environment, [...args, '--dry-run'])
  expect(planned).toMatchObject({ code: 0, err: '' })
  expect(planned.out.match(/3,000 events before 01-Jan-2015. Files: 1/g)).toHaveLength(6)
  expect(planned.out).toContain('Would be moved: 18,000 events')
  expect(readdirSync(folder)).toEqual([])

  const killed = startOperator('audit-archive', environment, args)
  await killed.says('Moved organisation')
  await killed.kill('SIGKILL')
  const half = await verified()
  expect(half).toMatchObject({ code: 0, err: '' })
  expect(half.out).toContain('The audit log is complete and unaltered')

  const second = await runOperator('audit-archive', environment, args)
  expect(second).toMatchObject({ code: 0, err: '' })
  expect(second.out, 'the first run was killed before its end').toContain('Moved organisation')
  const all = await verified()
  expect(all).toMatchObject({ code: 0, err: '' })
  expect(all.out).toContain('Checked 18,000 events in 6 files of the archive')

  rmSync(join(folder, readdirSync(folder)[0]!), { recursive: true })
  const broken = await verified()
  expect(broken.code).toBe(1)
  expect(broken.out).toMatch(/BROKEN\. First problem: organisation .*, lane 0, event 1: missing: the file is not there/)
})

test('npm run audit:archive needs the address of the owner, a folder and a day (AUD-3)', async () => {
  const { environment, args, folder } = await begin(1, 1)
  const asked = (given: string[], more = {}) => runOperator('audit-archive', { ...environment, ...more }, given)

  expect(await asked(['--to', folder])).toMatchObject({ code: 1, err: expect.stringContaining('Usage: npm run audit:archive') })
  expect(await asked(['--to', folder, '--before', 'May'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('--before: expects a day'),
  })
  expect(await asked(args, { DATABASE_OWNER_URL: '' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('DATABASE_OWNER_URL'),
  })
})

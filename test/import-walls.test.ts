import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Each of these imports crosses a wall of the house; the linter must say so. */
const crossings = [
  ['domain/a.ts', '#contract/lists.ts'],
  ['domain/b.ts', 'node:fs'],
  ['contract/a.ts', '#server/platform/problem.ts'],
  ['server/wards/a.ts', '#web/api/refusal.ts'],
  ['server/wards/b.ts', '#server/patients/patients.sql.ts'],
  ['server/wards/c.ts', '#server/identity/token/find-signed-in.sql.ts'],
  ['server/wards/d.ts', '#server/members/members.routes.ts'],
  ['server/wards/e.ts', 'kysely'],
  ['server/wards/f.ts', '../config.ts'],
  ['server/wards/g.sql.ts', '#server/patients/patients.sql.ts'],
  ['server/platform/a.ts', '#server/members/find-actor.ts'],
  ['server/identity/a.ts', '#server/patients/patients.sql.ts'],
  ['server/imports/judging/a.ts', '#server/patients/patients.sql.ts'],
  ['server/imports/judging/b.ts', 'kysely'],
  ['web/api/a.ts', '#server/members/find-actor.ts'],
  ['web/ui/a.tsx', '#web/api/query.ts'],
  ['web/form/a.tsx', '#web/staff/session.ts'],
  ['web/staff/wards/a.tsx', '#web/patient/pages.tsx'],
  ['web/patient/a.tsx', '#web/staff/session.ts'],
  ['web/patient/b.tsx', '#web/ui/Button.tsx'],
  ['web/sign-in/a.tsx', '#web/api/query.ts'],
] as const

/** And these are how the rooms are meant to know each other. */
const passages = [
  ['contract/z.ts', '#domain/roles.ts'],
  ['server/wards/z.ts', '#server/members/find-actor.ts'],
  ['server/wards/z.sql.ts', '#server/platform/audit.sql.ts'],
  ['server/wards/y.sql.ts', 'kysely'],
  ['server/imports/judging/z.ts', '#server/imports/import-state.sql.ts'],
  ['server/imports/judging/z.sql.ts', 'kysely'],
  ['server/platform/z.ts', '#server/config.ts'],
  ['web/staff/wards/z.tsx', '#web/ui/Button.tsx'],
  ['web/patient/z.tsx', '#web/form/QuestionField.tsx'],
] as const

test('the walls between the rooms hold, and the doors open', () => {
  const dir = mkdtempSync(join(tmpdir(), 'formward-walls-'))
  copyFileSync(join(root, '.oxlintrc.json'), join(dir, '.oxlintrc.json'))
  for (const [file, imported] of [...crossings, ...passages]) {
    mkdirSync(join(dir, dirname(file)), { recursive: true })
    writeFileSync(join(dir, file), `import * as it from '${imported}'\n\nexport const used = it\n`)
  }
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format=unix', '.'], { cwd: dir, encoding: 'utf8' })
  rmSync(dir, { recursive: true, force: true })
  const caught = new Set(stdout.split('\n').flatMap((line) => (line.includes('no-restricted-imports') ? [line.split(':')[0]!] : [])))

  expect(
    crossings.map(([file]) => file).filter((file) => !caught.has(file)),
    stdout,
  ).toEqual([])
  expect(passages.map(([file]) => file).filter((file) => caught.has(file))).toEqual([])
})

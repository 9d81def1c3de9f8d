import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** At least one import for each row and each ban of oxlint.config.ts. */
const forbidden = [
  ['domain/a.ts', '#contract/lists.ts'],
  ['domain/b.ts', 'node:fs'],
  ['domain/c.ts', 'zod'],
  ['contract/a.ts', '#server/platform/problem.ts'],
  ['contract/b.ts', 'kysely'],
  ['database/a.ts', 'kysely'],
  ['database/b.ts', '#server/patients/patients.sql.ts'],
  ['database/c.ts', '#web/api/refusal.ts'],
  ['database/demo/a.ts', '#server/patients/patients.sql.ts'],
  ['database/demo/b.ts', '#server/patients/patients.routes.ts'],
  ['server/a.ts', '#server/patients/patients.sql.ts'],
  ['server/b.ts', '#server/patients/patients.routes.ts'],
  ['server/c.ts', 'kysely'],
  ['server/app.ts', 'kysely'],
  ['server/start.ts', '#web/api/refusal.ts'],
  ['server/workers.ts', 'react'],
  ['server/wards/a.ts', '#web/api/refusal.ts'],
  ['server/wards/b.ts', '#server/patients/patients.sql.ts'],
  ['server/wards/c.ts', '#server/identity/token/find-signed-in.sql.ts'],
  ['server/wards/d.ts', '#server/members/members.routes.ts'],
  ['server/wards/e.ts', 'kysely'],
  ['server/wards/f.ts', '../config.ts'],
  ['server/wards/g.sql.ts', '#server/patients/patients.sql.ts'],
  ['server/wards/h.ts', '#server/members/create-member.ts'],
  ['server/wards/i.ts', '#server/wards/wards.routes.ts'],
  ['server/wards/j.ts', 'react-dom/server'],
  ['server/wards/k.ts', '#server/members/mail/members.ts'],
  ['server/identity/a.ts', '#server/patients/patients.sql.ts'],
  ['server/identity/b.ts', 'kysely'],
  ['server/imports/judging/a.ts', '#server/patients/patients.sql.ts'],
  ['server/imports/judging/b.ts', 'kysely'],
  ['server/platform/a.ts', '#server/members/members.ts'],
  ['server/platform/b.ts', 'kysely'],
  ['server/platform/c.sql.ts', '#server/members/members.ts'],
  ['server/platform/database.ts', '#server/members/members.ts'],
  ['server/documents/a.ts', '#server/platform/problem.ts'],
  ['server/documents/b.ts', '#contract/lists.ts'],
  ['server/documents/c.ts', '#domain/roles.ts'],
  ['web/api/a.ts', '#server/members/members.ts'],
  ['web/api/b.ts', '#database/migrate.ts'],
  ['web/ui/a.tsx', '#web/api/query.ts'],
  ['web/ui/b.tsx', '@tanstack/react-router'],
  ['web/ui/c.tsx', '#contract/lists.ts'],
  ['web/ui/d.tsx', 'pg'],
  ['web/form/a.tsx', '#web/staff/session.ts'],
  ['web/form/b.tsx', '@tanstack/react-query'],
  ['web/staff/wards/a.tsx', '#web/patient/pages.tsx'],
  ['web/staff/wards/b.tsx', '#web/sign-in/pages.tsx'],
  ['web/staff/wards/c.tsx', '#contract/wards.ts'],
  ['web/staff/wards/d.tsx', 'node:crypto'],
  ['web/patient/a.tsx', '#web/staff/session.ts'],
  ['web/patient/b.tsx', '#web/ui/Button.tsx'],
  ['web/sign-in/a.tsx', '#web/api/query.ts'],
  ['web/sign-in/b.tsx', '#server/members/members.ts'],
] as const

const allowed = [
  ['contract/z.ts', '#domain/roles.ts'],
  ['contract/y.ts', 'zod'],
  ['database/demo/z.ts', 'kysely'],
  ['server/wards/z.ts', '#server/members/members.ts'],
  ['server/wards/x.ts', '#server/documents/pdf/make-pdf.ts'],
  ['server/wards/z.sql.ts', '#server/platform/audit.sql.ts'],
  ['server/wards/y.sql.ts', 'kysely'],
  ['server/imports/judging/z.ts', '#server/imports/import-state.sql.ts'],
  ['server/imports/judging/z.sql.ts', 'kysely'],
  ['server/platform/z.ts', '#server/config.ts'],
  ['server/platform/jobs.ts', 'kysely'],
  ['server/documents/z.ts', '#server/documents/pdf/document.ts'],
  ['web/form/z.tsx', '#contract/lists.ts'],
  ['web/staff/wards/z.tsx', '#web/ui/Button.tsx'],
  ['web/patient/z.tsx', '#web/form/QuestionField.tsx'],
  ['server/wards/z.test.ts', '#server/patients/patients.sql.ts'],
] as const

describe('The import rules of the linter', () => {
  test('oxlint.config.ts: a sample of every forbidden import is found, and imports that the structure needs are not', () => {
    const dir = mkdtempSync(join(tmpdir(), 'formward-import-rules-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    copyFileSync(join(root, 'oxlint.config.ts'), join(dir, 'oxlint.config.ts'))
    symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
    for (const [file, imported] of [...forbidden, ...allowed]) {
      mkdirSync(join(dir, dirname(file)), { recursive: true })
      // The rules are made from the folders that server/ has.
      if (imported.startsWith('#server/')) mkdirSync(join(dir, dirname(imported.slice(1))), { recursive: true })
      writeFileSync(join(dir, file), `import * as it from '${imported}'\n\nexport const used = it\n`)
    }
    const lint = join(root, 'node_modules/oxlint/bin/oxlint')
    const { stdout, stderr } = spawnSync(process.execPath, [lint, '--format=unix', '.'], { cwd: dir, encoding: 'utf8' })
    const found = new Set(stdout.split('\n').flatMap((line) => (line.includes('no-restricted-imports') ? [line.split(':')[0]!] : [])))
    const notIn = (files: Set<string>) => (sample: readonly [string, string]) => !files.has(sample[0])

    expect(forbidden.filter(notIn(found)), stdout + stderr).toEqual([])
    expect(allowed.filter(([file]) => found.has(file))).toEqual([])
  })
})

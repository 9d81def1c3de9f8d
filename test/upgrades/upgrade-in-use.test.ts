import { rmSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { isFullStrength } from '#test/strength.ts'

import { commitOf } from './earlier-release.ts'
import { runUpgrade } from './run-upgrade.ts'

/** The last release, and the errors of its processes on a migrated database that no later version can mend (docs/running/upgrades.md). */
const release = {
  lastMigration: '0014-keys',
  errors: ['500 GET /api/patients/patient', '500 PATCH /api/forms/request', '500 POST /api/forms/request/import/…'],
  failures: ["A patient's page has no form: You have already sent this form"],
}

/** A copy without the history of the product cannot start an earlier version. */
const hasHistory = commitOf(release.lastMigration) !== undefined

describe('An upgrade of a filled database that is used', () => {
  test.runIf(isFullStrength && hasHistory)(
    'loses nothing, does nothing twice, and every part but the migration itself and the replacement answers without an error (OPS-3)',
    { timeout: 1_800_000 },
    async () => {
      const { parts, failures, faults, answered, folder } = await runUpgrade({ lastMigration: release.lastMigration, rows: 50_000 })

      expect(faults, `The evidence is in ${folder}`).toEqual([])
      expect(failures.filter((one) => !release.failures.includes(one))).toEqual([])
      const [before, migrating, replacing, ...afterwards] = parts
      expect([before, ...afterwards].map((part) => part?.errors)).toEqual([{}, {}, {}, {}])
      const errors = [migrating, replacing].flatMap((part) => Object.keys(part?.errors ?? {}))
      // A call that waits too long for a migration, or whose process is stopped, is offered again.
      expect(errors.filter((error) => !/^(?:50[23]|no answer) /.test(error) && !release.errors.includes(error))).toEqual([])
      expect(answered, 'patients who answered').toBeGreaterThan(0)
      rmSync(folder, { recursive: true, force: true })
    },
  )
})

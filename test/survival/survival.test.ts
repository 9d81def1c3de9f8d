import { rmSync } from 'node:fs'

import { expect, test } from 'vitest'

import { runRounds } from './run-rounds.ts'

// One small round of what `npm run survive` does a hundred of.
test(
  'SAFE-1 IMP-5 NOT-3 nothing acknowledged is lost and nothing is done twice when processes and database are killed',
  { timeout: 900_000 },
  async () => {
    const { faults, kills, folder } = await runRounds({ rounds: 1, seed: 115, isQuick: true })

    expect(faults, `The evidence is in ${folder}`).toEqual([])
    expect(Object.keys(kills).length).toBeGreaterThan(1)
    rmSync(folder, { recursive: true, force: true })
  },
)

import { rmSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { isFullStrength } from '#test/strength.ts'

import { runRounds } from './run-rounds.ts'

describe('A server that is killed', () => {
  // A part of what `npm run survive` does a hundred times: one small round in npm test, five whole ones in npm run test:long.
  test(
    'nothing acknowledged is lost and nothing is done twice when processes and database are killed (SAFE-1, IMP-5, NOT-3, NOT-5, NOT-6, NOT-8)',
    { timeout: 1_800_000 },
    async () => {
      const { faults, kills, followed, reminded, folder } = await runRounds({
        rounds: isFullStrength ? 5 : 1,
        seed: 115,
        isQuick: !isFullStrength,
      })

      expect(faults, `The evidence is in ${folder}`).toEqual([])
      expect(Object.keys(kills).length).toBeGreaterThan(1)
      expect(followed, 'messages by the next method').toBeGreaterThan(0)
      expect(reminded, 'reminders').toBeGreaterThan(0)
      rmSync(folder, { recursive: true, force: true })
    },
  )
})

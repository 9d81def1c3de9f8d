import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { randomFrom } from '#database/demo/random.ts'
import { openMailServer } from '#test/mail-server.ts'
import { isFullStrength } from '#test/strength.ts'

import { sendForms } from './clients/sending.ts'
import { createExpectedState } from './expected-state.ts'
import { auditFaults, findFaults, untilQuiet } from './find-faults.ts'
import { openInstallation } from './installation.ts'
import { openProviders } from './providers.ts'
import { openWorlds, type World } from './round-context.ts'
import { createTestData } from './test-data.ts'

/** In milliseconds: how long the people work before and after, and how long nobody promotes the standby, as a cluster manager waits for a lease. */
const times = { before: 8_000, lease: 4_000, after: 8_000, recovery: 5_000, between: 100 }

type Answer = { at: number; isGood: boolean }

/** Asks for the worklist again and again, as a browser would, until `ending`. */
async function watch(staff: World['staff'], ending: AbortSignal) {
  const answers: Answer[] = []
  while (!ending.aborted) {
    const isGood = await staff.call('GET', '/api/forms/request?limit=10').then(
      () => true,
      () => false,
    )
    answers.push({ at: Date.now(), isGood })
    await sleep(times.between)
  }
  return answers
}

describe('The machine of the primary database', () => {
  test.runIf(isFullStrength)(
    'dies under load: the synchronous standby has everything that was acknowledged, and errors end with its promotion (OPS-4, SAFE-1)',
    { timeout: 900_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'formward-failover-'))
      chmodSync(folder, 0o711) // as root the database runs under another account, which has to pass through
      const mailbox = await openMailServer()
      const providers = await openProviders(randomFrom(7), { losesAnswers: false, isQuick: true })
      const installation = await openInstallation(folder, mailbox, providers, { isQuick: false, hasStandby: true })
      const faults: string[] = []
      try {
        await installation.startFirst()
        const { since, ...cast } = await createTestData(installation)
        await installation.startOthers()
        const ledger = createExpectedState()
        const shared = { ...cast, installation, ledger, mails: mailbox.received, providers, isQuick: true }
        const { staff, worldOf } = await openWorlds(shared)
        const ending = new AbortController()
        const watching = watch(staff, ending.signal)
        const sending = [1, 2, 3].map(async (seed) => {
          for (const world = worldOf(randomFrom(seed)); !ending.signal.aborted;) await sendForms(world)
        })

        await sleep(times.before)
        const before = ledger.answers.size
        const killedAt = Date.now()
        await installation.killDatabase()
        await sleep(times.lease)
        await installation.promoteStandby()
        const promotedAt = Date.now()
        await sleep(times.after)
        ending.abort()
        await Promise.all(sending)
        const answers = await watching
        await untilQuiet(worldOf(randomFrom(4)))

        faults.push(...(await findFaults(worldOf(randomFrom(4)), since)), ...(await auditFaults(worldOf(randomFrom(4)))))
        const errors = answers.filter(({ isGood }) => !isGood).map(({ at }) => at)
        const seconds = (Math.max(...errors, killedAt) - killedAt) / 1_000
        const summary = `No answer for ${seconds.toFixed(1)} s, of which ${((promotedAt - killedAt) / 1_000).toFixed(1)} s until the promotion; ${errors.length} of ${answers.length} calls failed; ${ledger.sendings.length} sendings, ${ledger.answers.size} patients (${before} before)`
        writeFileSync(join(folder, 'summary.txt'), `${summary}\n`)
        process.stdout.write(`${summary}\n`)
        expect(faults, `The evidence is in ${folder}`).toEqual([])
        expect(before, 'patients who answered before').toBeGreaterThan(0)
        expect(ledger.answers.size, 'patients who answered afterwards').toBeGreaterThan(before)
        expect(errors.length, 'the gap').toBeGreaterThan(0)
        expect(
          errors.filter((at) => at < killedAt || at > promotedAt + times.recovery),
          'errors outside the gap',
        ).toEqual([])
      } finally {
        await installation.close()
        await providers.close()
        await mailbox.close()
      }
      if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
    },
  )
})

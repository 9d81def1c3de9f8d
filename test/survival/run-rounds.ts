import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { randomFrom } from '#database/demo/random.ts'
import { production } from '#test/production.ts'
import { openKeys } from '#server/platform/keys.ts'
import { openMailServer } from '#test/mail-server.ts'

import { memberAddress, createTestData } from './test-data.ts'
import { closeList } from './clients/changing-many.ts'
import { exportRequests } from './clients/exporting.ts'
import { importList } from './clients/importing.ts'
import { sendForms } from './clients/sending.ts'
import { openStaff } from './clients/staff.ts'
import { openInstallation } from './installation.ts'
import { kill, planKills, type Kill } from './kill-processes.ts'
import { createExpectedState, type ExpectedState } from './expected-state.ts'
import { auditFaults, findFaults, untilQuiet } from './find-faults.ts'
import type { World } from './round-context.ts'

export type Outcome = {
  rounds: number
  kills: Record<string, number>
  ledger: ExpectedState
  mails: number
  faults: string[]
  folder: string
}
type Options = { rounds: number; seed: number; isQuick?: boolean; say?: (line: string) => void }

/** Works and kills round after round, and stops at the first round that broke a promise; its evidence stays in the folder. */
export async function runRounds({ rounds, seed, isQuick = false, say = () => {} }: Options): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'formward-survival-'))
  // As root the database runs under another account, which has to pass through.
  chmodSync(folder, 0o711)
  const mailbox = await openMailServer()
  const installation = await openInstallation(folder, mailbox, { isQuick })
  const outcome: Outcome = { rounds: 0, kills: {}, ledger: createExpectedState(), mails: 0, faults: [], folder }
  try {
    await installation.startFirst()
    const { since, ...cast } = await createTestData(installation)
    await installation.startOthers()
    const keys = await openKeys(installation.url, production.APP_SECRET)
    const staff = openStaff(installation, outcome.ledger, memberAddress)
    const world = (random: World['random']): World => ({
      ...cast,
      installation,
      ledger: outcome.ledger,
      staff,
      random,
      keys,
      mails: mailbox.received,
      isQuick,
    })
    for (let round = 1; round <= rounds && outcome.faults.length === 0; round++) {
      const random = randomFrom(seed * 1_000 + round)
      const plan = planKills(random, installation.programs, isQuick)
      const began = Date.now()
      outcome.faults.push(...(await oneRound(world(random), plan, since)))
      outcome.rounds = round
      for (const { target } of plan) outcome.kills[target] = (outcome.kills[target] ?? 0) + 1
      say(
        `round ${round}: ${plan.map(({ target, after, signal }) => `${target} at ${after}${signal === 'SIGTERM' ? ' (asked to end)' : ''}`).join(', ')}; ${Math.round((Date.now() - began) / 1_000)} s`,
      )
    }
    if (outcome.faults.length === 0) outcome.faults.push(...(await auditFaults(world(randomFrom(seed)))))
  } finally {
    await installation.close()
    await mailbox.close()
  }
  outcome.mails = mailbox.received.length
  if (outcome.faults.length === 0) rmSync(folder, { recursive: true, force: true })
  else writeFileSync(join(folder, 'faults.txt'), outcome.faults.join('\n'))
  return outcome
}

async function oneRound(world: World, plan: Kill[], since: string) {
  const latest = world.ledger.imports.at(-1)
  const results = await Promise.allSettled([
    kill(world.installation, plan),
    importList(world),
    sendForms(world),
    exportRequests(world, latest ? { importJobId: latest.id } : {}),
    ...(latest ? [closeList(world, latest)] : []),
  ])
  const faults = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  if (faults.length) return faults
  await untilQuiet(world).catch((error: Error) => faults.push(error.message))
  return [...faults, ...(await findFaults(world, since).catch((error: Error) => [`The checks themselves failed: ${error.stack}`]))]
}

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { randomFrom } from '#database/demo/random.ts'
import { openMailServer } from '#test/mail-server.ts'

import { createTestData } from './test-data.ts'
import { closeList } from './clients/changing-many.ts'
import { exportRequests } from './clients/exporting.ts'
import { importList } from './clients/importing.ts'
import { findUnopened, letTimePass, lookForDue, workThroughDue } from './clients/passing-time.ts'
import { sendForms } from './clients/sending.ts'
import { openInstallation, type Installation } from './installation.ts'
import { kill, planKills, type Kill } from './kill-processes.ts'
import { createExpectedState, type ExpectedState } from './expected-state.ts'
import { auditFaults, findFaults, listMessages, untilQuiet } from './find-faults.ts'
import { openProviders } from './providers.ts'
import { openWorlds, type World } from './round-context.ts'

export type Outcome = {
  rounds: number
  kills: Record<string, number>
  ledger: ExpectedState
  mails: number
  /** Messages that reached GOV.UK Notify or NHS Notify. */
  messages: number
  /** Messages that followed one that did not reach the patient, and reminders. */
  followed: number
  reminded: number
  faults: string[]
  folder: string
}
type Options = { rounds: number; seed: number; isQuick?: boolean; say?: (line: string) => void }

type RoundWorld = World & { installation: Installation }

/** Works and kills round after round, and stops at the first round that broke a promise; its evidence stays in the folder. */
export async function runRounds({ rounds, seed, isQuick = false, say = () => {} }: Options): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'formward-survival-'))
  // As root the database runs under another account, which has to pass through.
  chmodSync(folder, 0o711)
  const mailbox = await openMailServer()
  const providers = await openProviders(randomFrom(seed * 1_000), { losesAnswers: !isQuick, isQuick })
  const installation = await openInstallation(folder, mailbox, providers, { isQuick })
  const outcome: Outcome = {
    rounds: 0,
    kills: {},
    ledger: createExpectedState(),
    mails: 0,
    messages: 0,
    followed: 0,
    reminded: 0,
    faults: [],
    folder,
  }
  try {
    await installation.startFirst()
    const { since, ...cast } = await createTestData(installation)
    await installation.startOthers()
    const shared = { ...cast, installation, ledger: outcome.ledger, mails: mailbox.received, providers, isQuick }
    const { worldOf } = await openWorlds(shared)
    for (let round = 1; round <= rounds && outcome.faults.length === 0; round++) {
      const random = randomFrom(seed * 1_000 + round)
      const plans = [
        planKills(random, installation.programs, { isQuick, count: isQuick ? 3 : 2 + random.whole(4) }),
        planKills(random, installation.programs, { isQuick, count: isQuick ? 1 : 1 + random.whole(3) }),
      ] as const
      const began = Date.now()
      outcome.faults.push(...(await oneRound(worldOf(random), plans, since)))
      outcome.rounds = round
      for (const { target } of plans.flat()) outcome.kills[target] = (outcome.kills[target] ?? 0) + 1
      say(
        `round ${round}: ${plans.map((plan) => plan.map(({ target, after, signal }) => `${target} at ${after}${signal === 'SIGTERM' ? ' (asked to end)' : ''}`).join(', ')).join('; then ')}; ${Math.round((Date.now() - began) / 1_000)} s`,
      )
    }
    if (outcome.faults.length === 0) {
      const last = worldOf(randomFrom(seed))
      const sent = await listMessages(last, since)
      outcome.followed = sent.filter(({ follows }) => follows !== null).length
      outcome.reminded = sent.filter(({ isReminder }) => isReminder).length
      outcome.faults.push(...(await auditFaults(last)))
    }
  } finally {
    await installation.close()
    await providers.close()
    await mailbox.close()
  }
  outcome.mails = mailbox.received.length
  outcome.messages = providers.messages.length
  if (outcome.faults.length === 0) rmSync(folder, { recursive: true, force: true })
  else writeFileSync(join(folder, 'faults.txt'), outcome.faults.join('\n'))
  return outcome
}

/** People work while processes are killed; then days pass, and what is due then is worked through while processes are killed. */
async function oneRound(world: RoundWorld, [firstKills, laterKills]: readonly [Kill[], Kill[]], since: string) {
  const latest = world.ledger.imports.at(-1)
  const attempt = async (work: Promise<unknown>[]) => {
    const results = await Promise.allSettled(work)
    const faults = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    if (faults.length === 0) await untilQuiet(world).catch((error: Error) => faults.push(error.message))
    return faults
  }
  const faults = await attempt([
    kill(world.installation, firstKills),
    importList(world),
    sendForms(world),
    exportRequests(world, latest ? { importJobId: latest.id } : {}),
    ...(latest ? [closeList(world, latest)] : []),
  ])
  if (faults.length) return faults
  const answering = await findUnopened(world, world.isQuick ? 3 : 8)
  await letTimePass(world, since)
  faults.push(...(await attempt([kill(world.installation, laterKills), workThroughDue(world, answering)])))
  if (faults.length) return faults
  const before = (await listMessages(world, since)).length
  faults.push(...(await attempt([lookForDue(world)])))
  const late = (await listMessages(world, since)).length - before
  if (late > 0) faults.push(`${late} messages were due, and only a later look queued them`)
  return [...faults, ...(await findFaults(world, since).catch((error: Error) => [`The checks themselves failed: ${error.stack}`]))]
}

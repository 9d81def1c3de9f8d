import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '#database/demo/random.ts'

import type { Installation } from './installation.ts'

const targets = ['api-1', 'api-2', 'worker-1', 'worker-2', 'worker-1', 'worker-2', 'postmaster', 'backend'] as const
export type Kill = { after: number; target: (typeof targets)[number]; downFor: number }

/** Who dies in a round, when, and for how long, in milliseconds: told by the seed alone. */
export const planKills = (random: Random, count: number, within: number): Kill[] =>
  Array.from({ length: count }, () => ({
    after: Math.round(random.between(0, within)),
    target: random.pick(targets),
    downFor: Math.round(random.between(0, 1_500)),
  })).toSorted((one, other) => one.after - other.after)

/** Carries the plan out; resolves when everybody is alive again. */
export async function kill(installation: Installation, plan: Kill[]) {
  const began = Date.now()
  // The database comes back once before it dies again; so does every process.
  const recoveries = new Map<string, Promise<unknown>>()
  for (const { after, target, downFor } of plan) {
    await sleep(Math.max(0, began + after - Date.now()))
    if (target === 'backend' || target === 'postmaster') await recoveries.get('postmaster')
    recoveries.set(target, (await strike(installation, target, downFor)).recovery)
  }
  await Promise.all(recoveries.values())
}

/** The blow has fallen when this resolves; the recovery is still under way. */
async function strike(installation: Installation, target: Kill['target'], downFor: number): Promise<{ recovery: Promise<unknown> }> {
  if (target === 'backend') {
    await installation.killBackend()
    return { recovery: Promise.resolve() }
  }
  if (target === 'postmaster') {
    await installation.killDatabase()
    return { recovery: sleep(downFor).then(installation.startDatabase) }
  }
  const program = installation.programs.find(({ name }) => name === target)!
  await program.end('SIGKILL')
  return { recovery: sleep(downFor).then(program.start) }
}

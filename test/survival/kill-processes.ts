import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '#database/demo/random.ts'

import type { Installation } from './installation.ts'

const targets = [
  'api-1',
  'api-2',
  'worker-1',
  'worker-2',
  'worker-1',
  'worker-2',
  'postmaster',
  'backend',
  'mail server',
  'GOV.UK Notify',
  'NHS Notify',
] as const
const servers: readonly Target[] = ['mail server', 'GOV.UK Notify', 'NHS Notify']
type Target = (typeof targets)[number]
/** Mostly `kill -9`; sometimes SIGTERM, as at every update, after which a process must end without an error. */
export type Kill = { after: number; target: Target; downFor: number; signal: 'SIGKILL' | 'SIGTERM' }

type Options = { isQuick: boolean; count: number }

/** Which process is killed in a part of a round, when, and for how many milliseconds. Depends only on the seed. */
export function planKills(random: Random, programs: readonly { name: string }[], { isQuick, count }: Options): Kill[] {
  const alive = ['postmaster', 'backend', ...programs.map(({ name }) => name), ...(isQuick ? [] : servers)]
  const possible = targets.filter((target) => alive.includes(target))
  return Array.from({ length: count }, () => {
    const target = random.pick(possible)
    return {
      after: Math.round(random.between(0, isQuick ? 4_000 : 9_000)),
      target,
      downFor: Math.round(downTime(random, target, isQuick)),
      signal: random.chance(0.2) ? ('SIGTERM' as const) : ('SIGKILL' as const),
    }
  }).toSorted((one, other) => one.after - other.after)
}

/** Usually a moment. A mail server or provider is silent for longer than anybody waits for it, and the database is now and then away for half a minute. */
function downTime(random: Random, target: Target, isQuick: boolean) {
  if (servers.includes(target)) return random.between(5_000, 40_000)
  return target === 'postmaster' && !isQuick && random.chance(0.25) ? 30_000 : random.between(0, 1_500)
}

/** Carries the plan out; resolves when everybody is alive again. */
export async function kill(installation: Installation, plan: Kill[]) {
  const began = Date.now()
  // The database must have started again before it is killed again; so must every process.
  const recoveries = new Map<string, Promise<unknown>>()
  for (const blow of plan) {
    const { after, target } = blow
    await sleep(Math.max(0, began + after - Date.now()))
    if (target === 'backend' || target === 'postmaster') await recoveries.get('postmaster')
    recoveries.set(target, (await strike(installation, blow)).recovery)
  }
  await Promise.all(recoveries.values())
}

/** The blow has fallen when this resolves; the recovery is still under way. */
async function strike(installation: Installation, { target, downFor, signal }: Kill): Promise<{ recovery: Promise<unknown> }> {
  if (target === 'backend') {
    await installation.killBackend()
    return { recovery: Promise.resolve() }
  }
  if (target === 'mail server') return { recovery: installation.silenceMail(downFor) }
  if (target === 'GOV.UK Notify' || target === 'NHS Notify') return { recovery: installation.takeAway(target, downFor) }
  if (target === 'postmaster') {
    await installation.killDatabase()
    return { recovery: sleep(downFor).then(installation.startDatabase) }
  }
  const program = installation.programs.find(({ name }) => name === target)!
  const code = await program.end(signal)
  if (signal === 'SIGTERM' && code !== 0 && code !== undefined) throw new Error(`${target}, asked to end, ended with ${code}`)
  return { recovery: sleep(downFor).then(program.start) }
}

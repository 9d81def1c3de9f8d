import { setTimeout as sleep } from 'node:timers/promises'

import type { Context } from '#server/platform/context.ts'
import { inTransaction, type Database } from '#server/platform/database.ts'

import { reserveSlots, setAccepted, setPause } from './channel-states.sql.ts'

type Account = { account: string; perMinute: number }

/** Messages leave evenly, a little slower than the limit, because the provider counts them when they arrive. */
export const paceOf = ({ perMinute }: Pick<Account, 'perMinute'>) => perMinute * 0.95
const gapOf = (account: Account) => 60_000 / paceOf(account)
/** A reserved moment that passed longer ago is given up, so that a process that was idle does not catch up all at once. In milliseconds. */
const latestMs = 1_000

type Block = { nextAt: number; left: number }
/** The reserved moments of this process. One statement reserves as many as fit in a second. */
const blocks = new Map<string, Promise<Block>>()

/** How long before its turn a message is checked again, in milliseconds: enough for the check, so that messages still leave evenly. */
const checkedBeforeMs = 250

/**
 * Waits until this account may send its next message. After a longer wait `isWanted` is asked again, shortly before the turn. Returns false if
 * the message is no longer wanted. Rejects when the process ends.
 */
export async function waitForTurn(
  { db, ending }: { db: Database; ending: AbortSignal },
  channel: Account,
  isWanted: () => Promise<boolean> = async () => true,
) {
  const gapMs = gapOf(channel)
  const key = `${db.url} ${channel.account} ${channel.perMinute}`
  const before = blocks.get(key)
  const turn = takeSlot(db, channel, gapMs, before)
  blocks.set(key, turn)
  const { nextAt } = await turn
  const sleepUntil = async (moment: number) => {
    if (moment > Date.now()) await sleep(moment - Date.now(), undefined, { signal: ending })
  }
  const checkAt = nextAt - gapMs - checkedBeforeMs
  if (checkAt > Date.now()) {
    await sleepUntil(checkAt)
    if (!(await isWanted())) return false
  }
  await sleepUntil(nextAt - gapMs)
  return true
}

/** Takes the next moment of the block, or the first of a new one. */
async function takeSlot(db: Database, { account, perMinute }: Account, gapMs: number, before: Promise<Block> | undefined): Promise<Block> {
  const block = await before?.catch(() => undefined)
  if (block && block.left > 0 && block.nextAt > Date.now() - latestMs) return { nextAt: block.nextAt + gapMs, left: block.left - 1 }
  const count = Math.max(1, Math.floor(perMinute / 60))
  const waitMs = await inTransaction(db, {}, (tx) => reserveSlots(tx, account, count, gapMs))
  return { nextAt: Date.now() + (waitMs ?? 0) + gapMs, left: count - 1 }
}

/** When the last message that was put off may leave, by account. */
const putOffUntil = new Map<string, number>()

/**
 * When a message may be tried that finds its account paused: evenly after the pause, behind those that were put off before. If all were put off
 * until the end of the pause, a queue of 100,000 would be looked at as a whole after every pause of a provider that stays away.
 */
export function turnAfterPause({ db }: { db: Database }, channel: Account, pausedUntil: Date) {
  const key = `${db.url} ${channel.account}`
  const at = Math.max(pausedUntil.getTime(), (putOffUntil.get(key) ?? 0) + gapOf(channel))
  putOffUntil.set(key, at)
  return new Date(at)
}

/** The longest time that a batch waits for its turn while it is reserved, in milliseconds: much less than its reservation lasts. */
const longestBatchWaitMs = 30_000

/**
 * Reserves the time of a batch in the caller's transaction, and returns the wait until it may leave, in milliseconds. Undefined if others are
 * before it for longer than half a minute: then it is tried again later.
 */
export const reserveBatch = ({ tx }: Context, channel: Account, count: number) =>
  reserveSlots(tx, channel.account, count, gapOf(channel), longestBatchWaitMs)

/** How often a process notes that an account works, in milliseconds: the row is shared by every sender. */
const noteEveryMs = 10_000
const noted = new Map<string, number>()

/** Notes for the settings screen that a provider has taken a message, and that its pause is over. */
export async function noteAccepted(ctx: Context, { account }: { account: string }) {
  const key = `${ctx.services.db.url} ${account}`
  if ((noted.get(key) ?? 0) > Date.now() - noteEveryMs) return
  noted.set(key, Date.now())
  await setAccepted(ctx, account)
}

/** Notes for the settings screen why a provider takes no message, and until when. */
export async function notePause(
  ctx: Context,
  { account, pausedUntil }: { account: string; pausedUntil: () => Date | undefined },
  words: string,
) {
  const until = pausedUntil()
  if (!until) return
  noted.delete(`${ctx.services.db.url} ${account}`)
  await setPause(ctx, account, until, words)
}

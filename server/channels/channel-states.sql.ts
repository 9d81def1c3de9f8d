import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/database.ts'

/** What is known of an account, for staff. Moments are null before anything happened. */
export type ChannelState = { pausedUntil: string | null; pauseReason: string; lastAcceptedAt: string | null }

/**
 * Reserves the next moments of an account, `gapMs` apart, and returns the wait until the first in milliseconds. Every process reserves here, so
 * that all together keep to the limit. Undefined, and nothing reserved, if the wait would be longer than `longestWaitMs`.
 */
export async function reserveSlots(tx: Tx, account: string, count: number, gapMs: number, longestWaitMs = Infinity) {
  const lengthMs = count * gapMs
  const latest = Number.isFinite(longestWaitMs) ? longestWaitMs : null
  const { rows } = await sql<{ wait_ms: number }>`
    insert into channel_states as s (account, next_slot_at) values (${account}, clock_timestamp() + ${lengthMs} * interval '1 millisecond')
    on conflict (account) do update
      set next_slot_at = greatest(s.next_slot_at, clock_timestamp()) + ${lengthMs} * interval '1 millisecond'
      where ${latest}::float8 is null or s.next_slot_at < clock_timestamp() + ${latest}::float8 * interval '1 millisecond'
    returning extract(epoch from next_slot_at - clock_timestamp())::float8 * 1000 - ${lengthMs}::float8 as wait_ms`.execute(tx)
  return rows[0] && Math.max(0, rows[0].wait_ms)
}

export async function setPause({ tx }: Pick<Context, 'tx'>, account: string, until: Date, reason: string) {
  await sql`
    insert into channel_states (account, paused_until, pause_reason) values (${account}, ${until.toISOString()}::timestamptz, ${reason})
    on conflict (account) do update set paused_until = excluded.paused_until, pause_reason = excluded.pause_reason`.execute(tx)
}

/** A changed account begins without a pause. */
export async function endPause({ tx }: Context, account: string) {
  await sql`update channel_states set paused_until = null, pause_reason = '' where account = ${account}`.execute(tx)
}

export async function setAccepted({ tx }: Pick<Context, 'tx'>, account: string) {
  await sql`
    insert into channel_states (account, last_accepted_at) values (${account}, now())
    on conflict (account) do update set last_accepted_at = excluded.last_accepted_at, paused_until = null, pause_reason = ''`.execute(tx)
}

export async function findStates({ tx }: Context, accounts: readonly string[]) {
  const { rows } = await sql<{ account: string; paused_until: string | null; pause_reason: string; last_accepted_at: string | null }>`
    select account, case when paused_until > now() then paused_until end as paused_until, pause_reason, last_accepted_at
    from channel_states where account = any(${accounts}::text[])`.execute(tx)
  return new Map(
    rows.map((row): [string, ChannelState] => [
      row.account,
      { pausedUntil: row.paused_until, pauseReason: row.paused_until ? row.pause_reason : '', lastAcceptedAt: row.last_accepted_at },
    ]),
  )
}

import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

type Measured = { channel: string | null; status: string | null; messages: number | null; oldestDue: string | null }

/** The messages of all organisations by channel and status, and since when the oldest message that is due waits. */
export async function measureMessages({ tx }: Pick<Context, 'tx'>) {
  const { rows } = await sql<Measured>`
    select channel, status, sum(messages)::bigint as messages, min(oldest_due) as "oldestDue"
    from measure_messages() group by 1, 2`.execute(tx)
  return {
    counts: rows.flatMap(({ channel, status, messages }) =>
      status === null ? [] : [{ channel: channel ?? '', status, messages: messages ?? 0 }],
    ),
    oldestDue: rows.find(({ status }) => status === null)?.oldestDue ?? null,
  }
}

/** How many accounts of each channel are paused: of the installation and of organisations. */
export async function measurePauses({ tx }: Pick<Context, 'tx'>) {
  const { rows } = await sql<{ channel: string; paused: number }>`
    select split_part(account, ' ', 1) as channel, count(*) filter (where paused_until > now()) as paused from channel_states group by 1`.execute(
    tx,
  )
  return rows
}

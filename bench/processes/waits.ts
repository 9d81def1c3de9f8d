import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

type Seen = { type: string | null; event: string | null; count: number }

/** Waits until WAL is on the disk, in this process or in another that writes it for several. */
const isForDisk = ({ type, event }: Seen) => type === 'IO' || event === 'WALWrite'

/** Whether a statement waits until another transaction ends. `extend` is a table that gets longer, which ends by itself. */
const isForOthers = ({ type, event }: Seen) => type === 'Lock' && event !== 'extend'

/** Looks again and again at what the active statements of a database wait for, on a connection of its own. */
export async function openWaits(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const seen = new Map<string, Seen>()
  const ending = new AbortController()
  const looking = look()

  async function look() {
    while (!ending.signal.aborted) {
      // What runs on the processor has no wait event. A lock of another transaction has the type Lock
      // (https://www.postgresql.org/docs/current/monitoring-stats.html#WAIT-EVENT-TABLE).
      const { rows } = await client.query<Seen>(
        `select wait_event_type as type, wait_event as event, count(*)::int as count from pg_stat_activity
         where state = 'active' and backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid() group by 1, 2`,
      )
      for (const row of rows) {
        const key = `${row.type} ${row.event}`
        seen.set(key, { ...row, count: row.count + (seen.get(key)?.count ?? 0) })
      }
      await sleep(5)
    }
  }

  return {
    /** Per cent of the active statements. `rest`: what else they waited for. */
    close: async () => {
      ending.abort()
      await looking
      await client.end()
      const all = [...seen.values()]
      const total = all.reduce((sum, { count }) => sum + count, 0)
      const percent = (which: Seen[]) => (100 * which.reduce((sum, { count }) => sum + count, 0)) / total
      const rest = all.filter((one) => one.type !== null && !isForOthers(one) && !isForDisk(one))
      return {
        running: percent(all.filter(({ type }) => type === null)),
        disk: percent(all.filter(isForDisk)),
        others: percent(all.filter(isForOthers)),
        rest: rest.map((one) => ({ event: one.event ?? '', percent: percent([one]) })),
      }
    },
  }
}

export const waitsInWords = (waits: { event: string; percent: number }[]) =>
  waits
    .toSorted((one, other) => other.percent - one.percent)
    .slice(0, 3)
    .map(({ event, percent }) => `${event} ${percent.toFixed(1)}`)
    .join(', ') || 'none'

import { readdirSync, readFileSync } from 'node:fs'

import type pg from 'pg'

/** The kernel counts in hundredths of a second on every usual Linux. */
const millisecondsPerTick = 10

type Process = { pid: number; parent: number; ticks: number; ticksOfEnded: number }

function readProcess(pid: number): Process | undefined {
  try {
    // The name stands in brackets and may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    return { pid, parent: fields[1]!, ticks: fields[11]! + fields[12]!, ticksOfEnded: fields[13]! + fields[14]! } // proc(5)
  } catch {
    return undefined // it has ended, or there is no /proc
  }
}

/** Milliseconds of processor time that these processes have used (Linux only; NaN elsewhere). */
export const cpuOf = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => sum + (readProcess(pid)?.ticks ?? Number.NaN) * millisecondsPerTick, 0)

/** Milliseconds of processor time that a PostgreSQL on this machine has used with all its processes, also those that ended. */
export async function openDatabaseCpu(client: pg.Client) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = readProcess(rows[0]!.pid)?.parent ?? Number.NaN
  return () => {
    const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []))
    const own = all.filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
    if (own.length === 0) return Number.NaN
    const ended = own.find(({ pid }) => pid === postmaster)?.ticksOfEnded ?? 0
    return (own.reduce((sum, { ticks }) => sum + ticks, 0) + ended) * millisecondsPerTick
  }
}

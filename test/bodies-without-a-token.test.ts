import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { freshDatabase } from './test-server.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './processes.ts'
import { production } from './production.ts'
import { sendRaw } from './raw-request.ts'

const MB = 1024 * 1024
const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

/** The most memory that a process uses while something goes on. */
async function peakDuring(pid: number, work: () => Promise<unknown>) {
  let peak = memoryOf(pid)
  const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 20)
  await work()
  clearInterval(sampling)
  return peak
}

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const senders = [
  { call: 'PUT /api/forms/request/import', method: 'PUT', path: '/api/forms/request/import', type: xlsx, status: 401 },
  { call: 'POST /identity/forgot-password', method: 'POST', path: '/identity/forgot-password', type: 'image/png', status: 415 },
  { call: 'POST /r/:token/identity', method: 'POST', path: '/r/unknown/identity', type: 'image/png', status: 415 },
]

describe('PUT /request/import without a token', () => {
  test(
    'fifteen senders of 63 MB without a token cost the server less than 20 MB of memory, and each reads why it is refused (SAFE-2, SAFE-3)',
    { timeout: 240_000 },
    async () => {
      const [url, port] = [await freshDatabase(), await freePort()]
      const server = startProcess('main.ts', { ...production, DATABASE_URL: url, PORT: String(port) }, ['api'])
      await server.says('Formward is ready')
      const sendFifteen = ({ method, path, type }: (typeof senders)[number], sendBytes: number) =>
        Promise.all(
          Array.from({ length: 15 }, () =>
            sendRaw({ port, method, path, headers: { 'content-type': type }, contentLength: 63 * MB, sendBytes, ignoresAnswer: true }),
          ),
        )
      // The first requests of a process also load and compile code.
      for (const sender of senders) await sendFifteen(sender, MB)

      const found: Record<string, { statuses: number[]; more: number }> = {}
      for (const sender of senders) {
        const before = memoryOf(server.pid)
        let answers: Awaited<ReturnType<typeof sendRaw>>[] = []
        const peak = await peakDuring(server.pid, async () => (answers = await sendFifteen(sender, 62 * MB)))
        found[sender.call] = {
          statuses: [...new Set(answers.map(({ status }) => status))],
          more: Math.round((peak - before) / MB),
        }
      }

      for (const { call, status } of senders) {
        expect(found[call]!.statuses, call).toEqual([status])
        expect(found[call]!.more, `${call}: MB more than before`).toBeLessThan(20)
      }
    },
  )
})

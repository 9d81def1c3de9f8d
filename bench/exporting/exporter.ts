import { setTimeout as sleep } from 'node:timers/promises'

import type { ExportJob } from '#contract/exports.ts'

import type { Caller } from '../harness/caller.ts'
import type { Server } from '../harness/server.ts'

const path = '/api/forms/request/export'

/** Exports as the staff app does: generate, poll the progress, download. */
export function openExporter(server: Server, caller: Caller) {
  const call = async <T>(method: string, address: string, body?: object) => {
    await caller.renew()
    const headers = { ...caller.headersFor(method, address), ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(server.address + address, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (answer.ok) return (await answer.json()) as T // as the contract says
    await answer.arrayBuffer()
    if (answer.status !== 503) throw new Error(`${method} ${address} answered ${answer.status}`)
    return undefined // too busy at the moment: the caller polls again
  }
  const finished = async (id: string): Promise<ExportJob> => {
    for (;;) {
      const job = await call<ExportJob>('GET', `${path}?id=${id}`)
      if (job?.status === 'completed') return job
      if (job?.status === 'failed') throw new Error(`The export failed: ${job.failure}`)
      await sleep(200)
    }
  }
  return {
    /** Everything created since a day, or everything there is. */
    make: async (since: string | undefined) => {
      const began = performance.now()
      const wanted = { hasPersonalData: true, reason: 'Measured', filters: since ? { createdFrom: since } : {} }
      const { id } = (await call<{ id: string }>('POST', path, wanted)) ?? {}
      if (!id) throw new Error('The server was too busy to be asked for an export')
      const job = await finished(id)
      const seconds = (performance.now() - began) / 1_000
      const bytes = await sizeOf(server.address + job.downloadUrl!) // a completed one has an address
      return { job, seconds, bytes, fetched: (performance.now() - began) / 1_000 - seconds }
    },
  }
}

async function sizeOf(address: string) {
  const answer = await fetch(address)
  if (!answer.ok || !answer.body) throw new Error(`The download answered ${answer.status}`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += (chunk as Uint8Array).byteLength // fetch gives nothing else
  return bytes
}

import { setTimeout as sleep } from 'node:timers/promises'

import type { ImportJob } from '#contract/imports.ts'
import { spreadsheet } from '#contract/route.ts'

import type { Caller } from '../harness/caller.ts'
import type { Server } from '../harness/server.ts'

const path = '/api/forms/request/import'

/** Imports as the staff app does: upload, poll, complete, poll. */
export function openImporter(server: Server, caller: Caller) {
  const call = async <T>(method: string, address: string, body?: Buffer): Promise<T> => {
    await caller.renew()
    const headers = { ...caller.headersFor(method, address), ...(body && { 'content-type': spreadsheet }) }
    const answer = await fetch(server.address + address, { method, headers, ...(body && { body: new Uint8Array(body) }) })
    if (answer.status === 503) return sleep(1_000).then(() => call<T>(method, address, body)) // too busy: repeated, as the browser does
    if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}`)
    return (await answer.json()) as T // as the contract says
  }
  const until = async (id: string, wanted: ImportJob['status']) => {
    for (;;) {
      await sleep(300)
      const job = await call<ImportJob>('GET', `${path}?id=${id}`)
      if (job.status === wanted) return job
      if (job.status === 'failed' || job.status === 'refused') throw new Error(`The import is ${job.status}: ${job.refusal}`)
    }
  }
  return {
    /** From the first byte that is sent to the last verdict. */
    check: async (file: Buffer) => {
      const { id } = await call<{ id: string }>('PUT', path, file)
      return until(id, 'checked')
    },
    complete: async ({ id }: ImportJob) => {
      await call('POST', `${path}/${id}`)
      return until(id, 'completed')
    },
  }
}

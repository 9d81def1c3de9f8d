import type { BulkChange, BulkPreview } from '#contract/bulk-changes.ts'
import type { World } from '#test/survival/round-context.ts'

import { Passing, persist, untilDone } from './persist.ts'

const address = '/api/forms/request/bulk'

/** All requests of a list are closed by one press: a job does it, part by part. */
export async function closeList({ staff, ledger }: World, list: { id: string; good: number }) {
  const preview = await persist('looking at what a bulk change would meet', () =>
    staff.call<BulkPreview>('GET', `${address}/preview?filters[importJobId]=${list.id}`),
  )
  if (preview.total !== list.good) throw new Error(`A bulk change would meet ${preview.total} requests of ${list.good}`)
  const newest = async () => (await staff.call<{ docs: BulkChange[] }>('GET', `${address}?limit=10&sort=-createdAt`)).docs[0]
  const before = (await persist('the bulk changes', newest))?.id
  const body = { act: 'close', filters: { importJobId: list.id }, until: preview.until, expected: preview.total }
  const { id } = await persist('a bulk change', () =>
    staff.call<BulkChange>('POST', address, { json: body }).catch(async (error: unknown) => {
      // Was the press heard although its answer was lost? Whoever looks at the list of changes sees it.
      const begun = error instanceof Passing ? await newest() : undefined
      if (begun && begun.id !== before) return begun
      throw error
    }),
  )
  ledger.closedLists.push(list)
  const ended = await untilDone('a bulk change', async () => {
    const { docs } = await staff.call<{ docs: BulkChange[] }>('GET', `${address}?limit=10&sort=-createdAt`)
    const change = docs.find((one) => one.id === id)
    return change?.status === 'completed' && change
  })
  if (ended.doneRequests !== list.good || ended.refusedRequests !== 0) throw new Error(`A bulk change ended as ${JSON.stringify(ended)}`)
}

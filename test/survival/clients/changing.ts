import type { World } from '#test/survival/round-context.ts'

import { persist } from './persist.ts'

type Results = { results: { id: string; done: boolean; code?: string; reason?: string }[] }

/** Several requests at once: taken on, closed, and some of them opened again. Each press is repeated until it is answered. */
export async function changeRequests({ staff, ledger, memberId }: World, ids: string[]) {
  const patch = async (requests: string[], change: { userId?: string | null; status?: string }) => {
    const { results } = await persist('bulk change', () =>
      staff.call<Results>('PATCH', '/api/forms/request', { json: { ...change, requests } }),
    )
    for (const { id, done, code, reason } of results) {
      if (!done) throw new Error(`A bulk change was refused: ${code} ${reason}`)
      const before = ledger.changes.get(id) ?? { status: 'unopened', assigneeId: null }
      ledger.changes.set(id, {
        status: change.status ?? before.status,
        assigneeId: change.userId === undefined ? before.assigneeId : change.userId,
      })
    }
  }
  await patch(ids, { userId: memberId })
  await patch(ids, { status: 'closed' })
  await patch(ids.slice(0, 2), { status: 'unopened' })
  await patch(ids.slice(0, 1), { userId: null })
}

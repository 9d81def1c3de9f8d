import type { Context } from '#server/platform/context.ts'
import { actOnRequests } from '#server/requests/requests.ts'

import type { ReopenedRow, ReplacingRow } from './reverted-rows.sql.ts'

const notUndone = 'The form request that replaced this one was not undone.'
const notAllowed = 'The user who undid the import does not have permission to reopen form requests.'

/**
 * Reopens requests that rows replaced, without a message, if the new request was undone: otherwise the patient would have the form open
 * twice. Returns the reason for each request that stays closed.
 */
export async function reopenReplaced(ctx: Context, rows: readonly ReplacingRow[], { mayReopen }: { mayReopen: boolean }) {
  const ids = mayReopen ? rows.flatMap((row) => (isUndone(row) ? row.replacedIds : [])) : []
  const { refusals } = await actOnRequests(ctx, ids, () => [{ kind: 'reopen', sendMessage: false }], { takeOver: false, maySend: true })
  return rows.map((row): ReopenedRow => ({
    rowNumber: row.rowNumber,
    refusals: row.replacedIds.map((id) => {
      if (!isUndone(row)) return notUndone
      if (!mayReopen) return notAllowed
      const refusal = refusals.get(id)
      return refusal ? (refusal.detail ?? refusal.message) : ''
    }),
  }))
}

const isUndone = ({ reverted }: ReplacingRow) => reverted === 'undone' || reverted === 'undone_message_out'

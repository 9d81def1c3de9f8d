import type { RequestSummary } from '#contract/request-records.ts'
import type { BulkAct } from '#domain/worklists.ts'
import { useSession } from '#web/staff/session.ts'
import { notify } from '#web/ui/notify.ts'

import { countedRequests, type Outcome } from '#web/staff/requests/bulk/bulk-acts.ts'
import { useBulkPatch } from '#web/staff/requests/bulk/use-bulk-patch.ts'
import type { Selected } from '#web/staff/requests/bulk/use-selection.ts'

/** The shortcuts in the order of the dialog. */
export const requestKeys = [
  ['↓ ↑ or j k', 'Next or previous form request'],
  ['Home, End', 'First or last on the page'],
  ['Enter', 'Open the form request'],
  ['Space', 'Select or deselect the form request'],
  ['Shift with ↓ ↑ or j k', 'Select several form requests'],
  ['m', 'Assign to me'],
  ['a', 'Assign to someone'],
  ['c', 'Close'],
  ['r', 'Reopen'],
  ['n, p', 'Next or previous page'],
  ['/', 'Search'],
  ['Esc', 'Clear the selection'],
  ['?', 'Show these shortcuts'],
] as const

type Keys = {
  rows: readonly RequestSummary[] | undefined
  selection: Selected
  mayAct: boolean
  onAct: (act: BulkAct) => void
  onPage: (step: 1 | -1) => void
  onHelp: () => void
}

const acts: Record<string, BulkAct> = { a: 'assign', c: 'close', r: 'reopen' }

/** Keys in a row of the worklist. They act on the selected rows, or on the focused row when none is selected. */
export function useRequestKeys({ rows, selection, mayAct, onAct, onPage, onHelp }: Keys) {
  const { member } = useSession()
  const patch = useBulkPatch()

  const assignToMe = (id: string) => {
    const chosen = selection.requests.length > 0 ? selection.requests : (rows ?? []).filter((row) => row.id === id)
    patch.mutate({ act: 'assign', requests: chosen, userId: member.id, takeOver: false }, { onSuccess: notifyOutcomes })
  }
  return (key: string, id: string) => {
    const act = acts[key]
    if (act && mayAct) {
      if (selection.selected.size === 0) selection.choose([id])
      onAct(act)
    } else if (key === 'm' && mayAct) {
      if (selection.isAll) onAct('assign')
      else assignToMe(id)
    } else if (key === 'n' || key === 'p') onPage(key === 'n' ? 1 : -1)
    else if (key === '/') document.querySelector<HTMLElement>('[role=search] input[type=search]')?.focus()
    else if (key === 'Escape' && selection.selected.size > 0) selection.clear()
    else if (key === '?') onHelp()
    else return false
    return true
  }
}

function notifyOutcomes(outcomes: readonly Outcome[]) {
  const done = outcomes.filter((one) => one.done && !one.already).length
  const refused = outcomes.find((one) => !one.done)
  const isAllMine = outcomes.every((one) => one.already)
  if (isAllMine) notify({ label: `${countedRequests(outcomes.length)} already assigned to you.`, kind: 'info' })
  if (done > 0) notify({ label: `${countedRequests(done)} assigned to you.`, kind: 'success' })
  // The dialog of “Assign” offers to take over.
  if (refused) notify({ label: refused.reason ?? 'This could not be done.', kind: 'warning', timeout: 0 })
}

import type { RequestSummary } from '#contract/request-records.ts'
import type { BulkAct } from '#domain/worklists.ts'
import { api } from '#web/api/client.ts'
import { type KeyList, useScreenKeys } from '#web/staff/keys/screen-keys.ts'
import { currentRowLink } from '#web/staff/lists/SkipToList.tsx'
import type { Outcome } from '#web/staff/requests/bulk/patches.ts'
import { useBulkPatch } from '#web/staff/requests/bulk/use-bulk-patch.ts'
import type { Selected } from '#web/staff/requests/bulk/use-selection.ts'
import { useUndo } from '#web/staff/requests/use-undo.ts'
import { useSession } from '#web/staff/session.ts'
import { notify } from '#web/ui/notify.ts'
import { countedRequests } from '#web/staff/requests/words.ts'

/** The shortcuts in the order of the dialog. */
const requestKeys: KeyList = {
  title: 'On the worklist',
  keys: [
    ['↓ ↑ or j k', 'Next or previous form request'],
    ['Home, End', 'First or last on the page'],
    ['Enter', 'Open the form request'],
    ['Space or x', 'Select or deselect the form request'],
    ['Shift with ↓ ↑ or j k', 'Select several form requests'],
    ['m', 'Assign to me'],
    ['a', 'Assign to someone'],
    ['c', 'Close'],
    ['r', 'Reopen'],
    ['n, p', 'Next or previous page'],
    ['v', 'Show or hide the reading pane'],
    ['s', 'Search this list'],
    ['f', 'Filters'],
    ['Esc', 'Clear the selection'],
  ],
}

type Keys = {
  rows: readonly RequestSummary[] | undefined
  selection: Selected
  mayAct: boolean
  /** The dialog of an act is open or about to open. */
  isActing: boolean
  onAct: (act: BulkAct) => void
  /** Turns the page. Returns whether there is a page to turn to. */
  onPage: (step: 1 | -1) => boolean
  /** The rows are those of the page before. */
  isLoading: boolean
  /** Shows or hides the reading pane, where it has room. */
  onPane: (() => void) | undefined
}

const acts: Record<string, BulkAct> = { a: 'assign', c: 'close', r: 'reopen' }

/**
 * The keys of the worklist. In a row they act on the selected rows, or on this row when none is selected. While no field has the focus, j and k go
 * to the list, and an action without a selection goes there too: nobody should act on a row that is not marked.
 */
export function useRequestKeys({ rows, selection, mayAct, isActing, onAct, onPage, isLoading, onPane }: Keys) {
  const { member } = useSession()
  const patch = useBulkPatch()
  const undoing = useUndo()

  const assignToMe = (id: string | undefined) => {
    const chosen = selection.requests.length > 0 ? selection.requests : (rows ?? []).filter((row) => row.id === id)
    const unassign = (ids: readonly string[]) => {
      const isUnassigned = ids.every((one) => chosen.find((row) => row.id === one)?.assignee === null)
      return isUnassigned ? undoing(ids, () => unassignAll(ids)) : undefined
    }
    patch.mutate(
      { act: 'assign', requests: chosen, userId: member.id, takeOver: false },
      { onSuccess: (outcomes) => notifyOutcomes(outcomes, unassign) },
    )
  }
  /** Acts on the selection, or on this form request. A selection that is not all on the screen is assigned in the dialog only. */
  const actOn = (key: string, id: string | undefined) => {
    const act = acts[key]
    if (act) {
      if (selection.selected.size === 0 && id !== undefined) selection.choose([id])
      onAct(act)
    } else if (selection.isAll || selection.requests.some(({ id: one }) => !rows?.some((row) => row.id === one))) onAct('assign')
    else assignToMe(id)
  }
  const isAct = (key: string) => mayAct && (key in acts || key === 'm')

  useScreenKeys(requestKeys, (key) => {
    // Nothing changes behind a dialog whose code is still loading.
    if (isActing) return true
    // What is read in the pane may be another form request than the one that has the focus in the list.
    if (isInPane() && (isAct(key) || key === 'x' || key === 'j' || key === 'k')) return true
    // With a selection, its bar takes the place of the filters.
    if ((key === 's' || key === 'f') && selection.selected.size > 0) return false
    const link = currentRowLink()
    if (key === 'j' || key === 'k') link?.focus()
    else if (key === 'x' && mayAct) {
      link?.closest('tr')?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
      link?.focus()
    } else if (key === 'n' || key === 'p') onPage(key === 'n' ? 1 : -1)
    else if (key === 'v' && onPane) onPane()
    else if (key === 's') document.querySelector<HTMLElement>('main [role=search] input[type=search]')?.focus()
    else if (key === 'f') openFilters()
    else if (isAct(key)) {
      if (selection.selected.size > 0) actOn(key, undefined)
      else link?.focus()
    } else return false
    return true
  })

  return (key: string, id: string) => {
    // A key that is held down passes no page before its rows are shown.
    if (key === 'ArrowDown' || key === 'ArrowUp') return !isActing && !isLoading && onPage(key === 'ArrowDown' ? 1 : -1)
    if (isActing) return true
    if (isAct(key)) actOn(key, id)
    else if (key === 'Escape' && selection.selected.size > 0) selection.clear()
    else return false
    return true
  }
}

/** Resolves to the reason if one of them was not unassigned. */
async function unassignAll(ids: readonly string[]) {
  const { results } = await api.requests.patchMany({ body: { requests: [...ids], userId: null } })
  return results.find(({ done }) => !done)?.reason
}

const isInPane = () => document.activeElement?.closest('.reading-pane') != null

function openFilters() {
  const button = document.querySelector<HTMLElement>('main [role=search] button[aria-expanded=false]')
  button?.focus()
  button?.click()
}

/** `undoOf`: how to take the change of these form requests back, if that can be. */
function notifyOutcomes(outcomes: readonly Outcome[], undoOf: (ids: readonly string[]) => (() => void) | undefined) {
  const done = outcomes.filter((one) => one.done && !one.already).map(({ id }) => id)
  const refused = outcomes.find((one) => !one.done)
  const isAllMine = outcomes.every((one) => one.already)
  if (isAllMine) notify({ label: `${countedRequests(outcomes.length)} already assigned to you.`, kind: 'info' })
  if (done.length > 0) notify({ label: `${countedRequests(done.length)} assigned to you.`, kind: 'success', undo: undoOf(done) })
  // The dialog of “Assign” offers to take over.
  if (refused) notify({ label: refused.reason ?? 'This could not be done.', kind: 'warning', timeout: 0 })
}

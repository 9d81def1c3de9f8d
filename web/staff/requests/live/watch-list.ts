import type { QueryClient } from '@tanstack/react-query'

import type { RequestSummary } from '#contract/request-records.ts'
import type { requests } from '#contract/requests.ts'
import type { RouteResponse } from '#contract/route.ts'
import { api } from '#web/api/client.ts'
import { onChanges } from '#web/staff/live/changes.ts'
import { type WorklistQuery, worklistNumbers, worklistPage } from '#web/staff/requests/worklist-queries.ts'

import { mergeRows, type Change, type Marks } from './merge-rows.ts'

type Answer = RouteResponse<typeof requests.list>

/** Milliseconds between two checks of visible rows, and of the whole list; after a failed check; and until a change is in the list. */
const waits = { rows: 700, whole: 10_000, failed: 5_000, crossing: 5_000 }

const mostHeard = 1_000

type Seen = { marks: Marks; fresh: ReadonlySet<string>; changes: readonly Change[] }
type Watch = { queryClient: QueryClient; query: WorklistQuery; onSeen: (seen: Seen) => void }

/**
 * Keeps the answer of a list true where it stands in the cache, without moving anything in it: rows in sight are asked for by their ids as soon as they
 * change, the list as a whole, for its totals and for what would be new on the page, at most every ten seconds.
 */
export function watchList({ queryClient, query, onSeen }: Watch) {
  const { queryKey } = worklistPage(query)
  const answer = () => queryClient.getQueryData<Answer>(queryKey)
  let marks: Marks = new Map()
  let fresh: ReadonlySet<string> = new Set()
  let heard: { at: number; ids: readonly string[] | null }[] = []
  const due = { ids: new Set<string>(), all: false, whole: false }
  let [loadedAt, wholeAt, isLooking, isOver] = [0, 0, false, false]
  let timer: ReturnType<typeof setTimeout> | undefined
  let laterLook: ReturnType<typeof setTimeout> | undefined

  function apply(matching: readonly RequestSummary[], others: readonly RequestSummary[], whole?: Answer) {
    const known = answer()
    if (!known || isOver) return
    const merged = mergeRows(known.docs, marks, { matching, others })
    marks = merged.marks
    const counts = whole && { totalDocs: whole.totalDocs, isCountCapped: whole.isCountCapped }
    // Keeps its age, because the list was not loaded again.
    const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    queryClient.setQueryData(queryKey, { ...known, ...counts, docs: merged.rows }, { updatedAt })
    if (whole) {
      fresh = newOnPage(known, whole)
      // Whatever may have changed before was looked at: from here on it is known again what has.
      heard = heard.filter(({ at, ids }) => ids !== null || at >= wholeAt)
    }
    onSeen({ marks, fresh, changes: merged.changes })
  }

  /** A row that only moved up because another one left is not new. */
  function newOnPage({ docs: shown }: Answer, { docs }: Answer) {
    const changed = new Set(heard.flatMap(({ ids }) => ids ?? []))
    const isUnknown = heard.some(({ ids }) => ids === null)
    return new Set(
      docs.map(({ id }) => id).filter((id) => !shown.some((one) => one.id === id) && (isUnknown || changed.has(id) || fresh.has(id))),
    )
  }

  async function lookAtRows(ids: string[]) {
    if (ids.length === 0) return
    const { docs: matching } = await api.requests.list({ query: { limit: 200, groupings: false, filters: { ...query.filters, id: ids } } })
    const rest = ids.filter((id) => !matching.some((one) => one.id === id))
    const { docs: others } =
      rest.length > 0 ? await api.requests.list({ query: { limit: 200, groupings: false, filters: { id: rest } } }) : { docs: [] }
    apply(matching, others)
  }

  async function lookAtWhole() {
    wholeAt = Date.now()
    const [whole, numbers] = await Promise.all([
      api.requests.list({ query: { ...query, groupings: false } }),
      api.requests.groupings({ query: { filters: query.filters } }),
    ])
    apply(whole.docs, [], whole)
    if (!isOver) queryClient.setQueryData(worklistNumbers(query).queryKey, numbers)
    return new Set(whole.docs.map(({ id }) => id))
  }

  async function look() {
    clearTimeout(timer)
    const shown = answer()?.docs.map(({ id }) => id)
    if (isLooking || isOver || document.hidden || !shown) return
    const rows = due.all ? shown : shown.filter((id) => due.ids.has(id))
    const wholeIn = due.whole ? wholeAt + waits.whole - Date.now() : Infinity
    if (rows.length === 0 && wholeIn > 0) {
      if (due.whole) timer = setTimeout(() => void look(), wholeIn)
      return
    }
    isLooking = true
    Object.assign(due, { ids: new Set(), all: false })
    try {
      const isWhole = wholeIn <= 0
      if (isWhole) due.whole = false
      const seen = isWhole ? await lookAtWhole() : new Set()
      await lookAtRows(rows.filter((id) => !seen.has(id)))
      timer = setTimeout(() => void look(), waits.rows)
    } catch {
      Object.assign(due, { all: true, whole: true })
      timer = setTimeout(() => void look(), waits.failed)
    }
    isLooking = false
  }

  function hear(ids: readonly string[] | null) {
    const lookIn = loadedAt + waits.whole - Date.now()
    // The stream has just opened and the list is as new: what may have changed in between is looked for when the list is due again.
    if (!ids && lookIn > 0) {
      clearTimeout(laterLook)
      laterLook = setTimeout(() => hear(null), lookIn)
      return
    }
    heard.push({ at: Date.now(), ids })
    // A list that is open all day hears of many: of so many, each may be new.
    if (heard.length > mostHeard) heard = [{ at: Date.now(), ids: null }]
    if (ids) for (const id of ids) due.ids.add(id)
    else due.all = true
    due.whole = true
    void look()
  }

  const stop = onChanges(hear)
  const onVisible = () => void look()
  document.addEventListener('visibilitychange', onVisible)
  return {
    /** The list was loaded again. Changes during the request may not be in it. */
    reloaded() {
      if (answer()) loadedAt = Date.now()
      ;[marks, fresh] = [new Map(), new Set()]
      const crossing = heard.filter(({ at }) => at > Date.now() - waits.crossing)
      heard = []
      for (const { ids } of crossing) hear(ids)
    },
    stop() {
      isOver = true
      clearTimeout(timer)
      clearTimeout(laterLook)
      stop()
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}

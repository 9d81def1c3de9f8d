import { useState } from 'react'

import type { RequestSummary } from '#contract/request-records.ts'

const nothing = (filtersKey: string) => ({ filtersKey, isAll: false, requests: new Map<string, RequestSummary>() })

/**
 * What is ticked, over several pages, or everything that matches, on whatever page. Other filters show another list: then nothing of the
 * old one stays ticked unseen.
 */
export function useSelection(rows: readonly RequestSummary[] | undefined, filtersKey: string) {
  const [chosen, setChosen] = useState(nothing(filtersKey))
  if (chosen.filtersKey !== filtersKey) setChosen(nothing(filtersKey))
  const known = new Map([...chosen.requests, ...(rows ?? []).map((row) => [row.id, row] as const)])
  const choose = (ids: Iterable<string>) =>
    setChosen({
      filtersKey,
      isAll: false,
      requests: new Map([...ids].flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : []))),
    })
  const onPage = (rows ?? []).map(({ id }) => id)
  const selected: ReadonlySet<string> = new Set(chosen.isAll ? onPage : chosen.requests.keys())
  return {
    /** Those in sight are among them; one that is unticked leaves the others of its page. */
    selected,
    isAll: chosen.isAll,
    isWholePage: onPage.length > 0 && onPage.every((id) => selected.has(id)),
    /** As they were last seen. */
    requests: [...selected].flatMap((id) => known.get(id) ?? []),
    choose,
    chooseAll: () => setChosen({ ...nothing(filtersKey), isAll: true }),
    clear: () => choose([]),
    remove: (ids: string[]) => choose([...selected].filter((id) => !ids.includes(id))),
  }
}
export type Selected = ReturnType<typeof useSelection>

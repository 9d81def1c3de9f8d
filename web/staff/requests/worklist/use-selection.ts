import { useState } from 'react'

import type { RequestSummary } from '#contract/request.ts'

/** What is ticked, over several pages. Other filters show another list: then nothing of the old one stays ticked unseen. */
export function useSelection(rows: readonly RequestSummary[] | undefined, filtersKey: string) {
  const [chosen, setChosen] = useState({ filtersKey, requests: new Map<string, RequestSummary>() })
  if (chosen.filtersKey !== filtersKey) setChosen({ filtersKey, requests: new Map() })
  const known = new Map([...chosen.requests, ...(rows ?? []).map((row) => [row.id, row] as const)])
  const choose = (ids: Iterable<string>) =>
    setChosen({ filtersKey, requests: new Map([...ids].flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : []))) })
  const selected: ReadonlySet<string> = new Set(chosen.requests.keys())
  return {
    selected,
    /** As they were last seen. */
    requests: [...selected].flatMap((id) => known.get(id) ?? []),
    choose,
    clear: () => choose([]),
    remove: (ids: string[]) => choose([...selected].filter((id) => !ids.includes(id))),
  }
}

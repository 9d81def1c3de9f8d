import { useState } from 'react'

import type { RequestSummary } from '#contract/request-records.ts'

const nothing = <Row>(filtersKey: string) => ({ filtersKey, isAll: false, requests: new Map<string, Row>() })

/**
 * The selected form requests, over several pages, or all that match. Changing the filters clears the selection, so that no hidden row stays
 * selected.
 */
export function useSelection<Row extends { id: string }>(rows: readonly Row[] | undefined, filtersKey: string) {
  const [chosen, setChosen] = useState(nothing<Row>(filtersKey))
  if (chosen.filtersKey !== filtersKey) setChosen(nothing<Row>(filtersKey))
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
    /** When all are selected, the rows of this page. Unticking one row keeps the other rows of the page. */
    selected,
    isAll: chosen.isAll,
    isWholePage: onPage.length > 0 && onPage.every((id) => selected.has(id)),
    /** As they were last loaded. */
    requests: [...selected].flatMap((id) => known.get(id) ?? []),
    choose,
    chooseAll: () => setChosen({ ...nothing<Row>(filtersKey), isAll: true }),
    clear: () => choose([]),
    remove: (ids: string[]) => choose([...selected].filter((id) => !ids.includes(id))),
  }
}
export type Selected = ReturnType<typeof useSelection<RequestSummary>>

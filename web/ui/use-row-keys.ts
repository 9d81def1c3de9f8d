import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'

import { extendSelection } from './data-table.ts'
import { areSingleKeysOn } from './single-keys.ts'
import { useStable } from './use-stable.ts'

/**
 * Handles a key in a row other than those that move, select or open, and ArrowDown in the last row and ArrowUp in the first, which may turn the page.
 * Returns whether the key was handled.
 */
export type RowKey = (key: string, id: string) => boolean

type RowKeys = {
  ids: readonly string[]
  selected: ReadonlySet<string> | undefined
  onSelect: (selected: ReadonlySet<string>) => void
  onToggle: (id: string, isRange: boolean) => void
  /** the row whose details stand beside the table: the keys begin there */
  openId: string | undefined
  /** called when a key has moved to another row */
  onStep: ((id: string) => void) | undefined
  /** without it all rows can be reached by Tab */
  onRowKey: RowKey | undefined
}

const steps: Record<string, (place: number, last: number) => number> = {
  ArrowDown: (place) => place + 1,
  ArrowUp: (place) => place - 1,
  Home: () => 0,
  End: (_place, last) => last,
}
const letters: Record<string, string> = { j: 'ArrowDown', k: 'ArrowUp', J: 'ArrowDown', K: 'ArrowUp' }

const linkIn = (row: Element | undefined) => row?.querySelector<HTMLElement>('.data-table__link')

/**
 * Only one row at a time can be reached by Tab. In a row, the arrow keys or j and k move to other rows and with Shift select them; Space selects,
 * Enter opens.
 */
export function useRowKeys({ ids, selected, onSelect, onToggle, openId, onStep, onRowKey }: RowKeys) {
  const [touched, setTouched] = useState(openId)
  const [opened, setOpened] = useState(openId)
  if (opened !== openId) {
    setOpened(openId)
    if (openId !== undefined) setTouched(openId)
  }
  const body = useRef<HTMLTableSectionElement>(null)
  /** Infinite after a key has turned the page, until the rows of the other page are shown. */
  const place = useRef<number>(undefined)
  /** the rows where the range with Shift starts and ends */
  const shift = useRef<{ began: string; at: string }>(undefined)
  const active = touched !== undefined && ids.includes(touched) ? touched : ids[0]

  // The focused row may disappear after an action or on another page. The focus then moves to the row in its place.
  useLayoutEffect(() => {
    if (place.current === undefined || document.activeElement !== document.body) return
    const isInView = isFinite(place.current)
    const at = Math.max(0, Math.min(place.current, ids.length - 1))
    linkIn(body.current?.rows[at])?.focus({ preventScroll: isInView })
    if (!isInView && ids[at]) onStep?.(ids[at])
  })

  const onFocus = useStable(({ target, currentTarget }: FocusEvent<HTMLTableSectionElement>) => {
    place.current = [...currentTarget.rows].findIndex((row) => row.contains(target))
    setTouched(ids[place.current])
  })
  const onBlur = useStable(({ relatedTarget, target }: FocusEvent<HTMLTableSectionElement>) => {
    if (relatedTarget !== null || target.isConnected) place.current = undefined
  })
  const onKeyDown = useStable((event: KeyboardEvent<HTMLTableSectionElement>) => {
    const { key, target, shiftKey } = event
    const rows = [...event.currentTarget.rows]
    const here = rows.findIndex((row) => row.contains(target as Node)) // the target of a key event in a table is an element
    const id = ids[here]
    if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const isBox = target instanceof HTMLInputElement
    // In a row too, keys of one character can be turned off (WCAG 2.2, 2.1.4).
    const isOff = key.length === 1 && key !== ' ' && !areSingleKeysOn()
    const arrow = letters[key] ?? key
    const step = isOff ? undefined : steps[arrow]
    if (step) {
      const next = step(here, ids.length - 1)
      const to = ids[next] ?? id
      const began = shift.current?.at === id && ids.includes(shift.current.began) ? shift.current.began : id
      shift.current = shiftKey ? { began, at: to } : undefined
      if (shiftKey && selected && to !== id) onSelect(extendSelection(ids, selected, { began, from: id, to }))
      linkIn(rows[next])?.focus()
      if (!shiftKey && to !== id) onStep?.(to)
      if (!shiftKey && !ids[next] && onRowKey?.(arrow, id)) place.current = next < 0 ? Infinity : -Infinity
    } else if (key === ' ' && !isBox && selected) onToggle(id, shiftKey)
    else if (key === 'Enter' && isBox) linkIn(rows[here])?.click()
    else if (key === 'Enter' || key === ' ' || isOff || !onRowKey?.(key, id)) return
    event.preventDefault()
  })
  return onRowKey ? { active, body, handlers: { onFocus, onBlur, onKeyDown } } : { active: undefined, body, handlers: {} }
}

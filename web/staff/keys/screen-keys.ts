import { useEffect, useSyncExternalStore } from 'react'

import { useStable } from '#web/ui/use-stable.ts'

/** Keys and what they do, as the dialog of keyboard shortcuts shows them under a heading. */
export type KeyList = { title: string; keys: readonly (readonly [keys: string, what: string])[] }

/** Whether a dialog is open. One that fades out is closed. */
export const isDialogOpen = () => document.querySelector('.dialog-backdrop:not([data-exiting])') !== null

/** Starts what a key of one character does on this screen. Returns whether the key does anything. */
type OnKey = (key: string) => boolean

type Registered = { list: KeyList; onKey: (key: string, done: () => void) => void }

let registered: readonly Registered[] = []
const listeners = new Set<() => void>()

function set(next: readonly Registered[]) {
  registered = next
  for (const listener of listeners) listener()
}

/** The keys of a screen, from when it is shown until it is left. `list` must stay the same object. */
export function useScreenKeys(list: KeyList, onKey: OnKey) {
  const stable = useStable((key: string, done: () => void) => onKey(key) && done())
  useEffect(() => {
    const own = { list, onKey: stable }
    set([...registered, own])
    return () => set(registered.filter((one) => one !== own))
  }, [list, stable])
}

/** Whether the screen that is shown has this key. What was shown last comes first. */
export function startKey(key: string): boolean {
  let isDone = false
  for (const { onKey } of registered.toReversed()) {
    onKey(key, () => (isDone = true))
    if (isDone) break
  }
  return isDone
}

export const useKeyLists = () =>
  useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    () => registered,
  ).map(({ list }) => list)

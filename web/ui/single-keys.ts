import { useSyncExternalStore } from 'react'

/** Deleted with local storage at sign-out, like every preference of a user (UI-4). */
const storageKey = 'formward.single-keys'
const listeners = new Set<() => void>()

/** Whether keys of one character, such as j or ?, start something. Users of speech input turn them off (WCAG 2.2, 2.1.4). */
export const areSingleKeysOn = () => localStorage.getItem(storageKey) !== 'off'

export function setSingleKeys(areOn: boolean) {
  if (areOn) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
  for (const listener of listeners) listener()
}

export const useSingleKeys = () => useSyncExternalStore(listen, areSingleKeysOn)

function listen(onChange: () => void) {
  listeners.add(onChange)
  return () => void listeners.delete(onChange)
}

import { useSyncExternalStore } from 'react'

// Ids of the user’s bulk changes, without personal data. Signing out clears local storage.
const key = 'formward.bulk-changes'
const changed = 'formward:bulk-changes'

const read = () => localStorage.getItem(key) ?? ''
const write = (ids: readonly string[]) => {
  localStorage.setItem(key, ids.join(' '))
  dispatchEvent(new Event(changed))
}
const idsIn = (text: string) => text.split(' ').filter(Boolean)

/** Changes that began after this page was loaded, so that the lists on the screen may be older. */
const begunHere = new Set<string>()
export const hasBegunHere = (id: string) => begunHere.has(id)

/** Shows the progress of this change on every screen and after a reload. */
export function watchChange(id: string) {
  begunHere.add(id)
  write([...new Set([...idsIn(read()), id])])
}
export const unwatchChange = (id: string) => write(idsIn(read()).filter((one) => one !== id))

function subscribe(onChange: () => void) {
  addEventListener(changed, onChange)
  addEventListener('storage', onChange)
  return () => {
    removeEventListener(changed, onChange)
    removeEventListener('storage', onChange)
  }
}

export const useWatchedChanges = () => idsIn(useSyncExternalStore(subscribe, read))

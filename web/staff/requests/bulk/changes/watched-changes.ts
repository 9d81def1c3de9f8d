import { useSyncExternalStore } from 'react'

// Ids of one's own changes, which name nobody; forgotten with all of local storage on signing out.
const key = 'formward.bulk-changes'
const changed = 'formward:bulk-changes'

const read = () => localStorage.getItem(key) ?? ''
const write = (ids: readonly string[]) => {
  localStorage.setItem(key, ids.join(' '))
  dispatchEvent(new Event(changed))
}
const idsIn = (text: string) => text.split(' ').filter(Boolean)

/** From now on its progress stays in sight, on every screen and after a reload. */
export const watchChange = (id: string) => write([...idsIn(read()), id])
export const unwatchChange = (id: string) => write(idsIn(read()).filter((one) => one !== id))

function subscribe(tell: () => void) {
  addEventListener(changed, tell)
  addEventListener('storage', tell)
  return () => {
    removeEventListener(changed, tell)
    removeEventListener('storage', tell)
  }
}

export const useWatchedChanges = () => idsIn(useSyncExternalStore(subscribe, read))

import { useSyncExternalStore } from 'react'

function listen(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

export const useOnline = () => useSyncExternalStore(listen, () => navigator.onLine)

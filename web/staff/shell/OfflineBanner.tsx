import { useSyncExternalStore } from 'react'

import { Alert } from '#web/ui/Alert.tsx'

function listen(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Says that one is offline while one is (ERR-3). */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine)
  return isOnline ? null : <Alert kind="warning">You are offline. What you see may be out of date, and changes cannot be saved.</Alert>
}

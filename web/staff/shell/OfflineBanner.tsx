import { Alert } from '#web/ui/Alert.tsx'

import { useOnline } from './use-online.ts'

/** Says that one is offline while one is (ERR-3). */
export function OfflineBanner() {
  const isOnline = useOnline()
  return isOnline ? null : <Alert kind="warning">You are offline. What you see may be out of date, and changes cannot be saved.</Alert>
}

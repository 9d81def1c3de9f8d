import { Alert } from '#web/ui/Alert.tsx'

import { useOnline } from './use-online.ts'
import { shellWords } from './words.ts'

/** A warning on every screen while the browser is offline (ERR-3). */
export function OfflineBanner() {
  const isOnline = useOnline()
  return isOnline ? null : <Alert kind="warning">{shellWords.offline}</Alert>
}

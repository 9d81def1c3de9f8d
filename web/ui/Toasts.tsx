import { lazy, Suspense, useEffect, useState } from 'react'

import { loadToasts } from './notify.ts'

const ToastRegion = lazy(() => loadToasts().then((module) => ({ default: module.ToastRegion })))

/**
 * Where messages appear; put once beside the app. Nobody is told anything in the first moments, so the code comes after the page,
 * but unasked: the message that one is offline must not need the network.
 */
export function Toasts() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), 500)
    return () => clearTimeout(timer)
  }, [])
  return isWanted ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null
}

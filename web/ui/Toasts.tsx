import { useEffect, useState, type ComponentType } from 'react'

import { loadToasts } from './notify.ts'

/**
 * Where messages appear; put once beside the app. Nobody is told anything in the first moments, so the code comes after the page,
 * but unasked: the message that one is offline must not need the network. Until it can come the app goes on without it.
 */
export function Toasts() {
  const [Region, setRegion] = useState<ComponentType>()
  useEffect(() => {
    const load = () =>
      void loadToasts().then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        () => addEventListener('online', load, { once: true }),
      )
    const timer = setTimeout(load, 500)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [])
  return Region ? <Region /> : null
}

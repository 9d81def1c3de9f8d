import { useEffect, useState, type ComponentType } from 'react'

import { loadToasts } from './notify.ts'

/** Milliseconds after which a screen can usually be used, so that nothing of it waits for the code of messages. */
const loadAfterMs = 1_500

/**
 * The place of the messages, used once in the app. The code is loaded shortly after the page and not on the first message, because the message
 * about being offline must not need the network. Menus and dialogs are drawn with the same code. If it cannot be loaded, the app works without
 * messages.
 */
export function Toasts() {
  const [Region, setRegion] = useState<ComponentType>()
  useEffect(() => {
    const load = () =>
      void loadToasts().then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        () => addEventListener('online', load, { once: true }),
      )
    const timer = setTimeout(load, loadAfterMs)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [])
  return Region ? <Region /> : null
}

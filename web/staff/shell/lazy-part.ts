import { lazy, type ComponentType } from 'react'

/**
 * A part of the layout that is loaded when it is first needed. Without a network it waits until the network is back: a part that fails would replace
 * the whole screen, with what the user has typed there.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadOnline(load) }))

async function loadOnline<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
  }
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
  return loadOnline(load)
}

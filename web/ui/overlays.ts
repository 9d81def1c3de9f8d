import { useEffect, useState } from 'react'

const load = async () => {
  const [{ DialogSheet }, { MenuSheet }] = await Promise.all([import('./DialogSheet.tsx'), import('./MenuSheet.tsx')])
  return { DialogSheet, MenuSheet }
}

type Overlays = Awaited<ReturnType<typeof load>>

let loading: Promise<Overlays> | undefined
let loaded: Overlays | undefined

/**
 * Loads what dialogs and menus are drawn with: a third of the code of a screen that is not needed before one of them opens. After a failure the next
 * call tries again.
 */
export const loadOverlays = () =>
  (loading ??= load().then(
    (overlays) => (loaded = overlays),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  ))

/** What dialogs and menus are drawn with, loaded as soon as one of them is wanted. A failure is shown like that of a screen. */
export function useOverlays(isWanted: boolean): Overlays | undefined {
  const [state, setState] = useState<{ error?: unknown }>()
  useEffect(() => {
    if (!isWanted || loaded) return
    let isLeft = false
    loadOverlays().then(
      () => isLeft || setState({}),
      (error: unknown) => isLeft || setState({ error }),
    )
    return () => void (isLeft = true)
  }, [isWanted])
  if (state?.error !== undefined && !loaded) throw state.error
  return loaded
}

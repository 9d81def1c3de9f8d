import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function at every drawing, doing what the latest would: what it is handed to need not be drawn anew for it. Not for use while drawing. */
export function useStable<A extends unknown[]>(act: (...args: A) => void) {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: A) => latest.current(...args), [])
}

import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns the same function on every render, which calls the latest `act`. Components that get it need not render again. Not for use while rendering. */
export function useStable<A extends unknown[], R>(act: (...args: A) => R) {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: A) => latest.current(...args), [])
}

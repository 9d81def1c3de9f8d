import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** How long a page may take to become as long as it was. */
const patience = 10_000
/** What a person does who no longer wants to be taken anywhere. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * The router goes back to where a page was left (NAV-4), but a list whose rows are still on their way is too short for that: this goes there
 * as soon as it is long enough, unless the person has moved first.
 */
export function useLateScroll() {
  const place = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key })
  const top = useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0
  // oxlint-disable-next-line react/exhaustive-deps -- where one was matters on arriving only
  useEffect(() => goWhenLong(top), [place])
}

function goWhenLong(top: number) {
  const go = () => {
    if (document.documentElement.scrollHeight - innerHeight < top) return
    scrollTo({ top })
    stop()
  }
  const watcher = new ResizeObserver(go)
  const timer = setTimeout(() => stop(), patience)
  const stop = () => {
    watcher.disconnect()
    clearTimeout(timer)
    for (const move of ownMoves) removeEventListener(move, stop)
  }
  if (top > 0) watcher.observe(document.body)
  for (const move of ownMoves) addEventListener(move, stop, { passive: true })
  return stop
}

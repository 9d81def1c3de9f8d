import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The longest wait for a page to become as long as before. */
const maxWaitMs = 10_000
/** After any of these events the page is not scrolled, because the user has taken over. */
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * The router restores the scroll position (NAV-4), but a list whose rows are still loading is too short for that. This hook scrolls as soon
 * as the page is long enough, unless the user acts first.
 */
export function useLateScroll() {
  const place = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key })
  const top = useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0
  // oxlint-disable-next-line react/exhaustive-deps -- the position is needed only on arrival
  useEffect(() => scrollWhenLongEnough(top), [place])
}

function scrollWhenLongEnough(top: number) {
  const scroll = () => {
    if (document.documentElement.scrollHeight - innerHeight < top) return
    scrollTo({ top })
    stop()
  }
  const watcher = new ResizeObserver(scroll)
  const timer = setTimeout(() => stop(), maxWaitMs)
  const stop = () => {
    watcher.disconnect()
    clearTimeout(timer)
    for (const type of userEvents) removeEventListener(type, stop)
  }
  if (top > 0) watcher.observe(document.body)
  for (const type of userEvents) addEventListener(type, stop, { passive: true })
  return stop
}

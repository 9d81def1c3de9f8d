import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import type { ScreenName } from '#domain/screen-paths.ts'
import { notFoundWords } from '#web/staff/errors/words.ts'

import { shellWords } from './words.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    screen?: ScreenName
  }
}

/** The longest wait for a heading to appear or to be replaced. After that the focus stays where it is. */
const maxWaitMs = 5_000

/**
 * Sets the document title after every navigation, and moves the focus to the heading after a change of path (NAV-6, NAV-8). When the user goes
 * back to a list, the focus moves to the row that the user had opened.
 */
export function usePageArrival() {
  const router = useRouter()
  useEffect(() => {
    let stopWaiting = () => {}
    // The router's own previous location is not used: it is missing when the user leaves before a screen has loaded.
    let path = router.state.location.pathname
    let isBack = false
    const stopFollowing = router.history.subscribe(({ action }: { action: { type: string } }) => (isBack = action.type === 'BACK'))
    setTitle(router)
    const stopListening = router.subscribe('onRendered', ({ toLocation }) => {
      setTitle(router)
      if (toLocation.pathname === path) return
      const opened = isBack ? path : undefined
      path = toLocation.pathname
      stopWaiting()
      stopWaiting = focusHeading(opened)
    })
    return () => {
      stopFollowing()
      stopListening()
      stopWaiting()
    }
  }, [router])
}

function setTitle(router: AnyRouter) {
  const matches = router.state.matches
  const isUnknown = matches.some(({ _notFound, status }) => _notFound || status === 'notFound')
  const title = isUnknown ? notFoundWords.title : matches.findLast(({ staticData }) => staticData.title)?.staticData.title
  document.title = shellWords.documentTitle(title)
}

/**
 * Focuses the heading of the new page when it appears, and again the heading that replaces it when the page has loaded. If the user has moved
 * the focus in the meantime, it stays. With `opened`, the list row that links to this path gets the focus instead of the heading.
 */
function focusHeading(opened?: string) {
  const before = document.activeElement
  let last: HTMLElement | undefined
  const focus = () => {
    const rows = opened === undefined ? [] : [...document.querySelectorAll<HTMLAnchorElement>('main tbody a')]
    const heading = rows.find(({ pathname }) => pathname === opened) ?? document.querySelector<HTMLElement>('main h1')
    if (!heading || heading === last) return
    const { activeElement } = document
    if (activeElement === document.body || activeElement === (last ?? before)) heading.focus({ preventScroll: true })
    last = heading
  }
  focus()
  const watcher = new MutationObserver(focus)
  watcher.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => watcher.disconnect(), maxWaitMs)
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
  }
}

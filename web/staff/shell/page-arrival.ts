import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import type { ScreenName } from '#domain/screen-paths.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    screen?: ScreenName
  }
}

/** How long a heading may take to appear, or to be replaced, before the focus stays where it is. */
const patience = 5_000

/**
 * On every arrival the document gets its title, and on arrivals at another address the heading gets the focus (NAV-6, NAV-8); who goes back to a list
 * is in the row again that they had opened.
 */
export function usePageArrival() {
  const router = useRouter()
  useEffect(() => {
    let stopWaiting = () => {}
    // Not the router's own account of where one came from: who leaves before a screen has come, for the router came from nowhere.
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
  const title = isUnknown ? 'Page not found' : matches.findLast(({ staticData }) => staticData.title)?.staticData.title
  document.title = title ? `${title} – Formward` : 'Formward'
}

/**
 * Focuses the heading of the new page, at once or when it comes, and the one that takes its place when the page has loaded; not if the
 * person is already somewhere else by then. Instead of the heading, once it is there, the row of a list that leads to `opened`.
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
  const timer = setTimeout(() => watcher.disconnect(), patience)
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
  }
}

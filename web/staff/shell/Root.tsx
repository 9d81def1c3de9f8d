import { type AnyRouter, Outlet, useElementScrollRestoration, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

import type { ScreenName } from '#domain/screen-paths.ts'
import { notFoundWords } from '#web/staff/errors/words.ts'
import { LinkContext, type LinkProps } from '#web/ui/Link.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'

import { RouterLink } from './RouterLink.tsx'
import { shellWords } from './words.ts'

const renderLink = (props: LinkProps) => <RouterLink {...props} />

export function Root() {
  usePageArrival()
  useLateScroll()
  return (
    <LinkContext value={renderLink}>
      <Outlet />
      <Toasts />
    </LinkContext>
  )
}

/** The longest wait for a page to become as long as before. */
const maxScrollWaitMs = 10_000
/** After any of these events the page is not scrolled, because the user has taken over. */
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
const presses = ['pointerdown', 'keydown'] as const

/**
 * The router restores the scroll position (NAV-4), but a list whose rows are still loading is too short for that. This hook scrolls as soon
 * as the page is long enough, unless the user acts first.
 */
function useLateScroll() {
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
  const timer = setTimeout(() => stop(), maxScrollWaitMs)
  const stop = () => {
    watcher.disconnect()
    clearTimeout(timer)
    for (const type of userEvents) removeEventListener(type, stop)
  }
  if (top > 0) watcher.observe(document.body)
  for (const type of userEvents) addEventListener(type, stop, { passive: true })
  return stop
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    screen?: ScreenName
  }
}

/** The longest wait for a heading to appear or to be replaced. After that the focus stays where it is. */
const maxHeadingWaitMs = 5_000

/**
 * Sets the document title after every navigation, and moves the focus to the heading after a change of path (NAV-6, NAV-8). When the user goes
 * back to a list, the focus moves to the row that the user had opened.
 */
function usePageArrival() {
  const router = useRouter()
  useEffect(() => {
    let stopWaiting = () => {}
    // The router's own previous location is not used: it is missing when the user leaves before a screen has loaded.
    let path = router.state.location.pathname
    let isBack = false
    let before = document.activeElement
    /** Whether the user has pressed a key or a button since the navigation began. */
    let hasPressed = false
    const stopNoting = router.subscribe('onBeforeNavigate', () => {
      before = document.activeElement
      hasPressed = false
    })
    const press = () => (hasPressed = true)
    for (const type of presses) addEventListener(type, press, { capture: true, passive: true })
    const stopFollowing = router.history.subscribe(({ action }: { action: { type: string } }) => (isBack = action.type === 'BACK'))
    setTitle(router)
    const stopListening = router.subscribe('onRendered', ({ toLocation }) => {
      setTitle(router)
      if (toLocation.pathname === path) return
      const opened = isBack ? path : undefined
      path = toLocation.pathname
      stopWaiting()
      stopWaiting = focusHeading(hasPressed && document.activeElement !== before, opened)
    })
    return () => {
      stopFollowing()
      stopNoting()
      for (const type of presses) removeEventListener(type, press, { capture: true })
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
 * the focus since the navigation began (`isMoved`), it stays: a menu that was opened meanwhile stays open. With `opened`, the list row that links to this path
 * gets the focus instead of the heading.
 */
function focusHeading(isMoved: boolean, opened?: string) {
  let last: Element | undefined
  const focus = () => {
    const rows = opened === undefined ? [] : [...document.querySelectorAll<HTMLAnchorElement>('main tbody a')]
    const heading = rows.find(({ pathname }) => pathname === opened) ?? document.querySelector<HTMLElement>('main h1')
    if (!heading || heading === last) return
    const { activeElement } = document
    // A menu or dialog that began the navigation moves the focus itself when it closes.
    const isLeft = last === undefined ? !isMoved : activeElement === last
    if (activeElement === document.body || isLeft) heading.focus({ preventScroll: true })
    last = heading
  }
  focus()
  const watcher = new MutationObserver(focus)
  watcher.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => watcher.disconnect(), maxHeadingWaitMs)
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
  }
}

import { type AnyRouter, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

import type { LinkProps } from '#web/ui/Link.tsx'

const isScreen = (href: string) => /^\/(?!\/|api\/)/.test(href)

/** Loads the code of the screen at this address of the app, and none of its data. A failure shows when the screen is opened. */
export function loadCode(router: AnyRouter, href: string) {
  const [path = ''] = href.split('?')
  for (const route of router.getMatchedRoutes(path)[0]) router.loadRouteChunk(route)?.catch(() => undefined)
}

/** A link to a screen of the app, which opens without reloading the page. What opens beside a list (`isBeside`) does not scroll the list. */
export function RouterLink({ href, isBeside = false, onClick, children, ...rest }: LinkProps & { isBeside?: boolean }) {
  const router = useRouter()
  const isInternal = isScreen(href)

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.()
    const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!isInternal || isForBrowser || event.defaultPrevented) return
    event.preventDefault()
    void router.navigate({ href, resetScroll: !isBeside })
  }
  // The code of the screen is loaded when the pointer or the focus reaches the link.
  const prepare = () => isInternal && loadCode(router, href)
  return (
    <a href={href} {...rest} onClick={follow} onPointerEnter={prepare} onFocus={prepare}>
      {children}
    </a>
  )
}

/** For the context of the links that open beside a list. */
export const renderLinkBeside = (props: LinkProps) => <RouterLink {...props} isBeside />

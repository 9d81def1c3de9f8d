import { type AnyRouter, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

import type { LinkProps } from '#web/ui/Link.tsx'

const isScreen = (href: string) => /^\/(?!\/|api\/)/.test(href)

/** Loads the code of the screen at this address of the app, and none of its data. A failure shows when the screen is opened. */
export function loadCode(router: AnyRouter, href: string) {
  const [path = ''] = href.split('?')
  for (const route of router.getMatchedRoutes(path)[0]) router.loadRouteChunk(route)?.catch(() => undefined)
}

type RouterLinkProps = LinkProps & {
  /** False for what opens beside a list, which must not scroll the list. */
  resetScroll?: boolean
  /** The screen takes the place of this one in the history. */
  replace?: boolean
}

/** A link to a screen of the app, which opens without reloading the page. */
export function RouterLink({ href, resetScroll = true, replace = false, onClick, children, ...rest }: RouterLinkProps) {
  const router = useRouter()
  const isInternal = isScreen(href)

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.()
    const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!isInternal || isForBrowser || event.defaultPrevented) return
    event.preventDefault()
    void router.navigate({ href, resetScroll, replace })
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
export const renderLinkBeside = (props: LinkProps) => <RouterLink {...props} resetScroll={false} />

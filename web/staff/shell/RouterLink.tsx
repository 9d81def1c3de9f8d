import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

import type { LinkProps } from '#web/ui/Link.tsx'

/** A link of the app is an ordinary link that need not load the page anew. */
export function RouterLink({ href, onClick, children, ...rest }: LinkProps) {
  const router = useRouter()
  const isOurs = /^\/(?!\/|api\/)/.test(href)

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.()
    const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!isOurs || isForBrowser || event.defaultPrevented) return
    event.preventDefault()
    void router.navigate({ href })
  }
  // The code of the screen comes while the hand is still on its way.
  const prepare = () => {
    if (!isOurs) return
    const { pathname } = new URL(href, location.origin)
    const [matched] = router.getMatchedRoutes(pathname)
    for (const route of matched) router.loadRouteChunk(route)?.catch(() => undefined)
  }
  return (
    <a href={href} {...rest} onClick={follow} onPointerEnter={prepare} onFocus={prepare}>
      {children}
    </a>
  )
}

import { Outlet } from '@tanstack/react-router'

import { LinkContext, type LinkProps } from '#web/ui/Link.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'

import { useLateScroll } from './late-scroll.ts'
import { usePageArrival } from './page-arrival.ts'
import { RouterLink } from './RouterLink.tsx'

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

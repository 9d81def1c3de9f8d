import { createContext, use } from 'react'
import type { ReactElement, ReactNode, Ref } from 'react'

export type LinkProps = {
  href: string
  children?: ReactNode
  className?: string | undefined
  title?: string | undefined
  'aria-current'?: 'page' | 'step' | undefined
  'aria-label'?: string | undefined
  tabIndex?: number | undefined
  onClick?: (() => void) | undefined
  ref?: Ref<HTMLAnchorElement>
}

const plainLink = ({ children, ...anchor }: LinkProps) => <a {...anchor}>{children}</a>

/** The app provides its own link component here, so that web/ui does not depend on the router. */
export const LinkContext = createContext<(props: LinkProps) => ReactElement>(plainLink)

export function Link(props: LinkProps) {
  const renderLink = use(LinkContext)
  return renderLink(props)
}

import { createContext, use } from 'react'
import type { ComponentType, ReactNode, Ref } from 'react'

export type LinkProps = {
  href: string
  children?: ReactNode
  className?: string | undefined
  title?: string | undefined
  'aria-current'?: 'page' | 'step' | undefined
  'aria-label'?: string | undefined
  onClick?: (() => void) | undefined
  ref?: Ref<HTMLAnchorElement>
}

const PlainLink = (props: LinkProps) => <a {...props} />

/** The router is given to the primitives here, so that none of them has to know it. */
export const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink)

export function Link(props: LinkProps) {
  const Anchor = use(LinkContext)
  return <Anchor {...props} />
}

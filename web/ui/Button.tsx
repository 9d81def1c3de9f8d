import type { ComponentProps, MouseEvent } from 'react'

import { classNames } from './class-names.ts'
import { Link } from './Link.tsx'
import type { LinkProps } from './Link.tsx'
import { Spinner } from './Spinner.tsx'
import { buttonWords } from './words.ts'

export const buttonKinds = ['primary', 'secondary', 'urgent', 'urgent-secondary', 'urgent-flat', 'link'] as const
export type ButtonKind = (typeof buttonKinds)[number]
export type ButtonSize = 'md' | 'sm'
type ButtonLook = { kind?: ButtonKind; size?: ButtonSize }

export const buttonClass = ({ kind = 'secondary', size = 'md' }: ButtonLook = {}) =>
  `button button--${kind}${size === 'sm' ? ' button--sm' : ''}`

type ButtonProps = ComponentProps<'button'> & ButtonLook & { isPending?: boolean | undefined; pendingLabel?: string }

export function Button({
  kind,
  size,
  isPending = false,
  pendingLabel = buttonWords.pending,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  // A pending button ignores further presses and submits. It is not disabled, because a disabled button loses the focus.
  const press = (event: MouseEvent<HTMLButtonElement>) => (isPending ? event.preventDefault() : onClick?.(event))
  const look: ButtonLook = { ...(kind && { kind }), ...(size && { size }) }
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(look), className)}
      aria-disabled={isPending || undefined}
      data-pending={isPending || undefined}
      onClick={press}
    >
      {isPending && <Spinner label={pendingLabel} />}
      <span className="button__content">{children}</span>
    </button>
  )
}

export function ButtonLink({ kind, size, className, ...rest }: LinkProps & ButtonLook) {
  const look: ButtonLook = { ...(kind && { kind }), ...(size && { size }) }
  return <Link {...rest} className={classNames(buttonClass(look), className)} />
}

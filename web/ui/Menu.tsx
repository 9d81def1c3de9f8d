import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

import { buttonClass } from './Button.tsx'
import type { ButtonKind, ButtonSize } from './Button.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import { menuWords } from './field-words.ts'
import { loadOverlays, useOverlays } from './overlays.ts'

export type MenuAction = { id: string; label: string; icon?: IconName; isDanger?: boolean; isDisabled?: boolean; onAction: () => void }

type MenuProps = {
  actions: readonly MenuAction[]
  /** shown on the button; without it the button shows three dots and is named by `name` */
  label?: ReactNode
  name?: string
  kind?: ButtonKind
  size?: ButtonSize
}

/** What has the focus when a menu opens. */
export type MenuFocus = 'first' | 'last' | 'menu'

const openingKeys: Record<string, MenuFocus> = { Enter: 'first', ' ': 'first', ArrowDown: 'first', ArrowUp: 'last' }

export function Menu({ actions, label, name = menuWords.more, kind = 'secondary', size = 'md' }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [openAt, setOpenAt] = useState<MenuFocus>()
  const overlays = useOverlays(openAt !== undefined)
  // A menu that opened after the user had gone on would take the focus away.
  const stopWaiting = () => overlays ?? setOpenAt(undefined)
  // Without the click that Enter and the space bar make of a button: the library takes it for one of a screen reader, and then moves the focus into the
  // menu only if nothing else has moved it meanwhile.
  const openWithKeys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') stopWaiting()
    if (!(event.key in openingKeys)) return
    event.preventDefault()
    setOpenAt(openingKeys[event.key])
  }
  // A failure is shown when the menu is opened, which tries again.
  const prepare = () => void loadOverlays().catch(() => {})
  return (
    <>
      <button
        ref={button}
        type="button"
        className={label ? buttonClass({ kind, size }) : 'icon-button'}
        aria-label={label ? undefined : name}
        aria-haspopup="true"
        aria-expanded={openAt !== undefined}
        // A screen reader makes a click without a count.
        onClick={({ detail }) => setOpenAt(detail === 0 ? 'first' : 'menu')}
        onKeyDown={openWithKeys}
        onBlur={stopWaiting}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        {label}
        <Icon name={label ? 'chevronDown' : 'more'} />
      </button>
      {overlays && (
        <overlays.MenuSheet
          actions={actions}
          label={typeof label === 'string' ? label : name}
          button={button}
          openAt={openAt}
          onClose={() => setOpenAt(undefined)}
        />
      )}
    </>
  )
}

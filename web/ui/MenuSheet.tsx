import type { RefObject } from 'react'
import { Menu as AriaMenu, MenuItem, Popover } from 'react-aria-components/Menu'

import { Icon } from './Icon.tsx'
import type { MenuAction, MenuFocus } from './Menu.tsx'

type MenuSheetProps = {
  actions: readonly MenuAction[]
  label: string
  button: RefObject<HTMLButtonElement | null>
  /** what has the focus first; undefined while the menu is closed */
  openAt: MenuFocus | undefined
  onClose: () => void
}

export function MenuSheet({ actions, label, button, openAt, onClose }: MenuSheetProps) {
  const hasIcons = actions.some(({ icon }) => icon)
  return (
    <Popover
      className="popover"
      aria-label={label}
      placement="bottom end"
      offset={4}
      trigger="MenuTrigger"
      triggerRef={button}
      isOpen={openAt !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus moves into a menu that the user has opened */}
      <AriaMenu className="menu" aria-label={label} autoFocus={openAt === 'menu' ? true : (openAt ?? false)} onClose={onClose}>
        {actions.map(({ id, label: text, icon, isDanger = false, isDisabled = false, onAction }) => (
          <MenuItem
            key={id}
            id={id}
            className="menu__item"
            data-danger={isDanger || undefined}
            isDisabled={isDisabled}
            textValue={text}
            onAction={onAction}
          >
            {icon ? <Icon name={icon} /> : hasIcons && <span className="menu__space" />}
            {text}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  )
}

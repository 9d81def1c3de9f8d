import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu'

import { buttonClass } from './Button.tsx'
import type { ButtonKind, ButtonSize } from './Button.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import { menuWords } from './field-words.ts'

export type MenuAction = { id: string; label: string; icon?: IconName; isDanger?: boolean; isDisabled?: boolean; onAction: () => void }

type MenuProps = {
  actions: readonly MenuAction[]
  /** shown on the button; without it the button shows three dots and is named by `name` */
  label?: ReactNode
  name?: string
  kind?: ButtonKind
  size?: ButtonSize
}

export function Menu({ actions, label, name = menuWords.more, kind = 'secondary', size = 'md' }: MenuProps) {
  const hasIcons = actions.some(({ icon }) => icon)
  return (
    <MenuTrigger>
      {label ? (
        <Button className={buttonClass({ kind, size })}>
          {label}
          <Icon name="chevronDown" />
        </Button>
      ) : (
        <Button className="icon-button" aria-label={name}>
          <Icon name="more" />
        </Button>
      )}
      <Popover className="popover" placement="bottom end" offset={4}>
        <AriaMenu className="menu" aria-label={typeof label === 'string' ? label : name}>
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
    </MenuTrigger>
  )
}

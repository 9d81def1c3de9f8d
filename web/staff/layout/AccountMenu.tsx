import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'

import { ColourScheme } from './ColourScheme.tsx'

type AccountMenuProps = {
  name: string
  role?: string | undefined
  organisation?: string | undefined
  links: readonly { label: string; href: string }[]
}

export function AccountMenu({ name, role, organisation, links }: AccountMenuProps) {
  const label = (
    <>
      <span className="account__icon">
        <Icon name="person" />
      </span>
      <span className="account__name">{name}</span>
    </>
  )
  return (
    <Disclosure label={label} className="account" align="end">
      {(close) => (
        <div className="account__sheet">
          <p className="account__who">
            <b>{name}</b>
            {role && <span className="muted">{role}</span>}
            {organisation && <span className="muted">{organisation}</span>}
          </p>
          <ColourScheme />
          <ul className="menu">
            {links.map(({ label, href }) => (
              <li key={href}>
                <Link className="menu__item" href={href} onClick={close}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Disclosure>
  )
}

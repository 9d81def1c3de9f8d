import { useId, useState } from 'react'

import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

export type TabLink = { id: string; label: string; href: string; count?: number | undefined }

type TabNavProps = {
  tabs: readonly TabLink[]
  current: string
  label: string
  /** The counts are lower limits. */
  isAtLeast?: boolean
}

/** More tabs than this would fill a phone's screen, so there a button shows the current tab and opens the others. */
const mostUnfolded = 6

/** Tabs as links with an address, so that reload and Back keep the tab. */
export function TabNav({ tabs, current, label, isAtLeast = false }: TabNavProps) {
  const listId = useId()
  // Choosing a tab closes the list, because the list was opened from another tab.
  const [openedFrom, setOpenedFrom] = useState<string>()
  const isOpen = openedFrom === current
  const folds = tabs.length > mostUnfolded
  const shown = tabs.find(({ id }) => id === current)
  return (
    <nav className="tab-nav" aria-label={label} data-folded={(folds && !isOpen) || undefined}>
      {folds && (
        <button
          type="button"
          className="tab-nav__toggle button button--secondary"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpenedFrom(isOpen ? undefined : current)}
        >
          {shown ? <TabText tab={shown} isAtLeast={isAtLeast} /> : label}
          <Icon name="chevronDown" />
        </button>
      )}
      <ul id={listId}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <Link href={tab.href} aria-current={tab.id === current ? 'page' : undefined}>
              <TabText tab={tab} isAtLeast={isAtLeast} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const TabText = ({ tab: { label, count }, isAtLeast }: { tab: TabLink; isAtLeast: boolean }) => (
  <>
    {label}
    {count !== undefined && (
      <span className="tab-nav__count">
        {count.toLocaleString('en-GB')}
        {isAtLeast && '+'}
      </span>
    )}
  </>
)

import { Link } from './Link.tsx'

export type TabLink = { id: string; label: string; href: string; count?: number | undefined }

/** Tabs as links with an address, so that reload and Back keep the tab. With `isAtLeast`, the counts are lower limits. */
export function TabNav({
  tabs,
  current,
  label,
  isAtLeast = false,
}: {
  tabs: readonly TabLink[]
  current: string
  label: string
  isAtLeast?: boolean
}) {
  return (
    <nav className="tab-nav" aria-label={label}>
      <ul>
        {tabs.map(({ id, label: text, href, count }) => (
          <li key={id}>
            <Link href={href} aria-current={id === current ? 'page' : undefined}>
              {text}
              {count !== undefined && (
                <span className="tab-nav__count">
                  {count.toLocaleString('en-GB')}
                  {isAtLeast && '+'}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

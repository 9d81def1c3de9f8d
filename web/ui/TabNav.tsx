import { Link } from './Link.tsx'

export type TabLink = { id: string; label: string; href: string; count?: number | undefined }

/** Tabs are places with an address, so that reload and Back keep them: links, not a tab widget. Of counts that are `isAtLeast` there may be more. */
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
        {tabs.map(({ id, label: words, href, count }) => (
          <li key={id}>
            <Link href={href} aria-current={id === current ? 'page' : undefined}>
              {words}
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

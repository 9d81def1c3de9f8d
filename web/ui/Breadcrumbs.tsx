import { Link } from './Link.tsx'
import { breadcrumbsLabel } from './words.ts'

export type Crumb = { label: string; href?: string | undefined }

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="breadcrumbs" aria-label={breadcrumbsLabel}>
      <ol>
        {crumbs.map(({ label, href }) => (
          <li key={label}>{href ? <Link href={href}>{label}</Link> : <span aria-current="page">{label}</span>}</li>
        ))}
      </ol>
    </nav>
  )
}

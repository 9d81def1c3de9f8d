import type { Source } from '#domain/form/definition.ts'

/** Whose words a form asks, and on what terms. */
export function SourceWords({ source: { name, licence, url } }: { source: Source }) {
  return (
    <>
      {name}. {licence}.{' '}
      {url && (
        <a href={url} target="_blank" rel="noreferrer">
          {url} (opens in a new tab)
        </a>
      )}
    </>
  )
}

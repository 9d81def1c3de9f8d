import type { Source } from '#domain/form/definition.ts'

/** Whose words a form asks, and on what terms. */
export const sourceRows = (source: Source | undefined) =>
  source
    ? [
        { label: 'Source', value: source.url ? <SourceLink url={source.url} name={source.name} /> : source.name },
        { label: 'Licence', value: source.licence },
      ]
    : []

const SourceLink = ({ url, name }: { url: string; name: string }) => (
  <>
    {name}{' '}
    <a href={url} target="_blank" rel="noreferrer">
      {url} (opens in a new tab)
    </a>
  </>
)

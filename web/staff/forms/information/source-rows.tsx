import type { Source } from '#domain/form/definition.ts'

import { informationWords } from './words.ts'

/** The source and the licence of the questions of a form. */
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
      {informationWords.newTab(url)}
    </a>
  </>
)

import { useRouteContext } from '@tanstack/react-router'

import type { FormDetails } from '#contract/forms.ts'
import { formatDateTime } from '#domain/dates.ts'
import type { Source } from '#domain/form/definition.ts'
import { formatSentCount, formTypeLabel } from '#domain/form/form.ts'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { PepCode } from './PepCode.tsx'
import { informationWords, informationWords as words } from './words.ts'

export function FormInformation({ form }: { form: FormDetails }) {
  const { config } = useRouteContext({ from: '/inside' })
  const live = form.version === null ? words.notPublished : words.version(form.version)
  return (
    <SummaryList
      rows={[
        { label: words.title, value: form.title },
        { label: words.description, value: form.description },
        { label: words.type, value: formTypeLabel(form.type) },
        ...(config.flags.pepLinks ? [{ label: words.labels.pep, value: form.pepCode, action: <PepCode form={form} /> }] : []),
        { label: words.labels.liveVersion, value: form.publishedAt ? words.since(live, formatDateTime(form.publishedAt)) : live },
        {
          label: words.draft,
          value: form.isChanged || form.version === null ? words.changed : words.unchanged,
        },
        { label: words.questions, value: form.questionCount },
        { label: words.labels.sent, value: formatSentCount(form.requestCount) },
        ...sourceRows(form.draft.source),
        {
          label: words.labels.lastEdited,
          value: form.editedBy ? words.editedBy(formatDateTime(form.editedAt), form.editedBy.name) : formatDateTime(form.editedAt),
        },
        { label: words.created, value: formatDateTime(form.createdAt) },
        { label: words.labels.id, value: form.id },
      ]}
    />
  )
}

/** The source and the licence of the questions of a form. */
export const sourceRows = (source: Source | undefined) =>
  source
    ? [
        { label: words.source, value: source.url ? <SourceLink url={source.url} name={source.name} /> : source.name },
        { label: words.licence, value: source.licence },
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

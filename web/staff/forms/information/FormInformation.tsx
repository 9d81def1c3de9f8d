import { useRouteContext } from '@tanstack/react-router'

import type { FormDetails } from '#contract/forms.ts'
import { formatDateTime } from '#domain/moments.ts'
import type { Source } from '#domain/form/definition.ts'
import { formatSentCount, formTypeLabel } from '#domain/form/form.ts'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { FormReminders, reminderText } from './FormReminders.tsx'
import { FormSensitivity } from './FormSensitivity.tsx'
import { PepCode, PepCodeText } from './PepCode.tsx'
import { informationWords, reminderWords, sensitiveWords } from './words.ts'

export function FormInformation({ form }: { form: FormDetails }) {
  const { config } = useRouteContext({ from: '/inside' })
  const live = form.version === null ? informationWords.notPublished : informationWords.version(form.version)
  return (
    <SummaryList
      rows={[
        { label: informationWords.title, value: form.title },
        { label: informationWords.description, value: form.description },
        { label: informationWords.type, value: formTypeLabel(form.type) },
        ...(config.flags.pepLinks
          ? [{ label: informationWords.labels.pep, value: form.pepCode && <PepCodeText form={form} />, action: <PepCode form={form} /> }]
          : []),
        {
          label: informationWords.labels.liveVersion,
          value: form.publishedAt ? informationWords.since(live, formatDateTime(form.publishedAt)) : live,
        },
        {
          label: informationWords.draft,
          value: form.isChanged || form.version === null ? informationWords.changed : informationWords.unchanged,
        },
        { label: reminderWords.label, value: reminderText(form.reminders), action: <FormReminders form={form} /> },
        {
          label: sensitiveWords.label,
          value: form.isSensitive ? sensitiveWords.sensitive : sensitiveWords.shown,
          action: <FormSensitivity form={form} />,
        },
        { label: informationWords.questions, value: form.questionCount },
        { label: informationWords.labels.sent, value: formatSentCount(form.requestCount) },
        ...sourceRows(form.draft.source),
        {
          label: informationWords.labels.lastEdited,
          value: form.editedBy
            ? informationWords.editedBy(formatDateTime(form.editedAt), form.editedBy.name)
            : formatDateTime(form.editedAt),
        },
        { label: informationWords.created, value: formatDateTime(form.createdAt) },
        { label: informationWords.labels.id, value: form.id },
      ]}
    />
  )
}

/** The source and the licence of the questions of a form. */
export const sourceRows = (source: Source | undefined) =>
  source
    ? [
        { label: informationWords.source, value: source.url ? <SourceLink url={source.url} name={source.name} /> : source.name },
        { label: informationWords.licence, value: source.licence },
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

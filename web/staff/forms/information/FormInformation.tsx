import { useRouteContext } from '@tanstack/react-router'

import type { FormDetails } from '#contract/forms.ts'
import { formatDateTime } from '#domain/dates.ts'
import { formTypeLabel, formatSentCount } from '#domain/form/form.ts'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { PepCode } from './PepCode.tsx'
import { sourceRows } from './source-rows.tsx'

export function FormInformation({ form }: { form: FormDetails }) {
  const { config } = useRouteContext({ from: '/inside' })
  const live = form.version === null ? 'Not yet published' : `Version ${form.version}`
  return (
    <SummaryList
      rows={[
        { label: 'Title', value: form.title },
        { label: 'Description', value: form.description },
        { label: 'Type', value: formTypeLabel(form.type) },
        ...(config.flags.pepLinks ? [{ label: 'PEP department or clinic', value: form.pepCode, action: <PepCode form={form} /> }] : []),
        { label: 'Live version', value: form.publishedAt ? `${live}, since ${formatDateTime(form.publishedAt)}` : live },
        {
          label: 'Draft',
          value: form.isChanged || form.version === null ? 'Has changes that are not published' : 'The same as the live version',
        },
        { label: 'Questions', value: form.questionCount },
        { label: 'Form requests sent', value: formatSentCount(form.requestCount) },
        ...sourceRows(form.draft.source),
        { label: 'Last edited', value: `${formatDateTime(form.editedAt)}${form.editedBy ? ` by ${form.editedBy.name}` : ''}` },
        { label: 'Created', value: formatDateTime(form.createdAt) },
        { label: 'Form id', value: form.id },
      ]}
    />
  )
}

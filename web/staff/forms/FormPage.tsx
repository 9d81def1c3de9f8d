import { useQuery } from '@tanstack/react-query'
import { useRouteContext, useSearch } from '@tanstack/react-router'

import type { FormDetails } from '#contract/forms.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'

import { FormAnalytics } from './analytics/FormAnalytics.tsx'
import { FormActions } from './FormActions.tsx'
import { FormBadges } from './form-columns.tsx'
import { FormInformation } from './information/FormInformation.tsx'
import { pepWords } from './information/words.ts'
import { FormSubmission, FormSubmissions } from './FormSubmissions.tsx'
import { VersionTranslations } from './translations/VersionTranslations.tsx'
import { FormVersions } from './versions/FormVersions.tsx'
import { VersionPreview } from './preview/FormPreview.tsx'
import { formPageWords } from './words.ts'

const { tabs } = formPageWords
type Tab = keyof typeof tabs
const answersTabs: readonly Tab[] = ['submissions', 'submission', 'analytics']

export function FormPage({ id }: { id: string }) {
  const form = useQuery(q(api.forms.get, { params: { id } }))
  if (form.isError && !form.data)
    return (
      <>
        <PageHeader title={formPageWords.title} />
        <LoadError of={form} />
      </>
    )
  if (!form.data)
    return (
      <>
        <PageHeader title={formPageWords.title} />
        <Skeleton lines={8} />
      </>
    )
  return <Details form={form.data} />
}

function Details({ form }: { form: FormDetails }) {
  const { can } = useSession()
  const { config } = useRouteContext({ from: '/inside' })
  const search = useSearch({ from: '/inside/forms/details/$id' })
  // A form in English only has no tab for translations.
  const isTranslated = search.tab === 'translations' || form.draft.translations !== undefined
  const shown = (Object.keys(tabs) as Tab[]) // the keys are the tabs
    .filter((tab) => (can('formRequest:read') || !answersTabs.includes(tab)) && (isTranslated || tab !== 'translations'))
  const tab = shown.find((one) => one === search.tab) ?? 'preview'
  const submissionId = search.submission
  const hrefOf = (one: Tab) =>
    pathTo('formDetails', { id: form.id }, { tab: one, ...(one === 'submission' && submissionId && { submission: submissionId }) })
  return (
    <>
      <PageHeader
        title={form.title}
        badges={
          <Row>
            <FormBadges form={form} />
            {config.flags.pepLinks && form.pepCode && !form.pepPlace && <Badge kind="warning">{pepWords.notConfirmed}</Badge>}
          </Row>
        }
        description={form.description}
        actions={<FormActions form={form} />}
      />
      <Stack>
        <TabNav label={formPageWords.form} current={tab} tabs={shown.map((one) => ({ id: one, label: tabs[one], href: hrefOf(one) }))} />
        {tab === 'preview' && <VersionPreview form={form} version={search.version === 'draft' ? undefined : search.version} />}
        {tab === 'information' && (
          <Panel>
            <FormInformation form={form} />
          </Panel>
        )}
        {tab === 'submissions' && <FormSubmissions formId={form.id} />}
        {tab === 'submission' && <FormSubmission formId={form.id} submissionId={submissionId} />}
        {tab === 'analytics' && <FormAnalytics formId={form.id} />}
        {tab === 'versions' && <FormVersions form={form} />}
        {tab === 'translations' && <VersionTranslations form={form} which={search.version} place={search} />}
      </Stack>
    </>
  )
}

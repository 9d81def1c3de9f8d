import { useQuery } from '@tanstack/react-query'
import { useRouteContext, useSearch } from '@tanstack/react-router'

import type { Organisation } from '#contract/organisations.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { OrganisationLog } from '#web/staff/audit/OrganisationLog.tsx'
import { MembersTable } from '#web/staff/members/MembersTable.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'
import { notify } from '#web/ui/notify.ts'

import { ClientsPanel } from './clients/ClientsPanel.tsx'
import { DetailsForm } from './details/DetailsForm.tsx'
import { LogoSection } from './logo/LogoSection.tsx'
import { NhsAppSection } from './nhs-app/NhsAppSection.tsx'
import { OutcomesPanel } from './outcomes/OutcomesPanel.tsx'
import { PepSection } from './pep/PepSection.tsx'
import { ProvidersSection } from './providers/ProvidersSection.tsx'
import { RecordsPanel } from './records/RecordsPanel.tsx'
import { SettingsForm } from './settings/SettingsForm.tsx'
import { WebhooksPanel } from './webhooks/WebhooksPanel.tsx'
import { detailsWords, organisationLabels, organisationPageWords } from './words.ts'

const labels = organisationPageWords.tabs
type Tab = keyof typeof labels

/** Tabs that bring their own panels. */
const ownPanels: readonly Tab[] = ['users', 'log', 'records', 'providers', 'outcomes', 'nhsApp', 'clients', 'webhooks']

type OrganisationScreenProps = {
  id: string
  title: string
  hrefOf: (search: { tab: Tab }) => string
  /** the viewer is an admin of this organisation: admins change the settings, not the details */
  isOwn?: boolean
}

export function OrganisationScreen({ id, title, ...rest }: OrganisationScreenProps) {
  const organisation = useQuery(q(api.organisations.get, { params: { id } }))
  if (organisation.data) return <Manage organisation={organisation.data} {...rest} />
  return (
    <>
      <PageHeader title={title} />
      {organisation.isError ? <LoadError of={organisation} /> : <Skeleton lines={8} />}
    </>
  )
}

type ManageProps = Omit<OrganisationScreenProps, 'id' | 'title'> & { organisation: Organisation }

function Manage({ organisation, hrefOf, isOwn = false }: ManageProps) {
  const { config } = useRouteContext({ from: '/inside' })
  const search = useSearch({ strict: false })
  const { can } = useSession()
  const hidden: unknown[] = [
    ...(isOwn ? ['users', 'log'] : []),
    !config.flags.pepLinks && 'pep',
    !can('event:read') && 'webhooks',
    !(isOwn && can('patientRecord:erase')) && 'records',
  ]
  const tabs = (Object.keys(labels) as Tab[]).filter((tab) => !hidden.includes(tab)) // the keys are the tabs
  const current = tabs.find((tab) => tab === search.tab) ?? 'details'
  const links = tabs.map((tab) => ({
    id: tab,
    label: labels[tab],
    href: hrefOf({ tab }),
    ...(tab === 'users' && { count: organisation.totalMembers }),
  }))
  return (
    <>
      <PageHeader title={organisation.name} description={organisationPageWords.description(organisation.odsCode)} />
      <Stack>
        <TabNav label={organisationPageWords.tabsLabel} current={current} tabs={links} />
        {current === 'users' && <OrganisationMembers organisationId={organisation.id} />}
        {current === 'log' && <OrganisationLog organisationId={organisation.id} />}
        {current === 'providers' && <ProvidersSection organisationId={organisation.id} />}
        {current === 'nhsApp' && <NhsAppSection organisationId={organisation.id} />}
        {current === 'records' && <RecordsPanel organisation={organisation} />}
        {current === 'outcomes' && <OutcomesPanel organisationId={organisation.id} />}
        {current === 'clients' && <ClientsPanel organisationId={organisation.id} />}
        {current === 'webhooks' && <WebhooksPanel organisationId={organisation.id} />}
        {!ownPanels.includes(current) && (
          <Panel>
            {current === 'details' && <Details organisation={organisation} isOwn={isOwn} />}
            {current === 'logo' && <LogoSection organisation={organisation} />}
            {current === 'pep' && <PepSection organisationId={organisation.id} />}
            {current === 'settings' && <SettingsForm organisation={organisation} />}
          </Panel>
        )}
      </Stack>
    </>
  )
}

const Details = ({ organisation, isOwn }: { organisation: Organisation; isOwn: boolean }) => (
  <Stack gap="lg">
    {isOwn ? (
      <DetailsSummary organisation={organisation} />
    ) : (
      <DetailsForm organisation={organisation} onSaved={({ name }) => notify({ label: detailsWords.saved(name), kind: 'success' })} />
    )}
    <Totals organisation={organisation} />
  </Stack>
)

/** The users of any organisation, for system administrators. */
const OrganisationMembers = ({ organisationId: id }: { organisationId: string }) => (
  <>
    <Row>
      <ButtonLink kind="primary" href={pathTo('organisationMemberCreate', { id })}>
        {organisationPageWords.createUser}
      </ButtonLink>
    </Row>
    <MembersTable organisationId={id} rowHref={(member) => pathTo('organisationMemberDetails', { id, memberId: member.id })} />
  </>
)

/** The same details for an admin of the organisation, who may not change them. */
const DetailsSummary = ({ organisation }: { organisation: Organisation }) => (
  <LabelledSection label={detailsWords.label} description={detailsWords.readOnly}>
    <SummaryList
      rows={[
        { label: organisationLabels.name, value: organisation.name },
        { label: organisationLabels.odsCode, value: organisation.odsCode },
        { label: organisationLabels.code, value: organisation.code },
        { label: organisationLabels.vitalType, value: organisation.vitalType },
        { label: organisationLabels.regulatoryBody, value: organisation.regulatoryBody },
      ]}
    />
  </LabelledSection>
)

const count = (total: number) => total.toLocaleString('en-GB')

export const Totals = ({ organisation }: { organisation: Organisation }) => (
  <LabelledSection label={detailsWords.totals}>
    <SummaryList
      rows={[
        { label: detailsWords.users, value: count(organisation.totalMembers) },
        { label: detailsWords.patients, value: count(organisation.totalPatients) },
        { label: detailsWords.activePatients, value: count(organisation.totalActivePatients) },
        { label: detailsWords.created, value: formatDateTime(organisation.createdAt) },
      ]}
    />
  </LabelledSection>
)

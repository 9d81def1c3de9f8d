import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'

import type { Organisation } from '#contract/organisations.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { OrganisationLog } from '#web/staff/audit/OrganisationLog.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'
import { notify } from '#web/ui/notify.ts'

import { OrganisationForm } from './OrganisationForm.tsx'
import { OrganisationInformation } from './OrganisationInformation.tsx'
import { OrganisationMembers } from './OrganisationMembers.tsx'

const tabs = { details: 'Details', users: 'Users', settings: 'Settings', log: 'Audit Log' }
type Tab = keyof typeof tabs

export function OrganisationPage({ id }: { id: string }) {
  const organisation = useQuery(q(api.organisations.get, { params: { id } }))
  if (organisation.data) return <Manage organisation={organisation.data} />
  return (
    <>
      <PageHeader title="Manage Organisation" />
      {organisation.isError ? (
        <ErrorState onRetry={() => void organisation.refetch()}>{wordsOf(organisation.error)}</ErrorState>
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  )
}

function Manage({ organisation }: { organisation: Organisation }) {
  const router = useRouter()
  const search = useRouterState({ select: (state) => state.location.search as { tab?: unknown } }) // whatever the address says
  const tab = (Object.keys(tabs) as Tab[]).find((one) => one === search.tab) ?? 'details' // the keys are the tabs
  const hrefOf = (one: Tab) => pathTo('organisationDetails', { id: organisation.id }, { tab: one })
  const links = Object.entries(tabs).map(([one, label]) => ({
    id: one,
    label,
    href: hrefOf(one as Tab), // likewise
    ...(one === 'users' && { count: organisation.totalMembers }),
  }))
  return (
    <>
      <PageHeader title={organisation.name} description={`ODS Code ${organisation.odsCode}`} />
      <Stack>
        <TabNav label="Organisation" current={tab} tabs={links} />
        {tab === 'details' && (
          <Panel>
            <OrganisationInformation organisation={organisation} />
          </Panel>
        )}
        {tab === 'users' && <OrganisationMembers organisationId={organisation.id} />}
        {tab === 'log' && <OrganisationLog organisationId={organisation.id} />}
        {tab === 'settings' && (
          <Panel>
            <OrganisationForm
              organisation={organisation}
              actions={<ButtonLink href={hrefOf('details')}>Cancel</ButtonLink>}
              onSaved={({ name }) => {
                notify({ label: `${name} was changed.`, kind: 'success' })
                void router.navigate({ to: hrefOf('details') })
              }}
            />
          </Panel>
        )}
      </Stack>
    </>
  )
}

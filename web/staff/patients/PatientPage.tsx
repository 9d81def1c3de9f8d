import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'

import type { Patient } from '#contract/patients.ts'
import { ageOn, dateOf, formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { PatientLog } from '#web/staff/audit/PatientLog.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { PatientScores } from '#web/staff/scores/PatientScores.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'

import { PatientActions } from './PatientActions.tsx'
import { PatientRequests } from './PatientRequests.tsx'
import { PatientSummary } from './PatientSummary.tsx'
import { patientPageWords as words } from './words.ts'

export function PatientPage({ id }: { id: string }) {
  const found = useQuery(q(api.patients.get, { query: { id } }))
  if (found.data) return <Details patient={found.data} />
  return (
    <>
      <PageHeader title={words.title} />
      {found.isError ? (
        <ErrorState onRetry={() => void found.refetch()}>{wordsOf(found.error)}</ErrorState>
      ) : (
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      )}
    </>
  )
}

const tabsOf = ({ id }: Patient, mayReadLog: boolean) => [
  { id: 'details', label: words.tabs.details, href: pathTo('patientDetails', { id }) },
  { id: 'scores', label: words.tabs.scores, href: pathTo('patientDetails', { id }, { tab: 'scores' }) },
  ...(mayReadLog ? [{ id: 'log', label: words.tabs.log, href: pathTo('patientDetails', { id }, { tab: 'log' }) }] : []),
]

function Details({ patient }: { patient: Patient }) {
  const { can } = useSession()
  const search = useSearch({ from: '/inside/patients/$id' })
  const tabs = tabsOf(patient, can('log:read'))
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? 'details'
  const { fullName, nhsNumber, dateOfBirth, archived, archivedAt, mayBeContacted } = patient
  const who = [
    nhsNumber ? words.nhsNumber(formatNhsNumber(nhsNumber)) : words.noNhsNumber,
    words.born(formatDate(dateOfBirth)),
    words.age(ageOn(dateOfBirth, dateOf(new Date()))),
  ].join(' · ')
  const badges = (
    <>
      {archived && <Badge kind="dark">{words.archived}</Badge>}
      {!mayBeContacted && <Badge kind="warning">{words.doNotContact}</Badge>}
    </>
  )
  return (
    <>
      <PageHeader title={fullName} badges={badges} description={who} actions={<PatientActions patient={patient} />} />
      <Stack>
        {archivedAt && <Alert kind="dark">{words.archivedOn(formatDate(dateOf(archivedAt)))}</Alert>}
        <TabNav label={words.tabs.label} current={tab} tabs={tabs} />
        {tab === 'log' && <PatientLog patientId={patient.id} />}
        {tab === 'scores' && <PatientScores patientId={patient.id} />}
        {tab === 'details' && (
          <>
            <PatientSummary patient={patient} />
            <PatientRequests patient={patient} />
          </>
        )}
      </Stack>
    </>
  )
}

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

export function PatientPage({ id }: { id: string }) {
  const found = useQuery(q(api.patients.get, { query: { id } }))
  if (found.data) return <Details patient={found.data} />
  return (
    <>
      <PageHeader title="Patient Details" />
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
  { id: 'details', label: 'Details', href: pathTo('patientDetails', { id }) },
  { id: 'scores', label: 'Scores', href: pathTo('patientDetails', { id }, { tab: 'scores' }) },
  ...(mayReadLog ? [{ id: 'log', label: 'Access Log', href: pathTo('patientDetails', { id }, { tab: 'log' }) }] : []),
]

function Details({ patient }: { patient: Patient }) {
  const { can } = useSession()
  const search = useSearch({ from: '/inside/patients/$id' })
  const tabs = tabsOf(patient, can('log:read'))
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? 'details'
  const { fullName, nhsNumber, dateOfBirth, archived, archivedAt, mayBeContacted } = patient
  const who = [
    nhsNumber ? `NHS number ${formatNhsNumber(nhsNumber)}` : 'No NHS number',
    `born ${formatDate(dateOfBirth)}`,
    `${ageOn(dateOfBirth, dateOf(new Date()))} years old`,
  ].join(' · ')
  const badges = (
    <>
      {archived && <Badge kind="dark">Archived</Badge>}
      {!mayBeContacted && <Badge kind="warning">Do not contact</Badge>}
    </>
  )
  return (
    <>
      <PageHeader title={fullName} badges={badges} description={who} actions={<PatientActions patient={patient} />} />
      <Stack>
        {archivedAt && (
          <Alert kind="dark">
            Archived on {formatDate(dateOf(archivedAt))}. The patient gets no messages until you restore the record.
          </Alert>
        )}
        <TabNav label="Patient" current={tab} tabs={tabs} />
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

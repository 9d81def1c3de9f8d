import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import type { Patient } from '#contract/patients.ts'
import { ageOn, formatDate } from '#domain/dates.ts'
import { dateOf, formatDateTime } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { languageNames } from '#domain/languages.ts'
import { methodLabel } from '#domain/notification.ts'
import { admissionStatusLabels, sexLabels } from '#domain/patient-choices.ts'
import { formatPhone } from '#domain/phone-words.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SummaryList, type SummaryRow } from '#web/ui/SummaryList.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'

import { PatientActions } from './PatientActions.tsx'
import { DeathNotice } from './PatientDeath.tsx'
import { PatientRequests } from './PatientRequests.tsx'
import { PepSubscriber } from './PepSubscriber.tsx'
import { patientPageWords, patientSummaryWords, pepSubscriberWords } from './words.ts'

const PatientLog = lazy(async () => ({ default: (await import('#web/staff/audit/PatientLog.tsx')).PatientLog }))
const PatientScores = lazy(async () => ({ default: (await import('#web/staff/scores/PatientScores.tsx')).PatientScores }))
const PatientSeriesTab = lazy(async () => ({ default: (await import('#web/staff/series/PatientSeriesTab.tsx')).PatientSeriesTab }))

export function PatientPage({ id }: { id: string }) {
  const found = useQuery(q(api.patients.get, { query: { id } }))
  if (found.data) return <Details patient={found.data} />
  return (
    <>
      <PageHeader title={patientPageWords.title} />
      {found.isError ? (
        <LoadError of={found} />
      ) : (
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      )}
    </>
  )
}

const DuplicatesNotice = lazy(async () => ({ default: (await import('./merging/DuplicatesNotice.tsx')).DuplicatesNotice }))
const PatientOverview = lazy(async () => ({ default: (await import('./overview/PatientOverview.tsx')).PatientOverview }))
const PatientDuplicates = lazy(async () => ({ default: (await import('./merging/PatientDuplicates.tsx')).PatientDuplicates }))
const PatientRecord = lazy(async () => ({ default: (await import('./record/PatientRecord.tsx')).PatientRecord }))

const tabsOf = ({ id }: Patient, mayReadLog: boolean, mayMerge: boolean, mayExport: boolean) => [
  { id: 'overview', label: patientPageWords.tabs.overview, href: pathTo('patientDetails', { id }) },
  { id: 'details', label: patientPageWords.tabs.details, href: pathTo('patientDetails', { id }, { tab: 'details' }) },
  { id: 'forms', label: patientPageWords.tabs.forms, href: pathTo('patientDetails', { id }, { tab: 'forms' }) },
  { id: 'scores', label: patientPageWords.tabs.scores, href: pathTo('patientDetails', { id }, { tab: 'scores' }) },
  { id: 'series', label: patientPageWords.tabs.series, href: pathTo('patientDetails', { id }, { tab: 'series' }) },
  ...(mayReadLog ? [{ id: 'log', label: patientPageWords.tabs.log, href: pathTo('patientDetails', { id }, { tab: 'log' }) }] : []),
  ...(mayMerge
    ? [{ id: 'duplicates', label: patientPageWords.tabs.duplicates, href: pathTo('patientDetails', { id }, { tab: 'duplicates' }) }]
    : []),
  ...(mayExport ? [{ id: 'record', label: patientPageWords.tabs.record, href: pathTo('patientDetails', { id }, { tab: 'record' }) }] : []),
]

function Details({ patient }: { patient: Patient }) {
  const { can } = useSession()
  const search = useSearch({ from: '/inside/patients/$id' })
  const tabs = tabsOf(patient, can('log:read'), can('patientRecord:merge'), can('patientRecord:export'))
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? 'overview'
  const {
    fullName,
    nhsNumber,
    dateOfBirth,
    archived,
    archivedAt,
    deceased,
    dateOfDeath,
    mayBeContacted,
    leftOutOfNhsApp,
    legalHold,
    mergedIntoId,
  } = patient
  const who = [
    nhsNumber ? patientPageWords.nhsNumber(formatNhsNumber(nhsNumber)) : patientPageWords.noNhsNumber,
    patientPageWords.born(formatDate(dateOfBirth)),
    ...(deceased ? [] : [patientPageWords.age(ageOn(dateOfBirth, dateOf(new Date())))]),
    ...(dateOfDeath ? [patientPageWords.died(formatDate(dateOfDeath))] : []),
  ].join(' · ')
  const badges = (
    <>
      {deceased && <Badge kind="dark">{patientPageWords.deceased}</Badge>}
      {archived && <Badge kind="dark">{mergedIntoId ? patientPageWords.merged : patientPageWords.archived}</Badge>}
      {!mayBeContacted && <Badge kind="warning">{patientPageWords.doNotContact}</Badge>}
      {leftOutOfNhsApp && <Badge kind="warning">{patientPageWords.leftOutOfNhsApp}</Badge>}
    </>
  )
  return (
    <>
      <PageHeader title={fullName} badges={badges} description={who} actions={<PatientActions patient={patient} />} />
      <Stack>
        <DeathNotice patient={patient} />
        {legalHold && <Alert kind="warning">{patientPageWords.onLegalHold(formatDate(dateOf(legalHold.since)), legalHold.reason)}</Alert>}
        {mergedIntoId && (
          <Alert kind="dark">
            {patientPageWords.mergedInto} <Link href={pathTo('patientDetails', { id: mergedIntoId })}>{patientPageWords.openKept}</Link>
          </Alert>
        )}
        {archivedAt && !mergedIntoId && <Alert kind="dark">{patientPageWords.archivedOn(formatDate(dateOf(archivedAt)))}</Alert>}
        <TabNav label={patientPageWords.tabs.label} current={tab} tabs={tabs} />
        <Suspense
          fallback={
            <Panel>
              <Skeleton lines={8} />
            </Panel>
          }
        >
          {tab === 'overview' && (
            <>
              {can('patientRecord:merge') && !mergedIntoId && (
                <Suspense fallback={null}>
                  <DuplicatesNotice id={patient.id} />
                </Suspense>
              )}
              <PatientOverview key={patient.id} patient={patient} />
            </>
          )}
          {tab === 'duplicates' && <PatientDuplicates key={patient.id} patient={patient} />}
          {tab === 'record' && <PatientRecord patient={patient} />}
          {tab === 'log' && <PatientLog patientId={patient.id} />}
          {tab === 'series' && <PatientSeriesTab patientId={patient.id} />}
          {tab === 'scores' && <PatientScores patientId={patient.id} />}
        </Suspense>
        {tab === 'details' && <PatientSummary patient={patient} />}
        {tab === 'forms' && <PatientRequests patient={patient} />}
      </Stack>
    </>
  )
}

const yesOrNo = (is: boolean) => (is ? patientSummaryWords.yes : patientSummaryWords.no)

export function PatientSummary({ patient }: { patient: Patient }) {
  const { organisation } = useSession()
  const { address, preferredMethod } = patient
  const sections: { label: string; rows: SummaryRow[] }[] = [
    {
      label: patientSummaryWords.contact,
      rows: [
        { label: patientSummaryWords.phoneNumber, value: patient.phoneNumber && formatPhone(patient.phoneNumber) },
        { label: patientSummaryWords.emailAddress, value: patient.emailAddress },
        { label: patientSummaryWords.preferredMethod, value: preferredMethod && methodLabel(preferredMethod) },
        { label: patientSummaryWords.locale, value: patient.locale ? languageNames(patient.locale) : patientSummaryWords.localeNotKnown },
        { label: patientSummaryWords.mayBeContacted, value: yesOrNo(patient.mayBeContacted) },
        { label: patientSummaryWords.leftOutOfNhsApp, value: yesOrNo(patient.leftOutOfNhsApp) },
        { label: patientSummaryWords.optedOut, value: <OptOuts optOuts={patient.optOuts} /> },
        {
          label: patientSummaryWords.address,
          value: <Address lines={[address.line1, address.line2, address.town, address.county, address.postcode]} />,
        },
      ],
    },
    {
      label: patientSummaryWords.care,
      rows: [
        { label: patientSummaryWords.sex, value: patient.sex && sexLabels[patient.sex] },
        { label: patientSummaryWords.localPatientId, value: patient.localPatientId },
        { label: patientSummaryWords.ward, value: patient.ward?.name },
        { label: patientSummaryWords.admissionStatus, value: admissionStatusLabels[patient.admissionStatus] },
        { label: patientSummaryWords.onRecord, value: yesOrNo(patient.onRecord) },
        ...(organisation.pep ? [{ label: pepSubscriberWords.label, value: <PepSubscriber patientId={patient.id} /> }] : []),
        { label: patientSummaryWords.submitted, value: yesOrNo(patient.submitted) },
        { label: patientSummaryWords.lastChanged, value: formatDateTime(patient.updatedAt) },
      ],
    },
  ]
  return (
    <Grid>
      {sections.map(({ label, rows }) => (
        <Panel key={label}>
          <LabelledSection label={label}>
            <SummaryList rows={rows} />
          </LabelledSection>
        </Panel>
      ))}
    </Grid>
  )
}

function OptOuts({ optOuts }: Pick<Patient, 'optOuts'>) {
  if (optOuts.length === 0) return patientSummaryWords.noOptOut
  return optOuts.map(({ method, at, by }) => (
    <div key={method}>{patientSummaryWords.optOut(methodLabel(method), formatDate(dateOf(at)), by)}</div>
  ))
}

function Address({ lines }: { lines: readonly string[] }) {
  const given = lines.filter(Boolean)
  if (given.length === 0) return <span className="muted">{patientSummaryWords.notGiven}</span>
  return given.map((line, index) => <div key={index}>{line}</div>)
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import type { SeriesDetails } from '#contract/series.ts'
import { formatDate } from '#domain/dates.ts'
import { weekdayOf } from '#domain/moments.ts'
import type { SeriesState } from '#domain/series-states.ts'
import { scheduleWords } from '#domain/series.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { pollWhile } from '#web/staff/polling.ts'
import { occasionList } from '#web/staff/searches.ts'
import { useSession } from '#web/staff/session.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { Menu, type MenuAction } from '#web/ui/Menu.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatTile } from '#web/ui/StatTile.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { notify } from '#web/ui/notify.ts'

import { OccasionTable } from './OccasionTable.tsx'
import { SeriesPatients } from './SeriesPatients.tsx'
import { useRefreshSeries } from './use-refresh-series.ts'
import { comingWords, occasionWords, seriesPageWords as words, stateLooks, stateWords } from './words.ts'
import './series.scss'

const formatNumber = (number: number) => number.toLocaleString('en-GB')

/** A series: what is to come, its patients, and what was missed. */
export function SeriesPage({ id }: { id: string }) {
  const found = useQuery({
    ...q(api.series.get, { params: { id } }),
    refetchInterval: pollWhile(({ waitingForPlan }) => waitingForPlan > 0, 2_000, 60_000),
  })
  if (found.data) return <Details series={found.data} />
  return (
    <>
      <PageHeader title={words.title} />
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

function Details({ series }: { series: SeriesDetails }) {
  const { id, name, form, dateLabel, schedule, state, counts } = series
  const { tab = 'coming', day } = useSearch({ from: '/inside/series/$id' })
  const toTab = (one: 'patients' | 'attention') => pathTo('seriesDetails', { id }, { tab: one })
  const tiles = [
    { label: words.tiles.enrolled, figure: counts.enrolled, href: toTab('patients') },
    { label: words.tiles.dueSoon, figure: counts.dueSoon, href: pathTo('seriesDetails', { id }) },
    { label: words.tiles.missed, figure: counts.missed, href: toTab('attention') },
    { label: words.tiles.notSent, figure: counts.notSent, href: toTab('attention') },
  ]
  const label = dateLabel.charAt(0).toLowerCase() + dateLabel.slice(1)
  const { badge, label: stateLabel } = stateLooks[state]
  return (
    <>
      <PageHeader
        title={name}
        badges={<Badge kind={badge}>{stateLabel}</Badge>}
        description={words.description(form.title, scheduleWords(schedule), schedule.kind === 'offsets' ? label : words.from(label))}
        actions={<SeriesActions series={series} />}
      />
      <Stack>
        <Notices series={series} />
        <Grid>
          {tiles.map(({ label: tile, figure, href }) => (
            <StatTile key={tile} label={tile} figure={formatNumber(figure)} href={href} />
          ))}
        </Grid>
        <TabNav
          label={words.tabs.label}
          current={tab}
          tabs={[
            { id: 'coming', label: words.tabs.coming, href: pathTo('seriesDetails', { id }) },
            { id: 'patients', label: words.tabs.patients, href: toTab('patients') },
            { id: 'attention', label: words.tabs.attention, href: toTab('attention'), count: counts.missed + counts.notSent },
          ]}
        />
        {tab === 'coming' && (day === undefined ? <ComingDays series={series} /> : <OneDay series={series} day={day} />)}
        {tab === 'patients' && <SeriesPatients series={series} />}
        {tab === 'attention' && <Attention seriesId={id} />}
      </Stack>
    </>
  )
}

/** What everybody who opens the series should know first. */
function Notices({ series: { problem, stopProblem, state, waitingForPlan } }: { series: SeriesDetails }) {
  return (
    <>
      {problem && (
        <Alert kind="danger" title={words.problem(problem)}>
          {words.problemText}
        </Alert>
      )}
      {stopProblem && (
        <Alert kind="warning" title={stopProblem}>
          {state === 'active' && !problem && words.stillSent} {words.stopProblemText}
        </Alert>
      )}
      {state === 'paused' && (
        <Alert kind="warning" title={words.paused}>
          {words.pausedText}
        </Alert>
      )}
      {state === 'ended' && <Alert kind="dark">{words.ended}</Alert>}
      {waitingForPlan > 0 && (
        <Alert kind="info" title={words.planning(waitingForPlan)}>
          {words.planningText}
        </Alert>
      )}
    </>
  )
}

type Day = SeriesDetails['days'][number]
const dayColumns: Column<Day>[] = [
  { id: 'day', header: comingWords.columns.day, cell: ({ day }) => formatDate(day), isRowHeader: true, isNowrap: true },
  { id: 'weekday', header: comingWords.columns.weekday, cell: ({ day }) => weekdayOf(`${day}T12:00:00Z`) },
  { id: 'count', header: comingWords.columns.count, cell: ({ count }) => formatNumber(count), align: 'end' },
]

/** The days of the next eight weeks with their number of forms. */
const ComingDays = ({ series: { id, days } }: { series: SeriesDetails }) => (
  <Panel isFlush>
    <DataTable
      label={comingWords.label}
      columns={dayColumns}
      rows={days}
      rowId={({ day }) => day}
      rowHref={({ day }) => pathTo('seriesDetails', { id }, { day })}
      empty={<EmptyState title={comingWords.empty.title}>{comingWords.empty.text}</EmptyState>}
    />
  </Panel>
)

function OneDay({ series: { id }, day }: { series: SeriesDetails; day: string }) {
  const list = useListSearch(occasionList)
  return (
    <Stack>
      <div>
        <ButtonLink size="sm" href={pathTo('seriesDetails', { id })}>
          {comingWords.allDays}
        </ButtonLink>
      </div>
      <h2>{comingWords.dayName(formatDate(day))}</h2>
      <OccasionTable seriesId={id} list={list} filters={{ state: ['planned'], day }} empty={comingWords.noneOnDay} />
    </Stack>
  )
}

function Attention({ seriesId }: { seriesId: string }) {
  const list = useListSearch(occasionList)
  return <OccasionTable seriesId={seriesId} list={list} filters={{ state: ['missed', 'not_sent'] }} empty={occasionWords.empty} />
}

function SeriesActions({ series: { id, state, counts } }: { series: SeriesDetails }) {
  const { can } = useSession()
  const [asked, setAsked] = useState<SeriesState>()
  if (state === 'ended') return null
  const actions: MenuAction[] = [
    state === 'active'
      ? { id: 'pause', label: words.pause, onAction: () => setAsked('paused') }
      : { id: 'resume', label: words.resume, onAction: () => setAsked('active') },
    { id: 'end', label: words.end, isDanger: true, onAction: () => setAsked('ended') },
  ]
  return (
    <>
      {can('formRequest:create') && (
        <ButtonLink kind="primary" href={pathTo('seriesEnrol', { id })}>
          {words.enrol}
        </ButtonLink>
      )}
      {can('form:update') && (
        <>
          <ButtonLink href={pathTo('seriesManage', { id })}>{words.edit}</ButtonLink>
          <Menu name={words.more} actions={actions} />
        </>
      )}
      {asked && <StateDialog seriesId={id} state={asked} enrolled={counts.enrolled} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const stateQuestions: Record<SeriesState, { title: string; text: (count: number) => string; confirm: string; done: string }> = {
  paused: { title: stateWords.pauseTitle, text: stateWords.pauseText, confirm: stateWords.pause, done: stateWords.paused },
  active: { title: stateWords.resumeTitle, text: () => stateWords.resumeText, confirm: stateWords.resume, done: stateWords.resumed },
  ended: { title: stateWords.endTitle, text: stateWords.endText, confirm: stateWords.end, done: stateWords.ended },
}

type StateDialogProps = { seriesId: string; state: SeriesState; enrolled: number; onClose: () => void }

function StateDialog({ seriesId, state, enrolled, onClose }: StateDialogProps) {
  const refresh = useRefreshSeries()
  const { title, text, confirm, done } = stateQuestions[state]
  const change = useMutation({
    mutationFn: () => api.series.setState({ params: { id: seriesId }, body: { state } }),
    onSuccess: () => {
      notify({ label: done, kind: 'success' })
      onClose()
    },
    onSettled: refresh,
  })
  return (
    <ConfirmDialog
      title={title}
      isOpen
      kind={state === 'ended' ? 'urgent' : 'primary'}
      confirmLabel={confirm}
      isPending={change.isPending}
      error={change.error ? wordsOf(change.error) : undefined}
      onClose={onClose}
      onConfirm={() => change.mutate()}
    >
      <p>{text(enrolled)}</p>
    </ConfirmDialog>
  )
}

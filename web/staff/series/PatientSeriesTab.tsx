import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Occasion, PatientSeries, SeriesResults } from '#contract/series.ts'
import { formatDate } from '#domain/dates.ts'
import { scoreText, scoreWords } from '#domain/form/score-words.ts'
import { requestStatusLabel } from '#domain/request-status.ts'
import { offsetWords } from '#domain/series.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { LineChart } from '#web/ui/LineChart.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { CorrectDateDialog, EndEnrolmentsDialog, enrolmentActions, useSetEnrolments } from './EnrolmentDialogs.tsx'
import { OccasionDialog, type OccasionAct } from './OccasionDialogs.tsx'
import { OccasionMenu, OccasionState } from './OccasionTable.tsx'
import { Refused } from './Refused.tsx'
import { endReasonWords, occasionWords, patientSeriesWords as words, stateLooks } from './words.ts'
import './series.scss'

/** The series of a patient: past and coming forms, and the scores of each side by side. */
export function PatientSeriesTab({ patientId }: { patientId: string }) {
  const found = useQuery(q(api.series.ofPatient, { params: { id: patientId } }))
  if (found.isError && !found.data) return <LoadError of={found} />
  if (!found.data)
    return (
      <Panel>
        <Skeleton lines={8} />
      </Panel>
    )
  if (found.data.docs.length === 0)
    return (
      <Panel>
        <EmptyState title={words.empty.title} action={<ButtonLink href={pathTo('seriesList')}>{words.empty.list}</ButtonLink>}>
          {words.empty.text}
        </EmptyState>
      </Panel>
    )
  return found.data.docs.map((enrolment) => <OneSeries key={enrolment.id} enrolment={enrolment} />)
}

function OneSeries({ enrolment }: { enrolment: PatientSeries }) {
  const { series, startsOn, state, endReason, occasions } = enrolment
  const { can } = useSession()
  const [isEnding, setEnding] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const [asked, setAsked] = useState<OccasionAct>()
  const [refused, setRefused] = useState<SeriesResults['results']>([])
  const setEnrolments = useSetEnrolments(series.id, setRefused)
  const actions = can('formRequest:update')
    ? enrolmentActions(state, {
        set: (next) => setEnrolments.mutate({ state: next, ids: [enrolment.id] }),
        end: () => setEnding(true),
        correct: () => setCorrecting(true),
      })
    : []
  const ask = (act: OccasionAct['act'], id: string) => setAsked({ act, seriesId: series.id, occasions: [id] })
  const isSeriesPaused = series.state === 'paused' && state !== 'ended'
  const { label, badge } = stateLooks[isSeriesPaused ? 'paused' : state]
  return (
    <LabelledSection
      label={
        <>
          <Link href={pathTo('seriesDetails', { id: series.id })}>{series.name}</Link> <Badge kind={badge}>{label}</Badge>
        </>
      }
      description={[
        words.description(series.dateLabel, formatDate(startsOn)),
        ...(endReason ? [endReasonWords[endReason]] : []),
        ...(isSeriesPaused ? [words.seriesPaused] : []),
      ].join('. ')}
      actions={actions.length > 0 && <Menu name={words.actions(series.name)} actions={actions} />}
    >
      <Stack>
        <Refused refused={refused} onDismiss={() => setRefused([])} />
        <Panel isFlush>
          <DataTable
            label={words.table(series.name)}
            columns={columnsFor(enrolment, can('formRequest:create'), can('formRequest:update'), ask)}
            rows={occasions}
            rowId={({ id }) => id}
          />
        </Panel>
        <SideBySideScores enrolment={enrolment} />
      </Stack>
      {isEnding && <EndEnrolmentsDialog ids={[enrolment.id]} setEnrolments={setEnrolments} onClose={() => setEnding(false)} />}
      {isCorrecting && (
        <CorrectDateDialog seriesId={series.id} dateLabel={series.dateLabel} enrolment={enrolment} onClose={() => setCorrecting(false)} />
      )}
      {asked && <OccasionDialog asked={asked} onClose={() => setAsked(undefined)} onDone={setRefused} />}
    </LabelledSection>
  )
}

const columnsFor = (
  enrolment: PatientSeries,
  maySend: boolean,
  mayChange: boolean,
  ask: (act: OccasionAct['act'], id: string) => void,
): Column<Occasion>[] => [
  { id: 'when', header: words.columns.when, cell: ({ offset }) => offsetWords(offset), isRowHeader: true },
  {
    id: 'day',
    header: words.columns.day,
    cell: ({ day, movedFrom }) => (
      <>
        <span className="nowrap">{formatDate(day)}</span>
        {movedFrom && <div className="muted">{occasionWords.movedFrom(formatDate(movedFrom))}</div>}
      </>
    ),
  },
  { id: 'state', header: words.columns.state, cell: (occasion) => <OccasionState occasion={occasion} /> },
  {
    id: 'request',
    header: words.columns.request,
    cell: ({ request }) =>
      request ? <Link href={pathTo('requestDetails', { id: request.id })}>{requestStatusLabel(request.status)}</Link> : words.noRequest,
  },
  {
    id: 'actions',
    header: words.columns.actions,
    isHeaderHidden: true,
    align: 'end',
    cell: (occasion) => (
      <OccasionMenu
        name={offsetWords(occasion.offset)}
        acts={actsOn(occasion, enrolment, { maySend, mayChange })}
        onAct={(act) => ask(act, occasion.id)}
      />
    ),
  },
]

type May = { maySend: boolean; mayChange: boolean }

function actsOn({ state }: Occasion, enrolment: PatientSeries, { maySend, mayChange }: May): OccasionAct['act'][] {
  const isOver = state === 'sent' || enrolment.series.state === 'ended' || (enrolment.state === 'ended' && state === 'skipped')
  if (isOver) return []
  return [
    ...(maySend ? (['send'] as const) : []),
    ...(mayChange ? (['move'] as const) : []),
    ...(mayChange && state !== 'skipped' ? (['skip'] as const) : []),
  ]
}

type Answered = { occasion: Occasion; request: NonNullable<Occasion['request']> }
type Row = { id: string; name: string; values: Map<string, Answered['request']['scores'][number]> }

/** One row for each score, one column for each answered form, and the change from the first to the last. */
function SideBySideScores({ enrolment: { series, occasions, bands } }: { enrolment: PatientSeries }) {
  const answered = occasions.flatMap((occasion): Answered[] =>
    occasion.request && occasion.request.scores.length > 0 ? [{ occasion, request: occasion.request }] : [],
  )
  const first = answered[0]
  if (!first) return <p className="muted">{words.noScores}</p>
  const scores = new Map(answered.flatMap(({ request }) => request.scores.map(({ id, name }) => [id, name] as const)))
  const rows = [...scores].map(([id, name]): Row => {
    const values = answered.flatMap(({ occasion, request }) => {
      const score = request.scores.find((one) => one.id === id)
      return score ? [[occasion.id, score] as const] : []
    })
    return { id, name, values: new Map(values) }
  })
  const columns: Column<Row>[] = [
    { id: 'score', header: words.score, cell: ({ name }) => name, isRowHeader: true },
    ...answered.map(({ occasion }) => scoreColumn(occasion)),
    ...(answered.length > 1 ? [{ id: 'change', header: words.change, cell: ({ values }: Row) => changeOf(values) }] : []),
  ]
  return (
    <>
      <Panel isFlush>
        <DataTable label={words.scores(series.name)} columns={columns} rows={rows} rowId={({ id }) => id} />
      </Panel>
      {rows.map((row) => (
        <ScoreChart key={row.id} row={row} answered={answered} bands={bands.find(({ scoreId }) => scoreId === row.id)?.bands ?? []} />
      ))}
    </>
  )
}

const scoreColumn = ({ id, offset }: Occasion): Column<Row> => ({
  id,
  header: offsetWords(offset),
  cell: ({ values }) => <ScoreCell score={values.get(id)} />,
})

function ScoreCell({ score }: { score: Answered['request']['scores'][number] | undefined }) {
  if (!score) return '–'
  return (
    <>
      {scoreText(score)}
      {score.band && <div className="muted">{score.band}</div>}
    </>
  )
}

function changeOf(values: Row['values']) {
  const whole = [...values.values()].flatMap(({ value }) => value ?? [])
  const [first, last] = [whole[0], whole.at(-1)]
  if (first === undefined || last === undefined || whole.length < 2) return '–'
  const change = Number((last - first).toFixed(2))
  return change > 0 ? `+${change}` : change < 0 ? `−${Math.abs(change)}` : '0'
}

type ScoreChartProps = { row: Row; answered: readonly Answered[]; bands: PatientSeries['bands'][number]['bands'] }

function ScoreChart({ row: { name, values }, answered, bands }: ScoreChartProps) {
  const points = answered.flatMap(({ occasion, request }) => {
    const score = values.get(occasion.id)
    return score && score.value !== null
      ? [
          {
            id: occasion.id,
            at: Date.parse(request.sentAt),
            value: score.value,
            title: `${offsetWords(occasion.offset)}: ${scoreWords(score)}`,
            label: offsetWords(occasion.offset),
          },
        ]
      : []
  })
  if (points.length < 2) return null
  return (
    <Panel>
      <LineChart caption={words.overTime(name)} points={points} bands={bands} />
    </Panel>
  )
}

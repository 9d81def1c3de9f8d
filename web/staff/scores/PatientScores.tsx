import { useQuery } from '@tanstack/react-query'

import type { ScoreSeries } from '#contract/scores.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf, formatDateTime } from '#domain/moments.ts'
import { scoreText, scoreWords } from '#domain/form/score-words.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { LineChart } from '#web/ui/LineChart.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { scoreWords as words } from './words.ts'

/** Each score of a patient over time, as a chart and as a table. */
export function PatientScores({ patientId }: { patientId: string }) {
  const found = useQuery(q(api.scores.ofPatient, { params: { id: patientId } }))
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
        <EmptyState title={words.empty.title}>{words.empty.text}</EmptyState>
      </Panel>
    )
  return found.data.docs.map((series) => <Series key={`${series.form.id} ${series.score.id}`} series={series} />)
}

const dayOf = (moment: string) => formatDate(dateOf(moment))

function Series({ series }: { series: ScoreSeries }) {
  const { form, score, bands, points } = series
  const whole = points.flatMap(({ requestId, submittedAt, value, band, answered, outOf }) => {
    const title = `${dayOf(submittedAt)}: ${scoreWords({ value, band, answered, outOf })}`
    return value === null ? [] : [{ id: requestId, at: Date.parse(submittedAt), value, label: dayOf(submittedAt), title }]
  })
  return (
    <LabelledSection label={score.name} description={words.seriesDescription(form.title)}>
      <Stack>
        {whole.length > 0 && (
          <Panel>
            <LineChart caption={words.overTime(score.name)} points={whole} bands={bands} />
          </Panel>
        )}
        <Panel isFlush>
          <ScoreTable series={series} />
        </Panel>
      </Stack>
    </LabelledSection>
  )
}

const columns: Column<ScoreSeries['points'][number]>[] = [
  { id: 'submitted', header: words.submitted, isRowHeader: true, isNowrap: true, cell: ({ submittedAt }) => formatDateTime(submittedAt) },
  { id: 'score', header: words.score, cell: (point) => scoreText(point) },
  { id: 'band', header: words.band, cell: ({ band }) => band ?? '–' },
  { id: 'sum', header: words.columns.calculation, cell: ({ formula, outOf }) => (outOf > 1 ? formula : '–') },
  { id: 'version', header: words.version, cell: ({ version }) => version },
  { id: 'redFlags', header: words.columns.redFlags, cell: ({ redFlags }) => redFlags.join(', ') || '–' },
]

/** The latest score first. */
const ScoreTable = ({ series: { score, points } }: { series: ScoreSeries }) => (
  <DataTable
    label={words.latestFirst(score.name)}
    columns={columns}
    rows={points.toReversed()}
    rowId={({ requestId }) => requestId}
    rowHref={({ requestId }) => pathTo('requestDetails', { id: requestId })}
    isUrgent={({ redFlags }) => redFlags.length > 0}
  />
)

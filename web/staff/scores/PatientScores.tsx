import { useQuery } from '@tanstack/react-query'

import type { ScoreSeries } from '#contract/scores.ts'
import { dateOf, formatDate, formatDateTime } from '#domain/dates.ts'
import { scoreText, scoreWords } from '#domain/form/scoring/score-words.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { LineChart } from '#web/ui/LineChart.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** How each score of a patient changed over time, as a picture and as a table. */
export function PatientScores({ patientId }: { patientId: string }) {
  const found = useQuery(q(api.scores.ofPatient, { params: { id: patientId } }))
  if (found.isError) return <ErrorState onRetry={() => void found.refetch()}>{wordsOf(found.error)}</ErrorState>
  if (!found.data)
    return (
      <Panel>
        <Skeleton lines={8} />
      </Panel>
    )
  if (found.data.docs.length === 0)
    return (
      <Panel>
        <EmptyState title="No scores yet">Once this patient has answered a form that makes a score, it is followed here.</EmptyState>
      </Panel>
    )
  return found.data.docs.map((series) => <Series key={`${series.form.id} ${series.score.id}`} series={series} />)
}

const dayOf = (moment: string) => formatDate(dateOf(moment))

function Series({ series }: { series: ScoreSeries }) {
  const { form, score, bands, points } = series
  const whole = points.flatMap(({ requestId, submittedAt, value, band, answered, outOf }) => {
    const title = `${dayOf(submittedAt)}: ${scoreWords({ value, band, answered, outOf })}`
    return value === null ? [] : [{ id: requestId, at: Date.parse(submittedAt), value, title }]
  })
  const [first, last] = [whole[0], whole.at(-1)]
  return (
    <LabelledSection label={score.name} description={`${form.title}. Bands are the words of the form’s author, not a diagnosis.`}>
      <Panel>
        {first && last && (
          <LineChart
            caption={`${score.name} over time`}
            points={whole}
            bands={bands}
            first={dayOf(new Date(first.at).toISOString())}
            last={dayOf(new Date(last.at).toISOString())}
          />
        )}
        <ScoreTable series={series} />
      </Panel>
    </LabelledSection>
  )
}

/** The latest first, as one asks about now before one asks about then. */
function ScoreTable({ series: { score, points } }: { series: ScoreSeries }) {
  return (
    <ScrollRegion label={`${score.name} as a table`}>
      <table className="plain-table score-table">
        <caption className="visually-hidden">{score.name}, the latest first</caption>
        <thead>
          <tr>
            <th scope="col">Submitted</th>
            <th scope="col">Score</th>
            <th scope="col">Band</th>
            <th scope="col">Sum</th>
            <th scope="col">Version</th>
            <th scope="col">Red flags</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.requestId}>
              <th scope="row">
                <Link href={pathTo('requestDetails', { id: point.requestId })}>{formatDateTime(point.submittedAt)}</Link>
              </th>
              <td>{scoreText(point)}</td>
              <td>{point.band ?? '–'}</td>
              <td>{point.formula}</td>
              <td>{point.version}</td>
              <td>{point.redFlags.join(', ') || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

import { useQuery } from '@tanstack/react-query'

import type { ScoreSeries } from '#contract/scores.ts'
import { formatDate } from '#domain/dates.ts'
import { scoreWords } from '#domain/form/score-words.ts'
import { dateOf } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TrendLine } from '#web/ui/TrendLine.tsx'

import { latestScoreWords as words, timelineWords } from './words.ts'

type Point = ScoreSeries['points'][number]
const dayOf = ({ submittedAt }: Point) => formatDate(dateOf(submittedAt))

/** The latest value of each score of the patient, and how it differs from the one before. Nothing for a patient without scores. */
export function LatestScores({ patientId }: { patientId: string }) {
  const found = useQuery(q(api.scores.ofPatient, { params: { id: patientId } }))
  if (found.isError && !found.data) return <LoadError of={found} />
  if (!found.data || found.data.docs.length === 0) return null
  const all = <Link href={pathTo('patientDetails', { id: patientId }, { tab: 'scores' })}>{words.all}</Link>
  return (
    <LabelledSection label={words.title} actions={all}>
      <Grid>
        {found.data.docs.map((series) => (
          <Panel key={`${series.form.id} ${series.score.id}`}>
            <LatestScore series={series} />
          </Panel>
        ))}
      </Grid>
    </LabelledSection>
  )
}

function LatestScore({ series: { score, form, points } }: { series: ScoreSeries }) {
  const latest = points.at(-1)
  if (!latest) return null
  const before = points.slice(0, -1).findLast(({ value }) => value !== null)
  const whole = points.flatMap((point) => (point.value === null ? [] : [{ at: Date.parse(point.submittedAt), value: point.value }]))
  return (
    <div className="latest-score">
      <h3 className="latest-score__name">{score.name}</h3>
      <p className="latest-score__value">
        <Link href={pathTo('requestDetails', { id: latest.requestId })}>{scoreWords(latest)}</Link>{' '}
        <span className="muted">{words.on(dayOf(latest))}</span>
      </p>
      <p className="muted">{differenceInWords(latest, before)}</p>
      {latest.redFlags.length > 0 && <p className="latest-score__flags">{timelineWords.redFlags(latest.redFlags)}</p>}
      <p className="muted">{form.title}</p>
      {whole.length > 1 && <TrendLine points={whole} />}
    </div>
  )
}

function differenceInWords(latest: Point, before: Point | undefined) {
  if (latest.value === null) return ''
  if (!before || before.value === null) return words.first
  if (before.version !== latest.version || before.outOf !== latest.outOf) return words.otherSum(dayOf(before))
  const difference = Number((latest.value - before.value).toFixed(6))
  if (difference === 0) return words.same(dayOf(before))
  const amount = Math.abs(difference).toLocaleString('en-GB')
  return difference < 0 ? words.lower(amount, dayOf(before)) : words.higher(amount, dayOf(before))
}

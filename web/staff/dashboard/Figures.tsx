import type { dashboard } from '#contract/worklist.ts'
import type { RouteResponse } from '#contract/route.ts'
import { formatDate } from '#domain/dates.ts'
import { methodLabel } from '#domain/notification.ts'
import { requestStatuses, requestStatusLabel } from '#domain/request-status.ts'
import { worklists, type WorklistName } from '#domain/worklists.ts'
import { pathTo } from '#web/staff/paths.ts'
import { BarTable } from '#web/ui/BarTable.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StatTile } from '#web/ui/StatTile.tsx'
import { TrendChart } from '#web/ui/TrendChart.tsx'

import { durationWords } from './duration.ts'

type Dashboard = RouteResponse<typeof dashboard.read>
type Tile = { name: WorklistName; label: string; note: string; kind?: 'urgent' }

const mine: Tile[] = [
  { name: 'toReview', label: 'Answers to review', note: 'Completed and assigned to me' },
  { name: 'myOpen', label: 'Waiting for the patient', note: 'Open and assigned to me' },
  { name: 'myUrgent', label: 'My urgent form requests', note: 'Assigned to me', kind: 'urgent' },
]
const everyone: Tile[] = [
  { name: 'urgent', label: 'Urgent', note: 'Open or completed', kind: 'urgent' },
  { name: 'unassigned', label: 'Completed, no reviewer', note: 'Not assigned to a user' },
  { name: 'notReached', label: 'Not reached', note: 'Last message failed' },
]
const listWith = (filters: object) => pathTo('requestsList', {}, { filters })
const grouped = (count: number) => count.toLocaleString('en-GB')

export function Figures({ figures }: { figures: Dashboard }) {
  return (
    <div className="dashboard">
      <LabelledSection label="My work">
        <Tiles tiles={mine} figures={figures} />
      </LabelledSection>
      <LabelledSection label="The organisation">
        <Tiles tiles={everyone} figures={figures} />
      </LabelledSection>
      <LabelledSection label="By status" description="All form requests">
        <Panel>
          <BarTable
            caption="Form requests by status"
            labelHeader="Status"
            valueHeader="Form requests"
            bars={requestStatuses.map((status) => ({
              label: requestStatusLabel(status),
              value: figures.byStatus[status],
              href: listWith({ status: [status] }),
            }))}
          />
        </Panel>
      </LabelledSection>
      <Answering figures={figures} />
      <LabelledSection label="The last 30 days">
        <Panel>
          <div className="dashboard__trends">
            <Trend figures={figures} caption="Form requests created" of="created" />
            <Trend figures={figures} caption="Form requests completed" of="submitted" />
          </div>
        </Panel>
      </LabelledSection>
    </div>
  )
}

function Tiles({ tiles, figures }: { tiles: Tile[]; figures: Dashboard }) {
  return (
    <Grid>
      {tiles.map(({ name, label, note, kind = 'plain' }) => {
        const figure = figures.worklists[name]
        return (
          <StatTile
            key={name}
            label={label}
            note={note}
            figure={grouped(figure)}
            // Red is for what is there, not for what could be.
            kind={kind === 'urgent' && figure > 0 ? 'urgent' : 'plain'}
            href={listWith(worklists[name])}
          />
        )
      })}
    </Grid>
  )
}

/** How well patients answer: a figure counts from the first of the thirty days, and opens exactly what it counts. */
function Answering({ figures: { responseRates, medianHoursToComplete, trend } }: { figures: Dashboard }) {
  const since = trend[0]!.day // always thirty days
  return (
    <LabelledSection label="Answering" description={`Since ${formatDate(since)}`}>
      <div className="dashboard__answering">
        <StatTile
          label="Median time to complete"
          figure={medianHoursToComplete === null ? '–' : durationWords(medianHoursToComplete)}
          note={medianHoursToComplete === null ? 'No form requests completed' : 'From sending to submitting'}
          href={listWith({ submittedFrom: since })}
        />
        <Panel>
          <BarTable
            caption="Response rate by method"
            labelHeader="Sent by"
            valueHeader="Answered"
            max={100}
            format={(percent) => `${percent}%`}
            bars={responseRates.map(({ method, sent, answered }) => ({
              label: `${methodLabel(method)}: ${grouped(answered)} of ${grouped(sent)} answered`,
              value: Math.round((100 * answered) / sent),
              href: listWith({ method: [method], createdFrom: since }),
            }))}
          />
          {responseRates.length === 0 && <p className="muted">No form requests sent.</p>}
        </Panel>
      </div>
    </LabelledSection>
  )
}

function Trend({ figures, caption, of }: { figures: Dashboard; caption: string; of: 'created' | 'submitted' }) {
  const points = figures.trend.map((day) => ({ label: formatDate(day.day), value: day[of] }))
  return <TrendChart caption={caption} labelHeader="Day" valueHeader="Form requests" points={points} />
}

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
import { dashboardWords as words, tileWords } from './words.ts'

type Dashboard = RouteResponse<typeof dashboard.read>
type Tile = { name: WorklistName; kind?: 'urgent' }

const mine: Tile[] = [{ name: 'toReview' }, { name: 'myOpen' }, { name: 'myUrgent', kind: 'urgent' }]
const everyone: Tile[] = [{ name: 'urgent', kind: 'urgent' }, { name: 'unassigned' }, { name: 'notReached' }]
const listWith = (filters: object) => pathTo('requestsList', {}, { filters })
const formatNumber = (count: number) => count.toLocaleString('en-GB')

export function Figures({ figures }: { figures: Dashboard }) {
  return (
    <div className="dashboard">
      <LabelledSection label={words.myWork}>
        <Tiles tiles={mine} figures={figures} />
      </LabelledSection>
      <LabelledSection label={words.organisation}>
        <Tiles tiles={everyone} figures={figures} />
      </LabelledSection>
      <LabelledSection label={words.byStatus.title} description={words.byStatus.description}>
        <Panel>
          <BarTable
            caption={words.byStatus.caption}
            labelHeader={words.byStatus.status}
            valueHeader={words.formRequests}
            bars={requestStatuses.map((status) => ({
              label: requestStatusLabel(status),
              value: figures.byStatus[status],
              href: listWith({ status: [status] }),
            }))}
          />
        </Panel>
      </LabelledSection>
      <Responses figures={figures} />
      <LabelledSection label={words.trends.title}>
        <Panel>
          <div className="dashboard__trends">
            <Trend figures={figures} caption={words.trends.created} of="created" />
            <Trend figures={figures} caption={words.trends.completed} of="submitted" />
          </div>
        </Panel>
      </LabelledSection>
    </div>
  )
}

function Tiles({ tiles, figures }: { tiles: Tile[]; figures: Dashboard }) {
  return (
    <Grid>
      {tiles.map(({ name, kind = 'plain' }) => {
        const figure = figures.worklists[name]
        return (
          <StatTile
            key={name}
            {...tileWords[name]}
            figure={formatNumber(figure)}
            // A tile with 0 form requests is never red.
            kind={kind === 'urgent' && figure > 0 ? 'urgent' : 'plain'}
            href={listWith(worklists[name])}
          />
        )
      })}
    </Grid>
  )
}

/** Response figures of the last 30 days. Each figure links to the form requests it counts. */
function Responses({ figures: { responseRates, medianHoursToComplete, trend } }: { figures: Dashboard }) {
  const since = trend[0]!.day // the trend always has 30 days
  return (
    <LabelledSection label={words.responses.title} description={words.responses.since(formatDate(since))}>
      <div className="dashboard__answering">
        <StatTile
          label={words.responses.medianTime}
          figure={medianHoursToComplete === null ? '–' : durationWords(medianHoursToComplete)}
          note={medianHoursToComplete === null ? words.responses.noneCompleted : words.responses.fromSending}
          href={listWith({ submittedFrom: since })}
        />
        <Panel>
          <BarTable
            caption={words.responses.rate}
            labelHeader={words.responses.method}
            valueHeader={words.responses.answered}
            max={100}
            format={(percent) => `${percent}%`}
            bars={responseRates.map(({ method, sent, answered }) => ({
              label: words.responses.answeredOf(methodLabel(method), formatNumber(answered), formatNumber(sent)),
              value: Math.round((100 * answered) / sent),
              href: listWith({ method: [method], createdFrom: since }),
            }))}
          />
          {responseRates.length === 0 && <p className="muted">{words.responses.noneSent}</p>}
        </Panel>
      </div>
    </LabelledSection>
  )
}

function Trend({ figures, caption, of }: { figures: Dashboard; caption: string; of: 'created' | 'submitted' }) {
  const points = figures.trend.map((day) => ({ label: formatDate(day.day), value: day[of] }))
  return <TrendChart caption={caption} labelHeader={words.trends.day} valueHeader={words.formRequests} points={points} />
}

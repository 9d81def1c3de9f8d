import type { dashboard } from '#contract/worklist.ts'
import type { RouteResponse } from '#contract/route.ts'
import { formatDate } from '#domain/dates.ts'
import { type MessageFigure, messageFigureNames, messageFigures } from '#domain/message-records.ts'
import { methodLabel } from '#domain/notification.ts'
import { requestStatuses, requestStatusLabel } from '#domain/request-status.ts'
import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import { queueLabel } from '#domain/waiting-list.ts'
import { worklists, type WorklistName } from '#domain/dashboard-worklists.ts'
import { figureWords } from '#web/staff/messages/words.ts'
import { pathTo } from '#web/staff/paths.ts'
import { BarTable } from '#web/ui/BarTable.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StatTile } from '#web/ui/StatTile.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { dashboardWords as words, tileWords } from './words.ts'

type Dashboard = RouteResponse<typeof dashboard.read>
type Tile = { name: WorklistName; kind?: 'urgent' }

const mine: Tile[] = [{ name: 'toReview' }, { name: 'myOpen' }, { name: 'myUrgent', kind: 'urgent' }]
const everyone: Tile[] = [{ name: 'urgent', kind: 'urgent' }, { name: 'unassigned' }, { name: 'notReached' }]
const listWith = (filters: object) => pathTo('requestsList', {}, { filters })
const formatNumber = (count: number) => count.toLocaleString('en-GB')

/** What is there now, whatever period is chosen. */
export function Figures({ figures, isClinician }: { figures: Dashboard; isClinician: boolean }) {
  return (
    <div className="dashboard">
      <LabelledSection label={words.myWork}>
        <Tiles tiles={isClinician ? mine.filter(({ name }) => name !== 'toReview') : mine} figures={figures} />
      </LabelledSection>
      <LabelledSection label={words.organisation}>
        <Tiles tiles={everyone} figures={figures} />
      </LabelledSection>
      {figures.waitingList && <WaitingList counts={figures.waitingList} />}
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
      <Messages figures={figures} />
    </div>
  )
}

/** The queues of the waiting list. */
const WaitingList = ({ counts }: { counts: NonNullable<Dashboard['waitingList']> }) => (
  <LabelledSection label={words.waitingList.title} description={words.waitingList.description}>
    <Panel>
      <BarTable
        caption={words.waitingList.title}
        labelHeader={words.waitingList.queue}
        valueHeader={words.formRequests}
        bars={waitingListQueues.map((queue) => ({
          label: queueLabel(queue),
          value: counts[queue],
          href: pathTo('waitingList', {}, { filters: { queue } }),
        }))}
      />
    </Panel>
  </LabelledSection>
)

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

type MessageRow = Dashboard['messages']['byMethod'][number]

function MessageFigureLink({ row, name, since }: { row: MessageRow; name: MessageFigure; since: string }) {
  if (row[name] === 0) return '–'
  const filters = { method: [row.method], status: [...messageFigures[name]], from: since }
  return <Link href={pathTo('messagesList', {}, { filters })}>{formatNumber(row[name])}</Link>
}

const figureColumn = (name: MessageFigure, since: string): Column<MessageRow> => ({
  id: name,
  header: figureWords[name],
  align: 'end',
  cell: (row) => <MessageFigureLink row={row} name={name} since={since} />,
})

/** The messages of this month. Each figure links to the messages it counts. */
function Messages({ figures: { messages } }: { figures: Dashboard }) {
  const { since, byMethod } = messages
  const columns: Column<MessageRow>[] = [
    { id: 'method', header: words.messages.sentBy, cell: ({ method }) => methodLabel(method), isRowHeader: true },
    ...messageFigureNames
      .filter((name) => name !== 'kept' || byMethod.some(({ kept }) => kept > 0))
      .map((name) => figureColumn(name, since)),
  ]
  return (
    <LabelledSection label={words.messages.title} description={words.messages.since(formatDate(since))}>
      <Panel isFlush>
        <DataTable
          label={words.messages.table}
          columns={columns}
          rows={byMethod}
          rowId={({ method }) => method}
          empty={<p className="muted">{words.messages.none}</p>}
        />
      </Panel>
    </LabelledSection>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

import type { messages } from '#contract/messages.ts'
import type { RouteResponse } from '#contract/route.ts'
import { formatCount } from '#domain/amounts.ts'
import { addDays, formatDate, monthLabel } from '#domain/dates.ts'
import { countMessagesIn, formatPounds, type MessageFigure, messageFigureNames } from '#domain/message-records.ts'
import { messageReasonLabel } from '#domain/message-reasons.ts'
import { type MessageMethod, methodLabel, type NotificationStatus, notificationStatusLabel } from '#domain/notification.ts'
import type { ApiError } from '#web/api/api-problem.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import type { Column } from '#web/ui/data-table.ts'

import type { MessageSearch } from './use-message-search.ts'
import { figureWords, totalsWords as words } from './words.ts'

export type Totals = RouteResponse<typeof messages.totals>
export const totalsGroupings = ['method', 'status', 'reason', 'month', 'day'] as const
export type TotalsGrouping = (typeof totalsGroupings)[number]

type Counted = { method: MessageMethod; status: NotificationStatus; messages: number; fragments: number; price: number }
type Row = { id: string; label: string; href: string | undefined; counted: Counted[] }

type MessageTotalsProps = {
  found: Pick<UseQueryResult<Totals, ApiError>, 'data' | 'error' | 'isError' | 'isPlaceholderData' | 'refetch'>
  filters: MessageSearch['filters']
  by: TotalsGrouping
  onBy: (by: TotalsGrouping) => void
}

/** How many messages match, grouped as the user chooses. Each group leads to its messages. */
export function MessageTotals({ found, filters, by, onBy }: MessageTotalsProps) {
  const { data } = found
  const [shown, setShown] = useState(by)
  // Until the totals of another grouping have come, those of the earlier grouping are shown, under their own heading.
  if (shown !== by && !found.isPlaceholderData) setShown(by)
  const rows = data && rowsOf(data, shown, filters)
  return (
    <LabelledSection
      label={words.title}
      description={data && data.messages > 0 && summaryOf(data)}
      actions={
        <Select
          label={words.by}
          isLabelHidden
          options={totalsGroupings.map((value) => ({ value, label: words.groupings[value] }))}
          value={by}
          onChange={(event) => onBy(event.target.value as TotalsGrouping)} // its options are the groupings
        />
      }
    >
      <Panel isFlush>
        <DataTable
          label={words.title}
          columns={columnsFor(shown, rows ?? [])}
          rows={rows}
          rowId={({ id }) => id}
          isStale={found.isPlaceholderData}
          skeletonRows={3}
          error={found.isError && !data ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
          empty={<p className="muted">{words.none}</p>}
        />
      </Panel>
      {rows && rows.length > 0 && shown !== 'status' && <p className="muted">{words.whatCounts}</p>}
      {rows && rows.length === maxPeriods && <p className="muted">{words.onlyNewest(maxPeriods)}</p>}
    </LabelledSection>
  )
}

/** As many as the server answers. */
const maxPeriods = 366

const summaryOf = ({ messages: count, fragments, price }: Totals) =>
  words.summary(formatCount(count, 'message'), formatCount(fragments, 'SMS fragment'), price > 0 ? formatPounds(price) : undefined)

function rowsOf({ groups, periods }: Totals, by: TotalsGrouping, filters: MessageSearch['filters']): Row[] {
  const listWith = (more: object) => pathTo('messagesList', {}, { filters: { ...filters, ...more } })
  switch (by) {
    case 'method':
      return [...Map.groupBy(groups, ({ method }) => method)].map(([method, counted]) => ({
        id: method,
        label: methodLabel(method),
        href: listWith({ method: [method] }),
        counted,
      }))
    case 'status':
      return [...Map.groupBy(groups, ({ status }) => status)].map(([status, counted]) => ({
        id: status,
        label: notificationStatusLabel(status),
        href: listWith({ status: [status] }),
        counted,
      }))
    case 'reason':
      return [...Map.groupBy(groups, ({ reasonCode }) => reasonCode)].map(([code, counted]) => ({
        id: code ?? '',
        label: code === null ? words.noReason : messageReasonLabel(code),
        href: code === null ? undefined : listWith({ reason: [code] }),
        counted,
      }))
    case 'month':
    case 'day':
      return periods.map(({ period, byStatus, fragments, price }) => ({
        id: period,
        label: by === 'month' ? monthLabel(period.slice(0, 7)) : formatDate(period),
        href: listWith(daysOf(period, by, filters)),
        // The sums of the period stand in its first status, because only their total is shown.
        counted: Object.entries(byStatus).map(([status, count], index) => ({
          method: 'sms' as const, // any method: the totals of a period are not grouped by method
          status: status as NotificationStatus, // the names of a record by status
          messages: count,
          fragments: index === 0 ? fragments : 0,
          price: index === 0 ? price : 0,
        })),
      }))
  }
}

/** The days of a period that the filters leave. */
function daysOf(period: string, by: 'month' | 'day', { from = '', to = '' }: MessageSearch['filters']) {
  const last = by === 'day' ? period : addDays(`${addDays(period, 31).slice(0, 7)}-01`, -1)
  return { from: from > period ? from : period, to: to !== '' && to < last ? to : last }
}

const sumOf = (counted: readonly Counted[], of: 'messages' | 'fragments' | 'price') => counted.reduce((sum, one) => sum + one[of], 0)
const withStatus = (status: NotificationStatus) => (counted: readonly Counted[]) =>
  sumOf(
    counted.filter((one) => one.status === status),
    'messages',
  )
const formatNumber = (count: number) => (count === 0 ? '–' : count.toLocaleString('en-GB'))

function columnsFor(by: TotalsGrouping, rows: readonly Row[]): Column<Row>[] {
  const number = (id: string, header: string, count: (counted: Counted[]) => number, isAlwaysShown = false): Column<Row>[] =>
    isAlwaysShown || rows.some(({ counted }) => count(counted) > 0)
      ? [{ id, header, align: 'end', cell: ({ counted }) => formatNumber(count(counted)) }]
      : []
  const statuses = [
    ...number('queued', words.waiting, withStatus('queued')),
    ...messageFigureNames.flatMap((figure) =>
      number(figure, figureWords[figure], (counted) => countMessagesIn(figure, counted), usualFigures.includes(figure)),
    ),
    ...number('cancelled', words.cancelled, withStatus('cancelled')),
  ]
  return [
    {
      id: 'group',
      header: words.columns[by],
      isRowHeader: true,
      cell: ({ label, href }) => (href ? <Link href={href}>{label}</Link> : label),
    },
    ...number('messages', words.messages, (counted) => sumOf(counted, 'messages'), true),
    ...(by === 'status' ? [] : statuses),
    ...number('fragments', words.fragments, (counted) => sumOf(counted, 'fragments')),
    {
      id: 'price',
      header: words.price,
      align: 'end',
      isNowrap: true,
      cell: ({ counted }) => (sumOf(counted, 'price') > 0 ? formatPounds(sumOf(counted, 'price')) : '–'),
    },
  ]
}

/** Shown even where no message has come so far. The other columns are shown when they count anything. */
const usualFigures: readonly MessageFigure[] = ['sent', 'delivered', 'notReached']

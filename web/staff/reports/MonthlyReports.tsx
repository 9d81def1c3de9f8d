import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { ReportSchedule } from '#contract/reports.ts'
import { monthLabel } from '#domain/dates.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { reportScheduleList } from '#web/staff/searches.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { notify } from '#web/ui/notify.ts'

import { monthlyListWords, monthlyWords as words, reportTypeLabels } from './words.ts'

const columns: Column<ReportSchedule>[] = [
  { id: 'organisation', header: words.columns.organisation, cell: ({ organisation }) => organisation.name, isRowHeader: true },
  { id: 'type', header: words.columns.type, cell: ({ type }) => reportTypeLabels[type] },
  { id: 'sentTo', header: words.columns.sentTo, cell: ({ member }) => member.name },
  { id: 'status', header: words.columns.status, cell: (schedule) => <Status schedule={schedule} /> },
  { id: 'next', header: words.columns.next, cell: ({ nextMonth }) => (nextMonth === null ? '–' : monthLabel(nextMonth)), isNowrap: true },
  {
    id: 'lastSent',
    header: words.columns.lastSent,
    cell: ({ lastSentAt }) => (lastSentAt === null ? '–' : formatDateTime(lastSentAt)),
    isNowrap: true,
  },
  { id: 'createdBy', header: words.columns.createdBy, cell: ({ createdBy }) => createdBy, isNowrap: true },
  {
    id: 'actions',
    header: words.columns.actions,
    isHeaderHidden: true,
    align: 'end',
    isNowrap: true,
    cell: (schedule) => <Switch schedule={schedule} />,
  },
]

const Status = ({ schedule: { isActive, stopReason, failure } }: { schedule: ReportSchedule }) => (
  <>
    <Badge kind={isActive ? 'success' : 'notice'}>{isActive ? words.on : words.off}</Badge>
    {stopReason && <div className="muted">{stopReason}</div>}
    {failure && <div className="muted">{words.notSent(failure)}</div>}
  </>
)

/** The schedules of monthly reports. */
export function MonthlyReports({ create }: { create: ReactNode }) {
  const list = useListSearch(reportScheduleList)
  return (
    <ListPanel
      {...monthlyListWords}
      list={list}
      query={q(api.reportSchedules.list, { query: list.query })}
      columns={columns}
      rowId={({ id }) => id}
      empty={{ ...monthlyListWords.empty, action: create }}
    />
  )
}

function Switch({ schedule: { id, isActive, organisation, member } }: { schedule: ReportSchedule }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: api.reportSchedules.update,
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [api.reportSchedules.list.key] }),
  })
  return (
    <Button size="sm" isPending={change.isPending} onClick={() => change.mutate({ params: { id }, body: { isActive: !isActive } })}>
      {isActive ? words.switchOff : words.switchOn}
      <VisuallyHidden>{words.ofSchedule(organisation.name, member.name)}</VisuallyHidden>
    </Button>
  )
}

import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

import type { BulkChange, BulkReason, BulkResult } from '#contract/bulk-changes.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { StatusBadge } from '#web/staff/requests/StatusBadge.tsx'
import { bulkWords } from '#web/staff/requests/bulk/bar-words.ts'
import { bulkChangePageWords, bulkResultWords, changeResultsWords, isUnderway, reasonWords } from '#web/staff/requests/bulk/words.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { bulkResultList } from '#web/staff/searches.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { watchChange } from './watched-changes.ts'

const columnsFor = (isOver: boolean): Column<BulkResult>[] => [
  {
    id: 'patient',
    header: bulkChangePageWords.columns.patient,
    cell: ({ patient }) => fullName(patient),
    sortBy: 'lastName',
    isRowHeader: true,
  },
  {
    id: 'nhs',
    header: bulkChangePageWords.columns.nhsNumber,
    cell: ({ patient: { nhsNumber } }) => (nhsNumber ? formatNhsNumber(nhsNumber) : '–'),
    isNowrap: true,
  },
  { id: 'form', header: bulkChangePageWords.columns.form, cell: ({ form }) => form.title },
  { id: 'outcome', header: bulkChangePageWords.columns.outcome, cell: (result) => result.reason || reasonWords(result, isOver) },
  { id: 'status', header: bulkChangePageWords.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
]

/** The result for each form request. Each reason is a filter. */
export function ChangeResults({ change }: { change: BulkChange }) {
  const isOver = !isUnderway(change)
  const list = useListSearch(bulkResultList)
  const reasons = useQuery({ ...q(api.bulkChanges.reasons, { params: { id: change.id } }), placeholderData: keepPreviousData })
  const found = useListPage(q(api.bulkChanges.results, { params: { id: change.id }, query: list.query }))
  // Loaded again when the change ends, because the last answer is from before the end.
  const [lookAtReasons, lookAtResults] = [reasons.refetch, found.refetch]
  useEffect(() => {
    void lookAtReasons()
    void lookAtResults()
  }, [change.status, lookAtReasons, lookAtResults])
  const taken = reasons.data?.docs.find(({ outcome }) => outcome === 'taken_control')
  return (
    <Stack>
      {isOver && taken && <TakeOver change={change} count={taken.count} />}
      <div>
        <TabNav
          label={bulkChangePageWords.columns.outcome}
          current={list.filters.outcome ? tabOf({ outcome: list.filters.outcome, reason: list.filters.reason }) : 'all'}
          tabs={[
            {
              id: 'all',
              label: bulkChangePageWords.all,
              href: pathTo('requestBulkDetails', { id: change.id }),
              count: change.totalRequests,
            },
            ...(reasons.data?.docs ?? []).map((reason) => ({
              id: tabOf(reason),
              label: reasonWords(reason, isOver),
              href: pathTo('requestBulkDetails', { id: change.id }, { filters: filtersOf(reason) }),
              count: reason.count,
            })),
          ]}
        />
        <ListTable
          {...changeResultsWords}
          list={list}
          found={found}
          columns={columnsFor(isOver)}
          rowId={({ id }) => id}
          rowHref={({ id }) => pathTo('requestDetails', { id })}
          empty={{ ...changeResultsWords.empty, icon: 'tick' }}
          skeletonRows={list.limit}
        />
      </div>
    </Stack>
  )
}

type Kind = Pick<BulkReason, 'outcome' | 'reason'>
const tabOf = ({ outcome, reason }: Kind) => `${outcome} ${reason}`
const filtersOf = ({ outcome, reason }: Kind) => ({ outcome, ...(reason && { reason }) })

/** Repeats the change for the form requests that were assigned to someone else, and takes them over. */
function TakeOver({ change, count }: { change: BulkChange; count: number }) {
  const navigate = useNavigate()
  const takeOver = useMutation({
    mutationFn: () => api.bulkChanges.takeOver({ params: { id: change.id } }),
    onSuccess: ({ id }) => {
      watchChange(id)
      return navigate({ href: pathTo('requestBulkDetails', { id }) })
    },
  })
  return (
    <Alert
      title={bulkChangePageWords.takenByOthers(count)}
      actions={
        <Button size="sm" isPending={takeOver.isPending} onClick={() => takeOver.mutate()}>
          {bulkResultWords.takeOver(bulkWords[change.act].confirm, count)}
        </Button>
      }
    >
      {bulkChangePageWords.unchanged(count)}
      {takeOver.isError && <Alert kind="danger">{wordsOf(takeOver.error)}</Alert>}
    </Alert>
  )
}

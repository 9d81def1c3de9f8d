import { lazy, Suspense, useState } from 'react'

import type { BulkAct } from '#domain/worklists.ts'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { longPageSizes } from '#web/ui/page-sizes.ts'

import { BulkActions } from './bulk/BulkActions.tsx'
import { useRememberList } from './details/use-list-position.ts'
import { LiveLine } from './live/LiveLine.tsx'
import { useLiveList } from './live/use-live-list.ts'
import { useRequestKeys } from './live/use-request-keys.ts'
import { ChangedView, SavedViews } from './views/SavedViews.tsx'
import { requestsPageWords, worklistWords } from './words.ts'
import { FirstSteps } from './worklist/FirstSteps.tsx'
import { isNotReached, notReachedColumns } from './worklist/not-reached-columns.tsx'
import { fullName, outcomeColumns, requestColumns, showsOutcome } from './worklist/request-columns.tsx'
import { StatusTabs } from './worklist/StatusTabs.tsx'
import { useSelection } from './bulk/use-selection.ts'
import { useWorklist } from './worklist/worklist-search.ts'
import { WorklistFilters } from './worklist/WorklistFilters.tsx'
import { worklistNumbers, worklistPage } from './worklist-queries.ts'

const words = worklistWords

const ExportDialog = lazy(async () => ({ default: (await import('#web/staff/exports/ExportDialog.tsx')).ExportDialog }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./live/ShortcutsDialog.tsx')).ShortcutsDialog }))

/** The worklist: the form requests of the organisation. */
export function RequestsPage() {
  const { can } = useSession()
  const list = useWorklist()
  const found = useListPage({ ...worklistPage(list.query), refetchOnWindowFocus: false })
  const numbers = useListPage({ ...worklistNumbers(list.query), refetchOnWindowFocus: false })
  useRememberList('worklist', list.query, found.isPlaceholderData ? undefined : found.data)
  const { docs, totalDocs = 0, isCountCapped = false } = found.data ?? {}
  const selection = useSelection(docs, JSON.stringify(list.filters))
  const [isExporting, setExporting] = useState(false)
  const [act, setAct] = useState<BulkAct>()
  const [isHelping, setHelping] = useState(false)
  const mayAct = can('formRequest:update')
  const live = useLiveList(list.query, found.dataUpdatedAt)
  const last = Math.ceil(totalDocs / list.limit)
  const onRowKey = useRequestKeys({
    rows: docs,
    selection,
    mayAct,
    onAct: setAct,
    onPage: (step) => list.page + step >= 1 && list.page + step <= last && list.setPage(list.page + step, found.data?.cursor),
    onHelp: () => setHelping(true),
  })
  return (
    <>
      <PageHeader
        title={requestsPageWords.title}
        actions={
          <>
            <SavedViews list={list} />
            {can('formRequest:import') && <ButtonLink href={pathTo('requestImport')}>{requestsPageWords.import}</ButtonLink>}
            {can('formRequest:export') && <Button onClick={() => setExporting(true)}>{requestsPageWords.export}</Button>}
            {can('formRequest:create') && (
              <ButtonLink kind="primary" href={pathTo('requestCreate')}>
                {requestsPageWords.create}
              </ButtonLink>
            )}
          </>
        }
      />
      <ChangedView list={list} />
      <StatusTabs list={list} numbers={numbers} isAtLeast={isCountCapped} />
      <WorklistFilters list={list} numbers={numbers} isAtLeast={isCountCapped} />
      <ListTable
        {...words}
        list={list}
        found={found}
        columns={isNotReached(list.filters) ? notReachedColumns : showsOutcome(list.filters) ? outcomeColumns : requestColumns}
        rowId={({ id }) => id}
        rowHref={({ id }) => pathTo('requestDetails', { id })}
        isUrgent={({ isUrgent }) => isUrgent}
        markOf={({ id }) => live.marks.get(id)}
        onRowKey={onRowKey}
        selection={
          mayAct ? { selected: selection.selected, onChange: selection.choose, nameOf: ({ patient }) => fullName(patient) } : undefined
        }
        empty={{ ...words.empty, icon: 'send', action: <FirstSteps /> }}
        skeletonRows={list.limit}
        sizes={longPageSizes}
      >
        {mayAct && <BulkActions selection={selection} list={list} total={isCountCapped ? undefined : totalDocs} act={act} onAct={setAct} />}
        <LiveLine
          live={live}
          isLoading={found.isFetching}
          onShow={() => void Promise.all([found.refetch(), numbers.refetch()])}
          onShortcuts={() => setHelping(true)}
        />
      </ListTable>
      <Suspense>
        {isHelping && <ShortcutsDialog onClose={() => setHelping(false)} />}
        {isExporting && (
          <ExportDialog
            filters={list.query.filters ?? {}}
            total={isCountCapped ? undefined : totalDocs}
            onClose={() => setExporting(false)}
          />
        )}
      </Suspense>
    </>
  )
}

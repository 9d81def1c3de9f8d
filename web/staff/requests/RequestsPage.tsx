import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, use, useState } from 'react'

import type { BulkAct } from '#domain/worklists.ts'
import { SkipToList } from '#web/staff/lists/SkipToList.tsx'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { renderLinkBeside } from '#web/staff/shell/RouterLink.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { LinkContext } from '#web/ui/Link.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { longPageSizes } from '#web/ui/page-sizes.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { BulkActions } from './bulk/BulkActions.tsx'
import { useRememberList } from './details/remember-list.ts'
import { LiveLine } from './live/LiveLine.tsx'
import { useLiveList } from './live/use-live-list.ts'
import { useRequestKeys } from './live/use-request-keys.ts'
import { ChangedView, SavedViews } from './views/SavedViews.tsx'
import { requestsPageWords, worklistWords as words } from './words.ts'
import { columnsBeside, columnsOf, useColumnChoice } from './worklist/column-choice.ts'
import { FirstSteps } from './worklist/FirstSteps.tsx'
import { isNotReached, notReachedColumns } from './worklist/not-reached-columns.tsx'
import { fullName } from './worklist/request-columns.tsx'
import { StatusTabs } from './worklist/StatusTabs.tsx'
import { useSelection } from './bulk/use-selection.ts'
import { useReadingPane } from './worklist/use-reading-pane.ts'
import { useWorklist } from './worklist/worklist-search.ts'
import { WorklistFilters } from './worklist/WorklistFilters.tsx'
import { worklistNumbers, worklistPage } from './worklist-queries.ts'

const ColumnsDialog = lazy(async () => ({ default: (await import('./worklist/ColumnsDialog.tsx')).ColumnsDialog }))
const ExportDialog = lazy(async () => ({ default: (await import('#web/staff/exports/ExportDialog.tsx')).ExportDialog }))

const ReadingPane = lazy(async () => ({ default: (await import('./ReadingPane.tsx')).ReadingPane }))

/** The worklist: the form requests of the organisation. */
export function RequestsPage() {
  const { can } = useSession()
  const navigate = useNavigate()
  const list = useWorklist()
  const found = useListPage({ ...worklistPage(list.query), refetchOnWindowFocus: false })
  const numbers = useListPage({ ...worklistNumbers(list.query), refetchOnWindowFocus: false })
  const pane = useReadingPane(list)
  const renderLink = use(LinkContext)
  useRememberList('worklist', { query: list.query, address: list.withoutOpen }, found.isPlaceholderData ? undefined : found.data, pane.open)
  const { docs, totalDocs = 0, isCountCapped = false } = found.data ?? {}
  const selection = useSelection(docs, JSON.stringify(list.filters))
  const [opened, setOpened] = useState<'columns' | 'export'>()
  const [act, setAct] = useState<BulkAct>()
  const mayAct = can('formRequest:update')
  const live = useLiveList(list.query, found.dataUpdatedAt)
  const choice = useColumnChoice(list.filters)
  const last = Math.ceil(totalDocs / list.limit)
  const onRowKey = useRequestKeys({
    rows: docs,
    selection,
    mayAct,
    isActing: act !== undefined,
    onAct: setAct,
    onPane: pane.hasRoom ? pane.toggle : undefined,
    isLoading: found.isPlaceholderData,
    onPage: (step) => {
      const isPage = list.page + step >= 1 && list.page + step <= last
      if (isPage) list.setPage(list.page + step, found.data?.cursor)
      return isPage
    },
  })
  const jobs = [
    ...(mayAct ? [['requestBulkList', requestsPageWords.earlier] as const] : []),
    ...(can('formRequest:export') ? [['exportsList', requestsPageWords.exports] as const] : []),
  ]
  const isSelecting = mayAct && selection.selected.size > 0
  return (
    <div className="worklist">
      <PageHeader
        title={requestsPageWords.title}
        badges={
          <>
            <SkipToList />
            <LiveLine live={live} isLoading={found.isFetching} onShow={() => void Promise.all([found.refetch(), numbers.refetch()])} />
          </>
        }
        actions={
          <>
            <SavedViews list={list} />
            {can('formRequest:import') && <ButtonLink href={pathTo('requestImport')}>{requestsPageWords.import}</ButtonLink>}
            {can('formRequest:export') && <Button onClick={() => setOpened('export')}>{requestsPageWords.export}</Button>}
            {can('formRequest:create') && (
              <ButtonLink kind="primary" href={pathTo('requestCreate')}>
                {requestsPageWords.create}
              </ButtonLink>
            )}
            {jobs.length > 0 && (
              <Menu
                name={requestsPageWords.more}
                actions={jobs.map(([screen, label]) => ({
                  id: screen,
                  label,
                  onAction: () => void navigate({ href: pathTo(screen) }),
                }))}
              />
            )}
          </>
        }
      />
      <StatusTabs list={list} numbers={numbers} isAtLeast={isCountCapped} />
      {/* The bar of the selection takes the place of the filters, so that no row moves. */}
      <div className="worklist__bar" data-selecting={isSelecting || undefined}>
        <WorklistFilters
          list={list}
          numbers={numbers}
          isAtLeast={isCountCapped}
          end={
            <>
              <ChangedView list={list} />
              {!isNotReached(list.filters) && !pane.isShown && (
                <Button size="sm" kind="link" onClick={() => setOpened('columns')}>
                  {requestsPageWords.columns}
                </Button>
              )}
              {pane.hasRoom && !pane.isShown && (
                <Button size="sm" kind="link" aria-keyshortcuts="v" onClick={pane.toggle}>
                  {requestsPageWords.pane}
                </Button>
              )}
            </>
          }
        />
        {mayAct && <BulkActions selection={selection} list={list} total={isCountCapped ? undefined : totalDocs} act={act} onAct={setAct} />}
      </div>
      <div className="worklist__split" data-pane={pane.isShown || undefined}>
        <div>
          <LinkContext value={pane.isShown ? renderLinkBeside : renderLink}>
            <ListTable
              {...words}
              list={list}
              found={found}
              columns={
                pane.isShown
                  ? columnsBeside(list.sort)
                  : isNotReached(list.filters)
                    ? notReachedColumns
                    : columnsOf(choice.ids, choice.widths)
              }
              rowHeight={choice.rowHeight}
              rowId={({ id }) => id}
              rowHref={({ id }) => (pane.isShown ? pane.addressOf(id) : pathTo('requestDetails', { id }))}
              isUrgent={({ isUrgent }) => isUrgent}
              markOf={({ id }) => live.marks.get(id)}
              openId={pane.open}
              sortColumns={pane.isShown ? columnsOf(choice.ids) : undefined}
              onRowStep={pane.follow}
              onRowKey={onRowKey}
              selection={
                mayAct
                  ? { selected: selection.selected, onChange: selection.choose, nameOf: ({ patient }) => fullName(patient) }
                  : undefined
              }
              empty={{ ...words.empty, icon: 'send', action: <FirstSteps /> }}
              skeletonRows={list.limit}
              sizes={longPageSizes}
            />
          </LinkContext>
        </div>
        {pane.isShown && (
          <Suspense fallback={<Skeleton lines={8} />}>
            <ReadingPane id={pane.open} addressOf={pane.addressOf} onClose={pane.close} />
          </Suspense>
        )}
      </div>
      <Suspense>
        {opened === 'columns' && <ColumnsDialog choice={choice} onClose={() => setOpened(undefined)} />}
        {opened === 'export' && (
          <ExportDialog
            filters={list.query.filters ?? {}}
            total={isCountCapped ? undefined : totalDocs}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

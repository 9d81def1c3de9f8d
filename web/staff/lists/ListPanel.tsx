import { keepPreviousData, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { ApiError } from '#web/api/api-problem.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DataTable, type DataTableProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { IconName } from '#web/ui/Icon.tsx'
import type { PaginationProps } from '#web/ui/Pagination.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { useLoadAhead } from './use-load-ahead.ts'
import type { List } from './use-list-search.ts'
import { listWords } from './words.ts'

/** One page of rows, as every list of the API answers it. */
type Page<Row> = { docs: readonly Row[]; totalDocs?: number; isCountCapped?: boolean; cursor?: string | undefined }
type PageQuery<Answer> = Omit<UseQueryOptions<Answer, ApiError, Answer, {}[]>, 'placeholderData'>
type RowOf<Answer extends Page<unknown>> = Answer['docs'][number]
export type Found<Row> = Pick<UseQueryResult<Page<Row>, ApiError>, 'data' | 'error' | 'isError' | 'isPlaceholderData' | 'refetch'>

export type EmptyWords = { title: string; text?: string; icon?: IconName; action?: ReactNode }

/** `notAllCounted`: why there are more rows than the number says, shown when the answer says so. */
type Paging = { notAllCounted?: string | undefined; sizes?: PaginationProps['sizes'] | undefined }
export type Common = {
  label: string
  /** The page, order and filters in the address. A list that is always shown whole has none. */
  list?: List
  /** Shown when the list has no rows. */
  empty: EmptyWords
  /** Shown instead while a filter is set, with a button that clears the filters. */
  noMatch?: Pick<EmptyWords, 'title' | 'text'>
  /** Stands above the rows, in the same panel. */
  children?: ReactNode
} & Paging

type AsTable<Row> = Common &
  Pick<
    DataTableProps<Row>,
    | 'columns'
    | 'rowId'
    | 'rowHref'
    | 'isUrgent'
    | 'markOf'
    | 'openId'
    | 'sortColumns'
    | 'onRowStep'
    | 'onRowKey'
    | 'selection'
    | 'skeletonRows'
    | 'rowHeight'
  >

/** Requests one page of a list. The rows of the previous page stay visible until the next ones arrive. */
export const useListPage = <Answer,>(query: PageQuery<Answer>) => useQuery({ ...query, placeholderData: keepPreviousData })

/**
 * A list of the app: it asks for its page, and shows the rows, their order, the pages, and what stands in place of rows: loading, a failure,
 * an empty list, a page after the end.
 */
export function ListPanel<Answer extends Page<unknown>>({ query, ...table }: AsTable<RowOf<Answer>> & { query: PageQuery<Answer> }) {
  return <ListTable {...table} found={useListPage(query)} />
}

/** The same for a page that needs the answer for more than its rows, and so asks for it with `useListPage`. */
export function ListTable<Row>({
  found,
  list,
  empty,
  noMatch,
  notAllCounted,
  sizes,
  children,
  ...table
}: AsTable<Row> & { found: Found<Row> }) {
  const paging = pagingOf(found, list, { notAllCounted, sizes })
  const first = found.data?.docs[0]
  useLoadAhead(first && table.rowHref?.(first))
  return (
    <Panel isFlush>
      {children}
      <NotRefreshed of={found} />
      <DataTable
        {...table}
        rows={found.data?.docs}
        sort={list?.sort}
        {...(list && { onSort: list.setSort })}
        isStale={found.isPlaceholderData}
        error={found.isError && !found.data ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
        empty={<Empty {...{ list, empty, noMatch }} />}
        paging={paging}
      />
    </Panel>
  )
}

/** The rows, and the dialogs opened from them, stay when a list cannot be loaded again. */
export const NotRefreshed = <Row,>({ of: { data, isError, error, refetch } }: { of: Found<Row> }) =>
  isError &&
  data && (
    <Alert
      kind="warning"
      title={listWords.notRefreshed}
      actions={
        <Button size="sm" onClick={() => void refetch()}>
          {listWords.tryAgain}
        </Button>
      }
    >
      {wordsOf(error)}
    </Alert>
  )

/** The pages of a list, after its first response. */
export const pagingOf = <Row,>({ data }: Found<Row>, list: List | undefined, { notAllCounted, sizes }: Paging) =>
  list &&
  data && {
    page: list.page,
    limit: list.limit,
    total: data.totalDocs ?? data.docs.length,
    cursor: data.cursor,
    onPage: list.setPage,
    onLimit: list.setLimit,
    whyMore: data.isCountCapped ? notAllCounted : undefined,
    ...(sizes && { sizes }),
  }

export function Empty({ list, empty, noMatch }: { [K in 'list' | 'empty' | 'noMatch']: Common[K] | undefined } & Pick<Common, 'empty'>) {
  if (noMatch && list?.isFiltered)
    return (
      <EmptyState title={noMatch.title} icon="search" action={<Button onClick={list.clearFilters}>{listWords.clearFilters}</Button>}>
        {noMatch.text}
      </EmptyState>
    )
  const { title, text, ...look } = empty
  return (
    <EmptyState title={title} {...look}>
      {text}
    </EmptyState>
  )
}

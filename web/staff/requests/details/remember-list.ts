import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import type { RouteRequest } from '#contract/route.ts'
import type { waitingList } from '#contract/waiting-list.ts'
import type { WorklistQuery } from '#web/staff/requests/worklist-queries.ts'

import { type ListAnswer, type ListName, type ListPosition, positionQuery } from './list-position.ts'
import { keepsPlace, positionIn } from './position-in.ts'

/** The queries of the lists from which form requests are opened one after another. */
export type Queries = {
  worklist: WorklistQuery
  waitingList: NonNullable<RouteRequest<typeof waitingList.list>['query']>
}

export function remember(queryClient: QueryClient, position: ListPosition) {
  queryClient.setQueryDefaults(positionQuery.queryKey, { gcTime: Infinity })
  queryClient.setQueryData(positionQuery.queryKey, position)
}

/**
 * Remembers the list that is shown, for the form requests that are opened from it. A form request that is read beside the list (`open`) and leaves it,
 * because it was closed or the list was turned to another page, keeps its place among its neighbours.
 */
export function useRememberList<Name extends ListName>(
  list: Name,
  shown: { query: Queries[Name]; address: string },
  answer: ListAnswer | undefined,
  open?: string,
) {
  const queryClient = useQueryClient()
  const rememberAnswer = useEffectEvent(() => {
    if (!answer) return
    const position = positionIn(list, shown, answer)
    const before = queryClient.getQueryData<ListPosition>(positionQuery.queryKey)
    if (!before || !keepsPlace(before, position, open)) remember(queryClient, position)
  })
  useEffect(() => rememberAnswer(), [answer, open])
}

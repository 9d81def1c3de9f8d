import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import type { RouteRequest } from '#contract/route.ts'
import type { waitingList } from '#contract/waiting-list.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { type WorklistQuery, worklistPage } from '#web/staff/requests/worklist-queries.ts'
import { notify } from '#web/ui/notify.ts'

import { extend, type ListAnswer, type ListName, type ListPosition, type ListQuery, positionIn, positionQuery } from './list-position.ts'
import { neighbourWords as words } from './neighbour-words.ts'

const positionOf = (queryClient: QueryClient) => queryClient.getQueryData<ListPosition>(positionQuery.queryKey)

function remember(queryClient: QueryClient, position: ListPosition) {
  queryClient.setQueryDefaults(positionQuery.queryKey, { gcTime: Infinity })
  queryClient.setQueryData(positionQuery.queryKey, position)
}

type Queries = {
  worklist: WorklistQuery
  waitingList: NonNullable<RouteRequest<typeof waitingList.list>['query']>
}

const askFor = (queryClient: QueryClient, list: ListName) => (query: ListQuery) =>
  list === 'worklist'
    ? queryClient.fetchQuery({ ...worklistPage(query), staleTime: 0 })
    : queryClient.fetchQuery({ ...q(api.waitingList.list, { query }), staleTime: 0 })

/** Remembers the list that is shown, for the form requests that are opened from it. */
export function useRememberList<Name extends ListName>(list: Name, query: Queries[Name], answer: ListAnswer | undefined) {
  const queryClient = useQueryClient()
  const rememberAnswer = useEffectEvent(() => {
    if (answer) remember(queryClient, positionIn(list, query, answer))
  })
  useEffect(() => rememberAnswer(), [answer])
}

/** Opens the first form request of a list, and remembers the list. */
export function useOpenFirst() {
  const queryClient = useQueryClient()
  const open = useOpen()
  return async <Name extends ListName>(list: Name, query: Queries[Name]) => {
    const answer = await askFor(queryClient, list)(query)
    remember(queryClient, positionIn(list, query, answer))
    return open(answer.docs[0]?.id)
  }
}

/** Opens a form request, or says that the list has no more. */
function useOpen() {
  const navigate = useNavigate()
  return async (id: string | undefined) => {
    if (id === undefined) notify({ label: words.noMore, kind: 'info' })
    else await navigate({ href: pathTo('requestDetails', { id }) })
  }
}

/** Where a form request stands in the list that the user came from, and its neighbours; undefined without a list. */
export function useListPosition(id: string) {
  const queryClient = useQueryClient()
  const { data: position } = useQuery<ListPosition>(positionQuery)
  const at = position?.ids.indexOf(id) ?? -1
  const isLastLoaded = position !== undefined && at >= 0 && at === position.ids.length - 1 && !position.hasEnd
  const isFirstLoaded = position !== undefined && at === 0 && !position.hasStart

  const open = useOpen()

  const load = async (direction: 'next' | 'previous') => {
    const before = positionOf(queryClient)
    if (!before) return
    const after = await extend(askFor(queryClient, before.list), before, direction)
    // Another load may have ended first.
    if (positionOf(queryClient) === before) queryClient.setQueryData(positionQuery.queryKey, after)
  }
  // The neighbouring page is loaded ahead. When that fails, it is loaded when the user asks for the next form request.
  const loadAhead = useEffectEvent((direction: 'next' | 'previous') => void load(direction).catch(() => undefined))
  useEffect(() => {
    if (isLastLoaded) loadAhead('next')
  }, [isLastLoaded])
  useEffect(() => {
    if (isFirstLoaded) loadAhead('previous')
  }, [isFirstLoaded])

  if (!position || at < 0) return undefined
  /** The id of the next form request; undefined at the end of the list. */
  const findNext = async () => {
    const known = position.ids[at + 1]
    if (known !== undefined || position.hasEnd) return known
    await load('next')
    const ids = positionOf(queryClient)?.ids ?? []
    return ids[ids.indexOf(id) + 1]
  }
  return {
    list: position.list,
    place: position.firstPlace + at,
    total: position.total,
    isAtLeast: position.isAtLeast,
    previous: position.ids[at - 1],
    next: position.ids[at + 1],
    isLast: at === position.ids.length - 1 && position.hasEnd,
    openNext: async () => {
      try {
        await open(await findNext())
      } catch (error) {
        notify({ label: wordsOf(error), kind: 'danger' })
      }
    },
  }
}

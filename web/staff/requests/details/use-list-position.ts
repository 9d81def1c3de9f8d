import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { use, useEffect, useEffectEvent } from 'react'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { worklistPage } from '#web/staff/requests/worklist-queries.ts'
import { notify } from '#web/ui/notify.ts'

import { extend } from './extend-list.ts'
import { type ListName, type ListPosition, type ListQuery, positionQuery } from './list-position.ts'
import { neighbourWords as words } from './neighbour-words.ts'
import { positionIn } from './position-in.ts'
import { type Queries, remember } from './remember-list.ts'
import { RequestAddress } from './request-address.ts'

const positionOf = (queryClient: QueryClient) => queryClient.getQueryData<ListPosition>(positionQuery.queryKey)

const askFor = (queryClient: QueryClient, list: ListName) => (query: ListQuery) =>
  list === 'worklist'
    ? queryClient.fetchQuery({ ...worklistPage(query), staleTime: 0 })
    : queryClient.fetchQuery({ ...q(api.waitingList.list, { query }), staleTime: 0 })

/** Opens the first form request of a list, and remembers the list. */
export function useOpenFirst() {
  const queryClient = useQueryClient()
  const open = useOpen({ isStep: false })
  return async <Name extends ListName>(list: Name, shown: { query: Queries[Name]; address: string }) => {
    const answer = await askFor(queryClient, list)(shown.query)
    remember(queryClient, positionIn(list, shown, answer))
    return open(answer.docs[0]?.id, words.noMore)
  }
}

/**
 * Opens a form request, or says that the list has no more. A step from one form request to the next takes its place in the history, so that Back leads
 * to the list and not through every form request.
 */
function useOpen({ isStep }: { isStep: boolean }) {
  const navigate = useNavigate()
  const { addressOf, isBeside } = use(RequestAddress)
  return async (id: string | undefined, whenNone: string) => {
    if (id === undefined) notify({ label: whenNone, kind: 'info' })
    else await navigate({ href: addressOf(id), replace: isStep, resetScroll: !isBeside })
  }
}

/** Where a form request stands in the list that the user came from, and its neighbours; undefined without a list. */
export function useListPosition(id: string) {
  const queryClient = useQueryClient()
  const { data: position } = useQuery<ListPosition>(positionQuery)
  const at = position?.ids.indexOf(id) ?? -1
  const isLastLoaded = position !== undefined && at >= 0 && at === position.ids.length - 1 && !position.hasEnd
  const isFirstLoaded = position !== undefined && at === 0 && !position.hasStart

  const open = useOpen({ isStep: true })

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
  const findPrevious = async () => {
    const known = position.ids[at - 1]
    if (known !== undefined || position.hasStart) return known
    await load('previous')
    const ids = positionOf(queryClient)?.ids ?? []
    return ids[ids.indexOf(id) - 1]
  }
  const openFound = async (find: () => Promise<string | undefined>, whenNone: string, mayOpen: () => boolean) => {
    try {
      const found = await find()
      if (mayOpen()) await open(found, whenNone)
    } catch (error) {
      notify({ label: wordsOf(error), kind: 'danger' })
    }
  }
  return {
    list: position.list,
    place: position.firstPlace + at,
    total: position.total,
    isAtLeast: position.isAtLeast,
    previous: position.ids[at - 1],
    next: position.ids[at + 1],
    isLast: at === position.ids.length - 1 && position.hasEnd,
    /** `mayOpen` is asked again once the next page of the list has loaded. */
    openNext: (mayOpen = () => true) => openFound(findNext, words.noMore, mayOpen),
    openPrevious: (mayOpen = () => true) => openFound(findPrevious, words.noEarlier, mayOpen),
  }
}

import { skipToken } from '@tanstack/react-query'

/** The lists from which form requests are opened one after another. */
export type ListName = 'worklist' | 'waitingList'
/** The query of one of these lists. */
export type ListQuery = { page?: unknown; limit?: unknown; cursor?: string | undefined; filters?: object | undefined }
export type ListAnswer = { docs: readonly { id: string }[]; totalDocs: number; isCountCapped?: boolean; cursor?: string | undefined }
type Page = { page: number; cursor?: string | undefined }

/** The form requests of the list that the user came from, as far as they have been loaded, in the order of the list. */
export type ListPosition = {
  list: ListName
  /** The filters and order of the list, without its page. */
  query: ListQuery
  /** The address of the page of the list that the user came from. */
  address: string
  ids: readonly string[]
  /** The place of the first id in the whole list, from 1. */
  firstPlace: number
  total: number
  /** Not all were counted. */
  isAtLeast: boolean
  first: Page
  last: Page
  hasStart: boolean
  hasEnd: boolean
}

/** Kept until the tab is closed or reloaded, however long the user reads one form request. */
export const positionQuery = { queryKey: ['request-list-position'], queryFn: skipToken, staleTime: Infinity, gcTime: Infinity } as const

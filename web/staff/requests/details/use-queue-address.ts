import { useQuery } from '@tanstack/react-query'

import { pathTo } from '#web/staff/paths.ts'

import { type ListPosition, positionQuery } from './list-position.ts'

/** The address of the waiting list queue from which a form request was opened. Undefined if it was opened from another screen. */
export function useQueueAddress(requestId: string | undefined) {
  const { data: position } = useQuery<ListPosition>(positionQuery)
  if (requestId === undefined || position?.list !== 'waitingList' || !position.ids.includes(requestId)) return undefined
  return pathTo('waitingList', {}, { filters: position.query.filters })
}

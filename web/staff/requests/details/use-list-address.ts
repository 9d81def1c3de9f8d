import { useQuery } from '@tanstack/react-query'

import { type ListPosition, positionQuery } from './list-position.ts'

/** The list that a form request was opened from, and the address that shows it as it was. Undefined if it was opened from another screen. */
export function useListAddress(requestId: string | undefined): Pick<ListPosition, 'list' | 'address'> | undefined {
  const { data: position } = useQuery<ListPosition>(positionQuery)
  return requestId !== undefined && position?.ids.includes(requestId) ? position : undefined
}

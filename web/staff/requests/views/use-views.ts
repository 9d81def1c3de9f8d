import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { RouteRequest } from '#contract/route.ts'
import type { savedViews } from '#contract/worklist.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

export const useViews = () => useQuery({ ...q(api.savedViews.list), staleTime: 60_000 })

type NewView = RouteRequest<typeof savedViews.create>['body']
type ChangedView = RouteRequest<typeof savedViews.update>['body'] & { id: string }

/** The changes of the user's views, after which the views are loaded again. */
export function useChangeViews() {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: [api.savedViews.list.key] })
  return {
    create: useMutation({
      mutationFn: (body: NewView) => api.savedViews.create({ body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: ChangedView) => api.savedViews.update({ params: { id }, body }),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.savedViews.remove({ params: { id } }), onSettled }),
    reorder: useMutation({ mutationFn: (ids: string[]) => api.savedViews.reorder({ body: { ids } }), onSettled }),
  }
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { RouteRequest } from '#contract/route.ts'
import type { SavedView, savedViews } from '#contract/worklist.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useSession } from '#web/staff/session.ts'

export const useViews = () => useQuery({ ...q(api.savedViews.list), staleTime: 60_000 })

export const isOwn = ({ sharedBy }: SavedView) => sharedBy === null

/** Whether the user may change a view: their own, and with the permission a shared one. */
export function useMayChange() {
  const { can } = useSession()
  return (view: SavedView) => (view.isShared ? can('tenant:update') : isOwn(view))
}

type NewView = RouteRequest<typeof savedViews.create>['body'] & { isShared: boolean }
type Change = { view: SavedView } & RouteRequest<typeof savedViews.update>['body']

/** The changes of the views, after which the views are loaded again. */
export function useChangeViews() {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: [api.savedViews.list.key] })
  return {
    create: useMutation({
      mutationFn: ({ isShared, ...body }: NewView) => (isShared ? api.sharedViews : api.savedViews).create({ body }),
      onSettled,
    }),
    /** A shared view is changed for everyone. */
    update: useMutation({
      mutationFn: ({ view: { id, isShared }, ...body }: Change) =>
        (isShared ? api.sharedViews : api.savedViews).update({ params: { id }, body }),
      onSettled,
    }),
    setDefault: useMutation({
      mutationFn: ({ id, isDefault }: Pick<SavedView, 'id' | 'isDefault'>) =>
        api.savedViews.update({ params: { id }, body: { isDefault } }),
      onSettled,
    }),
    share: useMutation({ mutationFn: (id: string) => api.sharedViews.share({ params: { id } }), onSettled }),
    stopSharing: useMutation({ mutationFn: (id: string) => api.sharedViews.stop({ params: { id } }), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.savedViews.remove({ params: { id } }), onSettled }),
    reorder: useMutation({ mutationFn: (ids: string[]) => api.savedViews.reorder({ body: { ids } }), onSettled }),
  }
}

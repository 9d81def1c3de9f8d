import type { QueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

import { discardedPlaces, type Place } from './discarded-places.ts'
import { mayHaveDrafts, markDraft } from './draft-mark.ts'

/** The drafts of the user from before this page was loaded. */
export const draftsQuery = q(api.drafts.list)

const isAt = (place: Place) => (draft: Place) => draft.screen === place.screen && draft.form === place.form

export const findDraft = (queryClient: QueryClient, place: Place) => queryClient.getQueryData(draftsQuery.queryKey)?.docs.find(isAt(place))

let queue: Promise<unknown> = Promise.resolve()
/** Draft requests are sent one after another. A failure is ignored, because the user can go on working. */
const enqueue = (call: () => Promise<unknown>) => void (queue = queue.then(call).catch(() => undefined))

export function keepDraft(place: Place, content: string) {
  markDraft()
  discardedPlaces.remove(place)
  enqueue(() => api.drafts.keep({ body: { ...place, content } }))
}

export function discardDraft(queryClient: QueryClient, place: Place) {
  queryClient.setQueryData(draftsQuery.queryKey, (old) => old && { docs: old.docs.filter((draft) => !isAt(place)(draft)) })
  if (mayHaveDrafts()) discardAtServer(place)
}

/** A page that is closed or loaded again cuts off the call, so the place is noted until it has succeeded. */
function discardAtServer({ screen, form }: Place) {
  discardedPlaces.add({ screen, form })
  enqueue(async () => {
    // Only the place goes into the address: the content is patient data.
    await api.drafts.discard({ query: { screen, form } })
    discardedPlaces.remove({ screen, form })
  })
}

/** The tab that edits a form holds this lock. The name contains an address of this app and no patient data. */
const lockOf = ({ screen, form }: Place) => `formward.typing.${screen}#${form}`

/** Marks the form as being edited in this tab. Returns the function that ends the mark. */
export function lockPlace(place: Place) {
  const { promise, resolve } = Promise.withResolvers<void>()
  void navigator.locks.request(lockOf(place), { mode: 'shared' }, () => promise)
  return resolve
}

/** Loads the drafts once, if this browser may have some. Without them, after an error, the user can still work. */
export async function findDrafts(queryClient: QueryClient) {
  if (queryClient.getQueryData(draftsQuery.queryKey)) return
  if (mayHaveDrafts()) await loadDrafts(queryClient).catch(() => undefined)
  else queryClient.setQueryData(draftsQuery.queryKey, { docs: [] })
}

/** The drafts, without those that another tab is still editing. Those that the user has discarded in this tab are discarded again. */
async function loadDrafts(queryClient: QueryClient) {
  const [{ docs }, { held = [] }] = await Promise.all([api.drafts.list(), navigator.locks.query()])
  const editedElsewhere = new Set(held.map(({ name }) => name))
  const discarded = discardedPlaces.all()
  const left = docs.filter((draft) => !editedElsewhere.has(lockOf(draft)) && !discarded.some(isAt(draft)))
  queryClient.setQueryData(draftsQuery.queryKey, { docs: left })
  for (const place of discarded) discardAtServer(place)
}

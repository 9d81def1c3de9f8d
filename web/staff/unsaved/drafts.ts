import type { QueryClient } from '@tanstack/react-query'

import type { Draft } from '#contract/own-account.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

import { isKeptHere, markKept } from './kept-here.ts'

/** What was kept before this page was loaded, by the person who is signed in. */
export const draftsQuery = q(api.drafts.list)

type Place = Pick<Draft, 'screen' | 'form'>
const isAt = (place: Place) => (draft: Place) => draft.screen === place.screen && draft.form === place.form

export const keptAt = (queryClient: QueryClient, place: Place) => queryClient.getQueryData(draftsQuery.queryKey)?.docs.find(isAt(place))

let queue: Promise<unknown> = Promise.resolve()
/** Keeping is done beside the work and in order: where it fails, the work goes on. */
const beside = (call: () => Promise<unknown>) => void (queue = queue.then(call).catch(() => undefined))

export function keepDraft(place: Place, content: string) {
  markKept()
  beside(() => api.drafts.keep({ body: { ...place, content } }))
}

export function discardDraft(queryClient: QueryClient, place: Place) {
  queryClient.setQueryData(draftsQuery.queryKey, (old) => old && { docs: old.docs.filter((draft) => !isAt(place)(draft)) })
  // A draft that was found is a place too, and what was typed belongs in no address.
  const { screen, form } = place
  if (isKeptHere()) beside(() => api.drafts.discard({ query: { screen, form } }))
}

/** A form that is being typed into in another tab is that tab's. The name holds an address of ours, no names. */
const lockOf = ({ screen, form }: Place) => `formward.typing.${screen}#${form}`

/** Says to the other tabs that this form is being typed into here, until it is told to stop. */
export function holdPlace(place: Place) {
  const { promise, resolve } = Promise.withResolvers<void>()
  void navigator.locks.request(lockOf(place), { mode: 'shared' }, () => promise)
  return resolve
}

/** Asks once what was kept, if anything was in this browser by then: what is typed later is not lost, so nothing is said of it. Whoever cannot be told can still work. */
export async function findDrafts(queryClient: QueryClient) {
  if (queryClient.getQueryData(draftsQuery.queryKey)) return
  if (isKeptHere()) await loadDrafts(queryClient).catch(() => undefined)
  else queryClient.setQueryData(draftsQuery.queryKey, { docs: [] })
}

/** What was kept, but for what another tab is still typing into. */
async function loadDrafts(queryClient: QueryClient) {
  const [{ docs }, { held = [] }] = await Promise.all([api.drafts.list(), navigator.locks.query()])
  const busy = new Set(held.map(({ name }) => name))
  queryClient.setQueryData(draftsQuery.queryKey, { docs: docs.filter((draft) => !busy.has(lockOf(draft))) })
}

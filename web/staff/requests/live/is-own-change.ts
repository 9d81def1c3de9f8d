import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds until the user's own change comes back as a live update. */
const echo = 5_000

/** Whether a live update is the user's own recent change in this window, which is not announced. */
export const isOwnChange = (queryClient: QueryClient, id = '') =>
  queryClient
    .getMutationCache()
    .getAll()
    .filter(({ state }) => state.status === 'pending' || (state.status === 'success' && Date.now() - state.submittedAt < echo))
    .some(({ state }) => JSON.stringify(state.variables ?? '').includes(id))

import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds until what one did oneself has come back as news. */
const echo = 5_000

/** Whether what is heard now is what was done in this window just now, with something named by that id: nobody has to be told what they did. */
export const isOwnDoing = (queryClient: QueryClient, id = '') =>
  queryClient
    .getMutationCache()
    .getAll()
    .filter(({ state }) => state.status === 'pending' || (state.status === 'success' && Date.now() - state.submittedAt < echo))
    .some(({ state }) => JSON.stringify(state.variables ?? '').includes(id))

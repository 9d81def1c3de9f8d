import { queryOptions } from '@tanstack/react-query'

import type { ApiError } from './api-problem.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

type Cancellable<Req, Res> = { key: string; cancellable: (request: Req | undefined, signal: AbortSignal) => Promise<Res> }

/** Query options for a contract call. The key starts with the endpoint, so `invalidateQueries({ queryKey: [api.patients.list.key] })` reaches every variant. */
export const q = <Req, Res>(
  call: Cancellable<Req, Res>,
  ...[request]: {} extends Req ? [request?: NoInfer<Req>] : [request: NoInfer<Req>]
) => queryOptions({ queryKey: [call.key, request ?? {}], queryFn: ({ signal }) => call.cancellable(request, signal) })

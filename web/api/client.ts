import type { Contract } from '#contract/index.ts'
import type { FileBody, RouteRequest, RouteResponse, Route } from '#contract/route.ts'

import { send, sendWithRetry } from './send.ts'
import { routeTable } from './route-table.ts'

export type Download = { fileName: string; blob: Blob }
type Request<R extends Route> = R extends { body: FileBody } ? Omit<RouteRequest<R>, 'body'> & { body: File } : RouteRequest<R>
type Response<R extends Route> = R extends { response: 'file' } ? Download : RouteResponse<R>
type Arguments<Req> = {} extends Req ? [request?: Req] : [request: Req]

export type Call<R extends Route> = ((...request: Arguments<Request<R>>) => Promise<Response<R>>) & {
  /** Where its answers live in the query cache. */
  key: string
  action: R['action']
  /** The same call for reading a screen, which may be left before the response: a temporary failure is retried once. */
  cancellable: (request: Request<R> | undefined, signal: AbortSignal) => Promise<Response<R>>
}
/** Events are no answer to wait for: they are followed (follow.ts). */
type Callable<R extends Route> = R extends { response: 'events' } ? never : Call<R>
type Client = { [G in keyof Contract]: { [N in keyof Contract[G]]: Contract[G][N] extends Route ? Callable<Contract[G][N]> : never } }

/** `api.patients.get({ params: { id } })`: the contract, made callable. */
export const api = mapValues(routeTable, (table, group) =>
  mapValues(table, (address, name) =>
    Object.assign((request = {}) => send(address, request), {
      key: `${group}.${name}`,
      action: address.action,
      cancellable: (request: object | undefined, signal: AbortSignal) => sendWithRetry(address, request ?? {}, signal),
    }),
  ),
) as unknown as Client // the only cast: mapped types cannot be built key by key

function mapValues<V, W>(object: Record<string, V>, map: (value: V, key: string) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))
}

import type { requests } from '#contract/requests.ts'
import type { RouteRequest } from '#contract/route.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

export type WorklistQuery = NonNullable<RouteRequest<typeof requests.list>['query']>

/** A page of form requests and their total. The numbers beside the filters are a call of their own, because they are the same on every page. */
export const worklistPage = (query: WorklistQuery) => q(api.requests.list, { query: { ...query, groupings: false } })
export const worklistNumbers = ({ filters }: Pick<WorklistQuery, 'filters'>) => q(api.requests.groupings, { query: { filters } })

import { screenPaths, type ScreenName } from '#domain/screen-paths.ts'
import { toQueryString } from '#web/api/query-string.ts'

import type { SearchOf } from './searches.ts'

type NamesIn<Path> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never
/** The parameters of a path: `{ id }`, or none. */
export type PathParams<Name extends ScreenName> = { [Param in NamesIn<(typeof screenPaths)[Name]>]: string }

type Rest<Name extends ScreenName> =
  {} extends PathParams<Name>
    ? [params?: PathParams<Name>, search?: Partial<SearchOf<Name>>]
    : [params: PathParams<Name>, search?: Partial<SearchOf<Name>>]

/** `pathTo('patientDetails', { id })`; the third argument becomes the query of that screen (searches.ts). */
export function pathTo<Name extends ScreenName>(name: Name, ...[params, search]: Rest<Name>) {
  const given = (params ?? {}) as Record<string, string> // every name in the pattern is in its params by type
  const query = search ? toQueryString(search) : ''
  return screenPaths[name].replace(/\$(\w+)/g, (_, param: string) => encodeURIComponent(given[param] ?? '')) + (query && `?${query}`)
}

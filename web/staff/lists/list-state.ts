import type { Sort } from '#web/ui/data-table.ts'

import { toPageSize, type PageSize } from './kept-page-size.ts'

export type FilterValue = string | boolean | number | readonly string[] | undefined
export type Filters = Record<string, FilterValue>
export type Choices<F> = { readonly [K in keyof F]?: readonly string[] }
export type Sorting<S extends string> = S | `-${S}`

export type ListDefaults<F extends Filters, S extends string, C extends Choices<F>> = {
  limit?: PageSize
  /** The page sizes on offer, where they are not those of every list. */
  sizes?: readonly PageSize[]
  /** `name` or `-name` */
  sort?: NoInfer<Sorting<S>>
  /** The names that can be sorted by; anything else in the address is ignored. */
  sorts: readonly S[]
  /** What each filter is when the address says nothing; its type says how the address is read. */
  filters: F
  /** Filters that take only certain words. */
  choices?: C
}
type AnyDefaults = ListDefaults<Filters, string, Choices<Filters>>

/** The words a filter may take: its choices, else those its default's type names, else any. */
type Words<V, Chosen> = Chosen extends readonly (infer Word)[] ? Word : V extends '' ? string : V
/** What a filter can be, its default being one of many. */
type Widened<V, Chosen> = V extends readonly (infer Word)[]
  ? Words<[Word] extends [never] ? string : Word, Chosen>[]
  : V extends boolean
    ? boolean
    : V extends number
      ? number
      : V | Words<V, Chosen>
type ChosenOf<C, K> = K extends keyof C ? C[K] : undefined
export type FiltersOf<F, C> = { -readonly [K in keyof F]: Widened<F[K], ChosenOf<C, K>> }
/** Filters as the API takes them: what is empty is not asked for. */
export type Asked<F> = { [K in keyof F]?: Exclude<F[K], ''> }

/** The cursor came with a page that was shown before, and finds this one from there. */
export type ListState<F> = { page: number; cursor?: string | undefined; limit: number; sort: string | undefined; filters: F }

/** The state of a list as its address tells it (NAV-7), then what is kept of it (UI-4). What makes no sense counts as not said. */
export function readListState(search: Record<string, unknown>, defaults: AnyDefaults, kept?: PageSize): ListState<Filters> {
  const given = isObject(search['filters']) ? search['filters'] : {}
  const filters = Object.entries(defaults.filters).map(([name, fallback]) => [
    name,
    readFilter(given[name], fallback, defaults.choices?.[name]),
  ])
  const page = wholeNumber(search['page']) ?? 1
  return {
    page,
    ...(page > 1 && isCursor(search['cursor']) && { cursor: search['cursor'] }),
    limit: toPageSize(search['limit'], defaults.sizes) ?? kept ?? defaults.limit ?? 10,
    sort: readSort(search['sort'], defaults),
    filters: Object.fromEntries(filters) as Filters, // readFilter answers filter values
  }
}

/** The other way round: only what differs from the defaults, so that addresses stay short, or from what is kept, since the address wins. */
export function writeListState(state: ListState<Filters>, defaults: AnyDefaults, kept?: PageSize) {
  const usual = defaults.limit ?? 10
  const changed = Object.entries(state.filters).filter(([name, value]) => !isSame(value, defaults.filters[name]))
  return {
    ...(state.page > 1 && { page: state.page, ...(state.cursor && { cursor: state.cursor }) }),
    ...((state.limit !== usual || state.limit !== (kept ?? usual)) && { limit: state.limit }),
    ...(state.sort !== undefined && state.sort !== defaults.sort && { sort: state.sort }),
    // An empty list would leave no trace in the address.
    ...(changed.length > 0 && { filters: Object.fromEntries(changed.map(([name, value]) => [name, isEmpty(value) ? '' : value])) }),
  }
}

export const askedFor = (filters: Filters) => Object.fromEntries(Object.entries(filters).filter(([, value]) => !isEmpty(value)))

export const toSort = (text: string | undefined): Sort | undefined =>
  text === undefined ? undefined : { by: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'desc' : 'asc' }
export const fromSort = ({ by, direction }: Sort) => (direction === 'desc' ? `-${by}` : by)

const readSort = (text: unknown, { sort, sorts }: AnyDefaults) =>
  typeof text === 'string' && sorts.includes(text.replace(/^-/, '')) ? text : sort

function readFilter(value: unknown, fallback: FilterValue, choices: readonly string[] | undefined): FilterValue {
  const isChoice = (text: unknown): text is string => typeof text === 'string' && (!choices || choices.includes(text))
  if (typeof fallback === 'boolean') return value === 'true' || (value === 'false' ? false : fallback)
  if (typeof fallback === 'number') return wholeNumber(value) ?? fallback
  // An emptied filter whose default is not empty must be told apart from one that is not named.
  if (value === '') return Array.isArray(fallback) ? [] : ''
  if (!Array.isArray(fallback)) return isChoice(value) ? value : fallback
  const chosen = (Array.isArray(value) ? value : [value]).filter(isChoice)
  return chosen.length > 0 ? chosen : fallback
}

const wholeNumber = (text: unknown) => (/^[1-9]\d{0,6}$/.test(String(text)) ? Number(text) : undefined)
const isCursor = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{1,2000}$/.test(text)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isEmpty = (value: FilterValue) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const isSame = (a: FilterValue, b: FilterValue) => (isEmpty(a) && isEmpty(b)) || (String(a) === String(b) && isEmpty(a) === isEmpty(b))

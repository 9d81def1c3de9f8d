import { toPageSize, type PageSize } from '#web/ui/page-sizes.ts'

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
  /** The default of each filter. Its type decides how the URL is read. */
  filters: F
  /** Filters that take only certain words. */
  choices?: C
}
export type AnyDefaults = ListDefaults<Filters, string, Choices<Filters>>

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
/** The filters for the API, without empty ones. */
export type Asked<F> = { [K in keyof F]?: Exclude<F[K], ''> }

/** What the address says of a list: only what differs from its defaults, and only what makes sense. */
export type ListSearch<F extends Filters, S extends string, C extends Choices<F>> = {
  page?: number | undefined
  /** It came with a page that was shown before, and finds this one from there. */
  cursor?: string | undefined
  limit?: PageSize | undefined
  sort?: Sorting<S> | undefined
  filters?: { [K in keyof F]?: FiltersOf<F, C>[K] | '' } | undefined
}
type AnySearch = Omit<ListSearch<{}, string, {}>, 'filters'> & { filters?: Filters | undefined }

/** A list with all its defaults. */
export type ListState<F> = { page: number; cursor?: string | undefined; limit: PageSize; sort: string | undefined; filters: F }

/** Declares what a list keeps in its address (NAV-7). `read` is for the router: what makes no sense counts as not said. */
export const listSearch = <const F extends Filters, S extends string, const C extends Choices<F> = {}>(
  defaults: ListDefaults<F, S, C>,
) => ({
  ...defaults,
  read: (search: Record<string, unknown>) => readListSearch(search, defaults) as ListSearch<F, S, C>, // each filter is read by the type of its default and its choices
  /** What the list call takes as its query. */
  queryOf: (search: object, kept?: PageSize) => queryOf(listStateOf(search, defaults, kept)) as ListQuery<F, S, C>, // likewise
})
export type ListDefinition<F extends Filters, S extends string, C extends Choices<F>> = ReturnType<typeof listSearch<F, S, C>>

/** The filters of a list that `listSearch` declares. */
export type FiltersIn<D> = D extends { filters: infer F; choices?: infer C } ? FiltersOf<F, C> : never

export type ListQuery<F extends Filters, S extends string, C extends Choices<F>> = {
  page: number
  cursor?: string
  limit: PageSize
  sort?: Sorting<S>
  filters: Asked<FiltersOf<F, C>>
}

export const queryOf = ({ page, cursor, limit, sort, filters }: ListState<Filters>) => ({
  page,
  ...(cursor && { cursor }),
  limit,
  ...(sort !== undefined && { sort }),
  filters: askedFor(filters),
})

export function readListSearch(search: Record<string, unknown>, defaults: AnyDefaults) {
  const page = wholeNumber(search['page'])
  const cursor = page !== undefined && page > 1 && isCursor(search['cursor']) ? search['cursor'] : undefined
  const given = isObject(search['filters']) ? search['filters'] : {}
  const filters = Object.entries(defaults.filters)
    .map(([name, fallback]) => [name, readFilter(given[name], fallback, defaults.choices?.[name])] as const)
    .filter(([, value]) => value !== undefined)
  // What is undefined takes the place of nonsense in the address.
  return {
    page,
    cursor,
    limit: toPageSize(search['limit'], defaults.sizes),
    sort: readSort(search['sort'], defaults),
    filters: filters.length > 0 ? Object.fromEntries<FilterValue>(filters) : undefined,
  }
}

/** The state of a list: from the URL, then from storage (UI-4), then the defaults. */
export function listStateOf(search: AnySearch, defaults: AnyDefaults, kept?: PageSize): ListState<Filters> {
  const { page = 1, cursor, limit, sort, filters } = search
  const filterOf = ([name, fallback]: [string, FilterValue]) => {
    const value = filters?.[name]
    return [name, value === undefined ? fallback : value === '' && Array.isArray(fallback) ? [] : value]
  }
  return {
    page,
    ...(cursor !== undefined && { cursor }),
    limit: limit ?? kept ?? defaults.limit ?? 10,
    sort: sort ?? defaults.sort,
    filters: Object.fromEntries(Object.entries(defaults.filters).map(filterOf)) as Filters, // as many as there are defaults
  }
}

/**
 * The search parameters of a state: only what differs from the defaults, for short URLs, or from the stored page size, because the URL
 * takes precedence.
 */
export function writeListState(state: ListState<Filters>, defaults: AnyDefaults, kept?: PageSize): AnySearch {
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

const readSort = (text: unknown, { sorts }: AnyDefaults) =>
  typeof text === 'string' && sorts.includes(text.replace(/^-/, '')) ? text : undefined

/** undefined: not in the URL, or invalid. '': cleared, which differs from undefined if the default is not empty. */
function readFilter(value: unknown, fallback: FilterValue, choices: readonly string[] | undefined): FilterValue {
  const isChoice = (text: unknown): text is string => typeof text === 'string' && (!choices || choices.includes(text))
  if (typeof fallback === 'boolean') return value === true || value === 'true' || (value === false || value === 'false' ? false : undefined)
  if (typeof fallback === 'number') return wholeNumber(value)
  if (value === '') return ''
  if (!Array.isArray(fallback)) return isChoice(value) ? value : undefined
  const chosen = (Array.isArray(value) ? value : [value]).filter(isChoice)
  return chosen.length > 0 ? chosen : undefined
}

const wholeNumber = (text: unknown) => (/^[1-9]\d{0,6}$/.test(String(text)) ? Number(text) : undefined)
const isCursor = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{1,2000}$/.test(text)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isEmpty = (value: FilterValue) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const isSame = (a: FilterValue, b: FilterValue) => (isEmpty(a) && isEmpty(b)) || (String(a) === String(b) && isEmpty(a) === isEmpty(b))

import { pageSizes } from '#web/ui/Pagination.tsx'
import type { Sort } from '#web/ui/data-table.ts'

export type FilterValue = string | boolean | number | readonly string[] | undefined
export type Filters = Record<string, FilterValue>

export type ListDefaults<F extends Filters> = {
  limit?: (typeof pageSizes)[number]
  /** `name` or `-name` */
  sort?: string
  /** The names that can be sorted by; anything else in the address is ignored. */
  sorts?: readonly string[]
  /** What each filter is when the address says nothing; its type says how the address is read. */
  filters?: F
  /** Filters that take only certain words. */
  choices?: { [K in keyof F]?: readonly string[] }
}

/** A filter whose default is `''` or `false` may of course be any text, or true. */
type Wide<V> = V extends '' ? string : V extends boolean ? boolean : V extends number ? number : V
export type Wider<F> = { [K in keyof F]: Wide<F[K]> }

export type ListState<F> = { page: number; limit: number; sort: string | undefined; filters: Wider<F> }

/** The state of a list as its address tells it (NAV-7). What makes no sense counts as not said. */
export function readListState<F extends Filters>(search: Record<string, unknown>, defaults: ListDefaults<F>): ListState<F> {
  const given = isObject(search['filters']) ? search['filters'] : {}
  const filters = Object.entries(defaults.filters ?? {}).map(([name, fallback]) => [
    name,
    readFilter(given[name], fallback, defaults.choices?.[name]),
  ])
  return {
    page: wholeNumber(search['page']) ?? 1,
    limit: pageSizes.find((size) => size === wholeNumber(search['limit'])) ?? defaults.limit ?? 10,
    sort: readSort(search['sort'], defaults),
    filters: Object.fromEntries(filters) as Wider<F>, // readFilter answers a value of the default's own type
  }
}

/** The other way round: only what differs from the defaults, so that addresses stay short. */
export function writeListState<F extends Filters>(state: ListState<F>, defaults: ListDefaults<F>) {
  const changed = Object.entries(state.filters as Filters).filter(([name, value]) => !isSame(value, defaults.filters?.[name]))
  return {
    ...(state.page > 1 && { page: state.page }),
    ...(state.limit !== (defaults.limit ?? 10) && { limit: state.limit }),
    ...(state.sort !== undefined && state.sort !== defaults.sort && { sort: state.sort }),
    ...(changed.length > 0 && { filters: Object.fromEntries(changed) }),
  }
}

/** Filters as the API takes them: what is empty is not asked for. */
export const askedFor = <F extends Filters>(filters: F): Partial<F> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => !isEmpty(value))) as Partial<F> // a part of what it was

export const toSort = (text: string | undefined): Sort | undefined =>
  text === undefined ? undefined : { by: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'desc' : 'asc' }
export const fromSort = ({ by, direction }: Sort) => (direction === 'desc' ? `-${by}` : by)

function readSort(text: unknown, { sort, sorts }: ListDefaults<Filters>) {
  if (typeof text !== 'string' || !/^-?\w+$/.test(text)) return sort
  return sorts && !sorts.includes(text.replace(/^-/, '')) ? sort : text
}

function readFilter(value: unknown, fallback: FilterValue, choices: readonly string[] | undefined): FilterValue {
  const isChoice = (text: unknown): text is string => typeof text === 'string' && (!choices || choices.includes(text))
  if (typeof fallback === 'boolean') return value === 'true' || (value === 'false' ? false : fallback)
  if (typeof fallback === 'number') return wholeNumber(value) ?? fallback
  if (Array.isArray(fallback)) {
    const chosen = (Array.isArray(value) ? value : [value]).filter(isChoice)
    return chosen.length > 0 ? chosen : fallback
  }
  return isChoice(value) ? value : fallback
}

const wholeNumber = (text: unknown) => (/^[1-9]\d{0,6}$/.test(String(text)) ? Number(text) : undefined)
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isEmpty = (value: FilterValue) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const isSame = (a: FilterValue, b: FilterValue) => (isEmpty(a) && isEmpty(b)) || String(a) === String(b)

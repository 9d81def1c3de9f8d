import type { Bare, ListQuery, Statement } from './question.ts'
import type { openBare } from './time-baseline.ts'

type Connections = Pick<Awaited<ReturnType<typeof openBare>>, 'query'>

/** Where a count ends, if ours says that there may be more. */
const countedAtMost = 10_000
/** Filters of which every value has few rows that are counted, or of which there are too many values for a counter each. */
const uncounted = new Set(['search', 'answer', 'waited', 'createdFrom', 'createdTo', 'submittedFrom', 'submittedTo', 'from', 'to'])

/**
 * What a good engineer would ship for the same answer: the page, and its total by a counter that is kept where one value is asked for, never by counting
 * a million rows. A total that ours leaves uncounted at some number ends there too.
 */
export async function openShipped({ query }: Connections, organisationId: string) {
  await query('create unlogged table bench_counters (key text primary key, count bigint not null)', [])
  const capped = new Set<string>()
  return {
    keep: async (question: ListQuery, count: number, isCapped: boolean) => {
      if (isCapped) capped.add(keyOf(question))
      await query('insert into bench_counters values ($1, $2) on conflict (key) do nothing', [keyOf(question), count])
    },
    statementsOf: (question: ListQuery, { page, counts: [total, ...others] }: Bare): Statement[] => [
      page,
      isCounterKept(question)
        ? { text: 'select count from bench_counters where key = $1', values: [keyOf(question)] }
        : capped.has(keyOf(question))
          ? upTo(countedAtMost, total!)
          : total!,
      ...others,
    ],
  }

  function keyOf({ list, filters, messageFilters, waitingListFilters, wards }: ListQuery) {
    return JSON.stringify([organisationId, list, filters, messageFilters, waitingListFilters, wards])
  }
}

/** Without a filter, and for one value of one filter: as many counters as there are values. */
function isCounterKept({ list, filters, messageFilters, wards }: ListQuery) {
  const all = Object.entries({ ...filters, ...messageFilters }).filter(([, value]) => value !== undefined)
  const isOneValue = all.every(([name, value]) => !uncounted.has(name) && !(Array.isArray(value) && value.length > 1))
  return list !== 'waitingList' && isOneValue && all.length <= (wards ? 0 : 1)
}

const upTo = (most: number, { text, values }: Statement): Statement => ({
  text: `select count(*) from (${text.replace('count(*)', '1')} limit ${most + 1}) counted`,
  values,
})

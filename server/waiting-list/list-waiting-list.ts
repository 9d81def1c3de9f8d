import type { Input } from '#contract/route.ts'
import type { waitingList } from '#contract/waiting-list.ts'
import { specialtyName } from '#domain/specialties.ts'
import { waitedAtLeast, waitedLabel } from '#domain/worklist-filters.ts'
import { waitingListQueues, type WaitingListQueue } from '#domain/waiting-list-queues.ts'
import type { Context } from '#server/platform/context.ts'

import { countEntries, countWaited } from './entry-counts.sql.ts'
import { findEntries, findFormTitles, readEntries } from './waiting-list.sql.ts'

type Counted = Awaited<ReturnType<typeof countEntries>>

/** One page of a queue, with the number of entries in each queue and for each value of the filters. */
export async function listWaitingList(
  ctx: Context,
  { filters: { queue = 'worse', ...filters }, ...asked }: Input<typeof waitingList.list>['query'],
) {
  const now = new Date()
  const counted = await countEntries(ctx, filters, now)
  const waitedCounts = await countWaited(ctx, queue, filters, now)
  const isMatch = (row: Counted[number], { specialty, formId }: Omit<typeof filters, 'waited'>) =>
    (!specialty?.length || specialty.includes(row.specialty)) && (!formId?.length || formId.includes(row.formId))
  const matching = counted.filter((row) => isMatch(row, filters))
  const inQueue = counted.filter((row) => row.queue === queue)
  const totalDocs = sum(matching.filter((row) => row.queue === queue))
  const { ids, cursor } = await findEntries(ctx, asked, queue, filters, { total: totalDocs, at: now })
  const forms = valuesOf(
    inQueue.filter((row) => isMatch(row, { ...filters, formId: undefined })),
    ({ formId }) => formId,
    filters.formId,
  )
  const titles = await findFormTitles(ctx, [...forms.keys()])
  const specialties = valuesOf(
    inQueue.filter((row) => isMatch(row, { ...filters, specialty: undefined })),
    ({ specialty }) => specialty,
    filters.specialty,
  )
  return {
    docs: await readEntries(ctx, queue, ids),
    page: asked.page,
    totalDocs,
    cursor,
    asOf: new Date().toISOString(),
    queues: Object.fromEntries(waitingListQueues.map((name) => [name, sum(matching.filter((row) => row.queue === name))])) as Record<
      WaitingListQueue,
      number
    >, // every queue
    forms: [...forms].map(([value, count]) => ({ value, count, label: titles.get(value) ?? 'Unknown form' })),
    specialties: [...specialties].map(([value, count]) => ({ value, count, label: `${value} ${specialtyName(value) ?? ''}`.trim() })),
    waited: waitedAtLeast.map((value) => ({ value, label: waitedLabel(value), count: waitedCounts[value] })),
  }
}

const sum = (rows: Counted) => rows.reduce((total, { count }) => total + count, 0)

/** The values with their counts, the most common first. A chosen value stays in the list, even with a count of 0. */
function valuesOf(rows: Counted, valueOf: (row: Counted[number]) => string, chosen: readonly string[] = []) {
  const counts = new Map(chosen.map((value) => [value, 0]))
  for (const row of rows) counts.set(valueOf(row), (counts.get(valueOf(row)) ?? 0) + row.count)
  return new Map([...counts].filter(([value]) => value !== '').toSorted(([, one], [, other]) => other - one))
}

import type { RequestFilters } from '#contract/request-filters.ts'
import { type Days, periodBefore, spansOf } from '#domain/dashboard-periods.ts'
import { notificationMethods } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

import { countCompleted, countCreated, findFormTitles, findMedianHours, findWards, type Created } from './responses.sql.ts'

type Query = Days & { filters: Pick<RequestFilters, 'formId' | 'specialty' | 'wardId'> }

/** The figures of a period and of the period before. */
export async function readResponses(ctx: Context, { from, to, filters }: Query) {
  const period = { from, to }
  const before = periodBefore(period)
  const { by, spans } = spansOf(period)
  const all = [...spans.map((span) => span.before), ...spans]
  const selection = { spans: all, firstOfPeriod: from, filters }
  const [wards, created, completed, medians, forms] = await Promise.all([
    findWards(ctx),
    countCreated(ctx, selection),
    countCompleted(ctx, selection),
    findMedianHours(ctx, selection),
    findFormTitles(ctx, filters.formId ?? []),
  ])
  const completedIn = (nth: number) => completed.get(nth) ?? 0
  const createdIn = (nth: number) => sumOf(created.filter((one) => one.nth === nth)).created
  const isBefore = (nth: number) => nth < spans.length
  const figuresOf = (ofBefore: boolean) => {
    const { created: createdThen, answered, urgent, notReached } = sumOf(created.filter(({ nth }) => isBefore(nth) === ofBefore))
    const completedThen = [...completed].filter(([nth]) => isBefore(nth) === ofBefore).reduce((sum, [, count]) => sum + count, 0)
    return {
      created: createdThen,
      completed: completedThen,
      answered,
      urgent,
      notReached,
      medianHours: medians?.[ofBefore ? 'before' : 'now'] ?? null,
    }
  }
  return {
    figures: figuresOf(false),
    before: { ...before, ...figuresOf(true) },
    byMethod: notificationMethods.flatMap((method) => {
      const own = created.filter((one) => one.method === method)
      const { created: sent, answered } = sumOf(own.filter(({ nth }) => !isBefore(nth)))
      const then = sumOf(own.filter(({ nth }) => isBefore(nth)))
      return own.length > 0 ? [{ method, created: sent, answered, before: { created: then.created, answered: then.answered } }] : []
    }),
    forms,
    wards,
    by,
    spans: spans.map(({ before: then, ...days }, nth) => ({
      ...days,
      created: createdIn(spans.length + nth),
      completed: completedIn(spans.length + nth),
      before: { ...then, created: createdIn(nth), completed: completedIn(nth) },
    })),
  }
}

const none = { created: 0, answered: 0, urgent: 0, notReached: 0 }

const sumOf = (rows: Created[]) =>
  rows.reduce(
    (sum, { created, answered, urgent, notReached }) => ({
      created: sum.created + created,
      answered: sum.answered + answered,
      urgent: sum.urgent + urgent,
      notReached: sum.notReached + notReached,
    }),
    none,
  )

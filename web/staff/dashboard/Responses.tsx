import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import type { dashboard } from '#contract/worklist.ts'
import type { RouteResponse } from '#contract/route.ts'
import { periodBefore, type Days } from '#domain/dashboard-periods.ts'
import { methodLabel } from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TrendChart } from '#web/ui/TrendChart.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { useAfterPaint } from '#web/ui/use-after-paint.ts'

import { compareCounts, compareHours, compareRates } from './changes.ts'
import { ComparedTile } from './ComparedTile.tsx'
import { axisLabel, daysInWords, isWeekend, shortDays, spanLabel } from './period-words.ts'
import { responseLists } from './response-lists.ts'
import { filtersIn, responsesQueryOf, type ResponseFilters } from './responses-query.ts'
import { dashboardWords } from './words.ts'

const ResponseFilterBar = lazy(async () => ({ default: (await import('./ResponseFilterBar.tsx')).ResponseFilterBar }))

const words = dashboardWords.responses

type Figures = RouteResponse<typeof dashboard.responses>
type Shown = { figures: Figures; days: Days; filters: ResponseFilters }

/** The figures of the period in the address. */
export function Responses() {
  const search = useSearch({ from: '/inside/dashboard' })
  const query = responsesQueryOf(search)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...q(api.dashboard.responses, { query: query ?? { from: '', to: '' } }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 5 * 60_000,
  })
  // The figures come first: the code of the fields is nearly half of what the screen needs.
  const hasFields = useAfterPaint(!query || data !== undefined || error !== null)
  return (
    <LabelledSection label={words.title} description={query && words.compared(daysInWords(query), daysInWords(periodBefore(query)))}>
      <Stack>
        <Suspense fallback={<FieldPlaces />}>
          {hasFields ? (
            <ResponseFilterBar forms={isPlaceholderData ? undefined : data?.forms} wards={data?.wards ?? []} />
          ) : (
            <FieldPlaces />
          )}
        </Suspense>
        {query && error && !data && <ErrorState onRetry={() => void refetch()}>{wordsOf(error)}</ErrorState>}
        {query && !error && !data && (
          <Panel>
            <Skeleton lines={8} />
          </Panel>
        )}
        {query && data && (
          // The figures of the last choice are shown until those of this one have come, and their lists cannot be opened.
          <div className="response-figures" aria-busy={isPlaceholderData} inert={isPlaceholderData}>
            <PeriodFigures figures={data} days={query} filters={filtersIn(search)} />
          </div>
        )}
      </Stack>
    </LabelledSection>
  )
}

/** As high as the fields, so that nothing moves when they come. */
const FieldPlaces = () => (
  <div className="response-filters__fields" aria-hidden="true">
    {['period', 'form', 'specialty', 'ward'].map((field) => (
      <span key={field} className="skeleton response-filters__place" />
    ))}
  </div>
)

function PeriodFigures(shown: Shown) {
  const { figures, before } = shown.figures
  const isEmpty = [figures, before].every(({ created, completed }) => created === 0 && completed === 0)
  return (
    <Stack>
      <Tiles {...shown} />
      {isEmpty ? (
        <Panel>
          <p>{words.empty(daysInWords({ from: before.from, to: shown.days.to }))}</p>
        </Panel>
      ) : (
        <>
          <Panel>
            <div className="dashboard__trends">
              <Trend {...shown} caption={words.createdByTime} of="created" />
              <Trend {...shown} caption={words.completedByTime} of="completed" />
            </div>
          </Panel>
          <ByMethod {...shown} />
        </>
      )}
    </Stack>
  )
}

function Tiles({ figures: { figures: now, before: then }, days, filters }: Shown) {
  const [lists, listsBefore] = [responseLists(filters, days), responseLists(filters, then)]
  const daysBefore = shortDays(then, days.to)
  const before = (name: keyof typeof lists) => ({ days: daysBefore, href: listsBefore[name] })
  const counts = (['created', 'completed'] as const).map((name) => ({ name, ...words[name] }))
  const flags = (['urgent', 'notReached'] as const).map((name) => ({ name, ...words[name] }))
  const toTile = ({ name, label, note }: (typeof counts | typeof flags)[number]) => (
    <ComparedTile
      key={name}
      {...{ label, note }}
      comparison={compareCounts(now[name], then[name])}
      href={lists[name]}
      before={before(name)}
    />
  )
  return (
    <div className="response-tiles">
      {counts.map(toTile)}
      <ComparedTile
        label={words.rate.label}
        note={words.rate.note(number(now.answered), number(now.created))}
        comparison={compareRates(now, then)}
        href={lists.answered}
        before={before('answered')}
        nothing={words.noneCreated(now.created === 0 ? shortDays(days, days.to) : daysBefore)}
      />
      <ComparedTile
        label={words.medianTime.label}
        note={words.medianTime.note}
        comparison={compareHours(now.medianHours, then.medianHours)}
        href={lists.completed}
        before={before('completed')}
        nothing={words.noneCompleted(now.medianHours === null ? shortDays(days, days.to) : daysBefore)}
      />
      {flags.map(toTile)}
    </div>
  )
}

const number = (count: number) => count.toLocaleString('en-GB')

function Trend({ figures: { by, spans }, days, filters, caption, of }: Shown & { caption: string; of: 'created' | 'completed' }) {
  const pointOf = (span: Days & { created: number; completed: number }) => ({
    label: spanLabel(span, by),
    value: span[of],
    href: responseLists(filters, span)[of],
  })
  return (
    <TrendChart
      key={`${days.from} ${days.to} ${spans.length}`}
      caption={caption}
      pointHeader={words.point[by]}
      nowHeader={words.now}
      beforeHeader={words.before}
      points={spans.map(({ before, ...span }) => ({
        ...pointOf(span),
        axisLabel: axisLabel(span, by),
        isWeekend: isWeekend(span, by),
        before: pointOf(before),
      }))}
    />
  )
}

type MethodRow = Figures['byMethod'][number]

const methodColumns = ({ figures: { before: then }, days, filters }: Shown): Column<MethodRow>[] => [
  { id: 'method', header: words.byMethod.method, isRowHeader: true, cell: ({ method }) => methodLabel(method) },
  {
    id: 'created',
    header: words.byMethod.created,
    align: 'end',
    cell: ({ method, created }) => <Link href={responseLists(filters, days, method).created}>{number(created)}</Link>,
  },
  {
    id: 'answered',
    header: words.byMethod.answered,
    align: 'end',
    cell: ({ method, answered }) => <Link href={responseLists(filters, days, method).answered}>{number(answered)}</Link>,
  },
  { id: 'rate', header: words.byMethod.rate, align: 'end', cell: (row) => compareRates(row, row.before).figure },
  {
    id: 'before',
    header: words.byMethod.before,
    cell: ({ method, before, ...now }) => {
      if (before.created === 0) return words.byMethod.noneBefore
      const { than } = compareRates(now, before)
      return (
        <>
          {than?.change} <Link href={responseLists(filters, then, method).answered}>{beforeWords(before, than?.before)}</Link>
        </>
      )
    },
  },
]

const ByMethod = (shown: Shown) => (
  <Panel isFlush>
    <DataTable label={words.byMethod.title} columns={methodColumns(shown)} rows={shown.figures.byMethod} rowId={({ method }) => method} />
  </Panel>
)

/** '60%, 12 of 20 answered'. */
function beforeWords({ answered, created }: MethodRow['before'], rate: string | undefined) {
  const counts = words.byMethod.answeredOf(number(answered), number(created))
  return rate ? `${rate}, ${counts}` : counts
}

import { lazy, type ReactNode, Suspense } from 'react'

import type { QuestionChoices } from '#contract/form-analytics.ts'
import type { RequestGroupings } from '#contract/request-filters.ts'
import { formatDate, isIsoDate } from '#domain/dates.ts'
import { type AddressFilterName, addressFilterNames, worklistFilter, worklistFilters } from '#domain/worklist-filters.ts'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { FilterBar, type FilterChip } from '#web/ui/FilterBar.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

import { specialtyWords } from './request-columns.tsx'
import { worklistFilterWords as words } from './words.ts'
import { useAnswerChoices, type Worklist, type WorklistFiltersProps } from './worklist-search.ts'

const FilterPanel = lazy(async () => ({ default: (await import('./FilterPanel.tsx')).FilterPanel }))

/** The search, the filters behind one button, and what is set. They take one row, so that the list begins high on the screen. */
export function WorklistFilters({ end, ...props }: WorklistFiltersProps & { end?: ReactNode }) {
  const { list, numbers, isAtLeast } = props
  const { filters, sort, setFilters, clearFilters, setSort } = list
  const questions = useAnswerChoices(list)
  const chips = filterChips(list, numbers.data, questions)
  const isUrgent = filters.urgent === 'true'
  const isUrgentFirst = sort?.by === 'urgent' && sort.direction === 'desc'
  return (
    <FilterBar label={words.label} chips={chips} onClear={() => clearFilters()} isOneRow end={end}>
      <SearchField
        label={words.search}
        isLabelHidden
        placeholder={words.searchExample}
        value={filters.search}
        onSearch={(search) => setFilters({ search }, { replace: true })}
      />
      <Disclosure
        className={chips.length > 0 ? 'filter-menu filter-menu--active' : 'filter-menu'}
        label={
          <>
            <Icon name="filter" />
            {words.filters}
            {chips.length > 0 && <span className="filter-menu__count">{chips.length}</span>}
          </>
        }
      >
        {() => (
          <Suspense fallback={<Spinner />}>
            <FilterPanel {...props} questions={questions} />
          </Suspense>
        )}
      </Disclosure>
      <button
        type="button"
        className={isUrgent ? 'filter-menu filter-menu--urgent filter-menu--active' : 'filter-menu filter-menu--urgent'}
        aria-pressed={isUrgent}
        onClick={() => setFilters({ urgent: isUrgent ? '' : 'true' })}
      >
        {/* The number beside it counts closed ones too, unlike that of the navigation. */}
        {filters.status.length === 0 ? words.urgentInAnyStatus : worklistFilters.urgent.label}
        {numbers.data !== undefined && (
          <span className="filter-menu__number">
            {numbers.data.urgent.toLocaleString('en-GB')}
            {isAtLeast && '+'}
          </span>
        )}
      </button>
      <button
        type="button"
        className={isUrgentFirst ? 'filter-menu filter-menu--active' : 'filter-menu'}
        aria-pressed={isUrgentFirst}
        onClick={() => setSort({ by: isUrgentFirst ? 'createdAt' : 'urgent', direction: 'desc' })}
      >
        {words.urgentFirst}
      </button>
    </FilterBar>
  )
}

type Counted = { value: string; label: string }[]

/** Everything that narrows the list down, in words, each to be taken away by itself. The status has its tabs unless there are several. */
function filterChips(
  { filters, setFilters }: Worklist,
  groupings: RequestGroupings | undefined,
  questions: QuestionChoices[] | undefined,
): FilterChip[] {
  return addressFilterNames.flatMap((name) => {
    const { chip } = worklistFilter(name)
    const value: string | readonly string[] = filters[name]
    const values = typeof value === 'string' ? [value].filter(Boolean) : value
    if (!chip || (name === 'status' && values.length === 1)) return []
    return values.map((one) => ({
      id: `${name} ${one}`,
      label: chip(textOf(name, one, groupings, questions), one),
      onRemove: () => setFilters({ [name]: typeof value === 'string' ? '' : value.filter((other) => other !== one) }),
    }))
  })
}

function textOfAnswer(answer: string, questions: QuestionChoices[] | undefined) {
  const question = questions?.find(({ choices }) => choices.some((choice) => choice.answer === answer))
  const choice = question?.choices.find((one) => one.answer === answer)
  return question && choice ? words.answer(question.title, choice.label) : '…'
}

const noneWords = { outcome: words.noOutcome, wardId: words.noWard }

/** The text of a filter value. The names of forms and members come with the counts. */
function textOf(name: AddressFilterName, value: string, groupings: RequestGroupings | undefined, questions: QuestionChoices[] | undefined) {
  const { takes } = worklistFilter(name)
  if (name === 'specialty') return specialtyWords(value)
  if ('labelOf' in takes) return takes.labelOf(value as never) // the address was checked when it was read
  if (takes.kind === 'answers') return textOfAnswer(value, questions)
  if (takes.kind === 'day') return isIsoDate(value) ? formatDate(value) : value
  if (takes.kind !== 'ids' && takes.kind !== 'ids or none' && takes.kind !== 'assignees') return value
  if (value === 'none') return name in noneWords ? noneWords[name as keyof typeof noneWords] : words.unassigned
  const counted = (groupings as Record<string, unknown> | undefined)?.[name] as Counted | undefined // a list for filters of ids
  return counted?.find((one) => one.value === value)?.label ?? '…'
}

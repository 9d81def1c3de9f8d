import type { UseQueryResult } from '@tanstack/react-query'

import type { QuestionChoices } from '#contract/form-analytics.ts'
import type { RequestGroupings } from '#contract/request-filters.ts'
import { formatDate, isIsoDate } from '#domain/dates.ts'
import { requestStatuses, requestStatusLabel } from '#domain/request-status.ts'
import {
  type AddressFilterName,
  addressFilterNames,
  choiceFilterNames,
  dayFilterNames,
  type FlagFilterName,
  flagFilterNames,
  isOffered,
  type MenuFilterName,
  menuFilterNames,
  worklistFilter,
  worklistFilters,
} from '#domain/worklist-filters.ts'
import type { ApiError } from '#web/api/api-problem.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { useSession } from '#web/staff/session.ts'
import { FilterBar, type FilterChip } from '#web/ui/FilterBar.tsx'
import { FilterMenu, type FilterOption } from '#web/ui/FilterMenu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { DateFilter } from './DateFilter.tsx'
import { isNotReached } from './not-reached-columns.tsx'
import { specialtyWords } from './request-columns.tsx'
import { worklistFilterWords } from './words.ts'
import { useAnswerChoices, type Worklist } from './worklist-search.ts'

export type WorklistFiltersProps = {
  list: Worklist
  numbers: Pick<UseQueryResult<RequestGroupings, ApiError>, 'data' | 'error' | 'refetch'>
  /** Not all were counted. */
  isAtLeast: boolean
}

/** The filters, with the number of form requests for each value. */
export function WorklistFilters({ list, numbers, isAtLeast }: WorklistFiltersProps) {
  const groupings = numbers.data
  // The values come with their numbers. Without them “No options” would be untrue.
  const notLoaded = numbers.error ? <LoadError of={numbers} /> : <Skeleton lines={3} />
  const { filters, setFilters, clearFilters } = list
  const { member } = useSession()
  const questions = useAnswerChoices(list)
  const optionsOf = (name: MenuFilterName): readonly FilterOption[] => {
    // One status has its tab; several together are chosen here.
    if (name === 'status') return statusOptions(groupings?.status)
    return name === 'assignee' ? withMeFirst(groupings?.assignee, member.id) : (groupings?.[name] ?? [])
  }
  // Most organisations have no wards.
  const hasWards = filters.wardId.length > 0 || groupings?.wardId.some(({ value }) => value !== 'none')
  const flagCounts: Partial<Record<FlagFilterName, number>> = groupings ?? {}
  return (
    <FilterBar label={worklistFilterWords.label} chips={filterChips(list, groupings, questions)} onClear={() => clearFilters()}>
      <SearchField
        label={worklistFilterWords.search}
        isLabelHidden
        placeholder={worklistFilterWords.searchExample}
        value={filters.search}
        onSearch={(search) => setFilters({ search }, { replace: true })}
      />
      {menuFilterNames
        .filter((name) => isOffered(name, { notReached: isNotReached(filters) }) && (name !== 'wardId' || hasWards))
        .map((name) => (
          <FilterMenu
            key={name}
            label={worklistFilters[name].label}
            options={optionsOf(name)}
            isAtLeast={isAtLeast}
            missing={name === 'status' || groupings ? undefined : notLoaded}
            value={filters[name]}
            onChange={(value) => setFilters({ [name]: value })}
          />
        ))}
      {choiceFilterNames.map((name) => (
        <FilterMenu
          key={name}
          label={worklistFilters[name].label}
          options={worklistFilters[name].takes.values.map((value) => ({ value, label: worklistFilters[name].takes.labelOf(value) }))}
          none={worklistFilterWords.any}
          value={filters[name] ? [filters[name]] : []}
          onChange={([value = '']) => setFilters({ [name]: value })}
        />
      ))}
      {questions && questions.length > 0 && (
        <FilterMenu
          label={worklistFilters.answer.label}
          options={[]}
          groups={questions.map(({ title, choices }) => ({
            label: title,
            options: choices.map(({ answer, label }) => ({ value: answer, label })),
          }))}
          value={filters.answer}
          onChange={(answer) => setFilters({ answer })}
        />
      )}
      {[...Map.groupBy(dayFilterNames, (name) => worklistFilters[name].label)].map(([label, [from, to]]) => (
        <DateFilter
          key={label}
          label={label}
          from={filters[from!]}
          to={filters[to!]}
          onChange={(first, last) => setFilters({ [from!]: first, [to!]: last })}
        />
      ))}
      <FilterMenu
        label={worklistFilterWords.more}
        isAtLeast={isAtLeast}
        options={flagFilterNames.map((name) => ({ value: name, label: worklistFilters[name].label, count: flagCounts[name] }))}
        value={flagFilterNames.filter((name) => filters[name] === 'true')}
        onChange={(value) => setFilters(Object.fromEntries(flagFilterNames.map((name) => [name, value.includes(name) ? 'true' : ''])))}
      />
    </FilterBar>
  )
}

const statusOptions = (counts: RequestGroupings['status'] | undefined): FilterOption[] =>
  requestStatuses.map((value) => ({ value, label: requestStatusLabel(value), count: counts?.[value] }))

/** The member first, then unassigned. The URL has "me", so that a shared link shows each member their own work. */
function withMeFirst(assignees: readonly FilterOption[] | undefined, memberId: string): FilterOption[] {
  // Unknown until the numbers have come, and then 0 for a member without form requests.
  const countOf = (value: string) => assignees && (assignees.find((one) => one.value === value)?.count ?? 0)
  return [
    { value: 'me', label: worklistFilterWords.me, count: countOf(memberId) },
    { value: 'none', label: worklistFilterWords.unassigned, count: countOf('none') },
    ...(assignees ?? []).filter(({ value }) => value !== memberId && value !== 'none'),
  ]
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
  return question && choice ? worklistFilterWords.answer(question.title, choice.label) : '…'
}

const noneWords = { outcome: worklistFilterWords.noOutcome, wardId: worklistFilterWords.noWard }

/** The text of a filter value. The names of forms and members come with the counts. */
function textOf(name: AddressFilterName, value: string, groupings: RequestGroupings | undefined, questions: QuestionChoices[] | undefined) {
  const { takes } = worklistFilter(name)
  if (name === 'specialty') return specialtyWords(value)
  if ('labelOf' in takes) return takes.labelOf(value as never) // the address was checked when it was read
  if (takes.kind === 'answers') return textOfAnswer(value, questions)
  if (takes.kind === 'day') return isIsoDate(value) ? formatDate(value) : value
  if (takes.kind !== 'ids' && takes.kind !== 'ids or none' && takes.kind !== 'assignees') return value
  if (value === 'none') return name in noneWords ? noneWords[name as keyof typeof noneWords] : worklistFilterWords.unassigned
  const counted = (groupings as Record<string, unknown> | undefined)?.[name] as Counted | undefined // a list for filters of ids
  return counted?.find((one) => one.value === value)?.label ?? '…'
}

import { lazy, type ReactNode, Suspense, useId, useState } from 'react'

import type { QuestionChoices } from '#contract/form-analytics.ts'
import type { RequestGroupings } from '#contract/request-filters.ts'
import { requestStatuses, requestStatusLabel } from '#domain/request-status.ts'
import {
  choiceFilterNames,
  dayFilterNames,
  type FlagFilterName,
  flagFilterNames,
  isOffered,
  type MenuFilterName,
  menuFilterNames,
  worklistFilters,
} from '#domain/worklist-filters.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { useSession } from '#web/staff/session.ts'
import { FilterOptions, type FilterOption } from '#web/ui/FilterOptions.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

import { isNotReached } from './not-reached-columns.tsx'
import { worklistFilterWords as words } from './words.ts'
import type { WorklistFiltersProps } from './worklist-search.ts'

const DateRange = lazy(async () => ({ default: (await import('./DateRange.tsx')).DateRange }))

type FilterPanelProps = WorklistFiltersProps & { questions: QuestionChoices[] | undefined }

/** All filters of the worklist, one below the other. One of them is open at a time, with the number of form requests for each value. */
export function FilterPanel({ list: { filters, setFilters }, numbers, isAtLeast, questions }: FilterPanelProps) {
  const groupings = numbers.data
  const { member } = useSession()
  const [open, setOpen] = useState<string>()
  // The values come with their numbers. Without them “No options” would be untrue.
  const notLoaded = numbers.error ? <LoadError of={numbers} /> : <Skeleton lines={3} />
  const optionsOf = (name: MenuFilterName): readonly FilterOption[] => {
    if (name === 'status') return statusOptions(groupings?.status)
    return name === 'assignee' ? withMeFirst(groupings?.assignee, member.id) : (groupings?.[name] ?? [])
  }
  // Most organisations have no wards.
  const hasWards = filters.wardId.length > 0 || groupings?.wardId.some(({ value }) => value !== 'none')
  const flagCounts: Partial<Record<FlagFilterName, number>> = groupings ?? {}
  const flags = flagFilterNames.filter((name) => filters[name] === 'true')
  const section = (label: string, count: number, content: ReactNode) => (
    <Section
      key={label}
      {...{ label, count }}
      isOpen={open === label}
      onToggle={() => setOpen((now) => (now === label ? undefined : label))}
    >
      {content}
    </Section>
  )
  return (
    <div className="filter-panel">
      {section(
        words.marks,
        flags.length,
        <FilterOptions
          label={words.marks}
          isAtLeast={isAtLeast}
          options={flagFilterNames.map((name) => ({ value: name, label: worklistFilters[name].label, count: flagCounts[name] }))}
          value={flags}
          onChange={(value) => setFilters(Object.fromEntries(flagFilterNames.map((name) => [name, value.includes(name) ? 'true' : ''])))}
        />,
      )}
      {menuFilterNames
        .filter((name) => isOffered(name, { notReached: isNotReached(filters) }) && (name !== 'wardId' || hasWards))
        .map((name) => {
          // One status has its tab.
          const label = name === 'status' ? words.severalStatuses : worklistFilters[name].label
          return section(
            label,
            name === 'status' && filters.status.length === 1 ? 0 : filters[name].length,
            <FilterOptions
              label={label}
              options={optionsOf(name)}
              isAtLeast={isAtLeast}
              missing={name === 'status' || groupings ? undefined : notLoaded}
              value={filters[name]}
              onChange={(value) => setFilters({ [name]: value })}
            />,
          )
        })}
      {questions &&
        questions.length > 0 &&
        section(
          worklistFilters.answer.label,
          filters.answer.length,
          <FilterOptions
            label={worklistFilters.answer.label}
            options={[]}
            groups={questions.map(({ title, choices }) => ({
              label: title,
              options: choices.map(({ answer, label }) => ({ value: answer, label })),
            }))}
            value={filters.answer}
            onChange={(answer) => setFilters({ answer })}
          />,
        )}
      {choiceFilterNames.map((name) =>
        section(
          worklistFilters[name].label,
          filters[name] ? 1 : 0,
          <FilterOptions
            label={worklistFilters[name].label}
            options={worklistFilters[name].takes.values.map((value) => ({ value, label: worklistFilters[name].takes.labelOf(value) }))}
            none={words.any}
            value={filters[name] ? [filters[name]] : []}
            onChange={([value = '']) => setFilters({ [name]: value })}
          />,
        ),
      )}
      {[...Map.groupBy(dayFilterNames, (name) => worklistFilters[name].label)].map(([label, [from, to]]) =>
        section(
          label,
          [filters[from!], filters[to!]].filter(Boolean).length,
          <Suspense fallback={<Spinner />}>
            <DateRange
              // The fields show the days that were chosen with a button.
              key={`${filters[from!]} ${filters[to!]}`}
              from={filters[from!]}
              to={filters[to!]}
              onChoose={(first, last) => setFilters({ [from!]: first, [to!]: last })}
            />
          </Suspense>,
        ),
      )}
    </div>
  )
}

type SectionProps = { label: string; count: number; isOpen: boolean; onToggle: () => void; children: ReactNode }

function Section({ label, count, isOpen, onToggle, children }: SectionProps) {
  const id = useId()
  return (
    <div className="filter-panel__section">
      <button
        type="button"
        className="filter-panel__button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <span>{label}</span>
        {count > 0 && <span className="filter-menu__count">{count}</span>}
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
      </button>
      {isOpen && <div id={id}>{children}</div>}
    </div>
  )
}

const statusOptions = (counts: RequestGroupings['status'] | undefined): FilterOption[] =>
  requestStatuses.map((value) => ({ value, label: requestStatusLabel(value), count: counts?.[value] }))

/** The member first, then unassigned. The URL has "me", so that a shared link shows each member their own work. */
function withMeFirst(assignees: readonly FilterOption[] | undefined, memberId: string): FilterOption[] {
  // Unknown until the numbers have come, and then 0 for a member without form requests.
  const countOf = (value: string) => assignees && (assignees.find((one) => one.value === value)?.count ?? 0)
  return [
    { value: 'me', label: words.me, count: countOf(memberId) },
    { value: 'none', label: words.unassigned, count: countOf('none') },
    ...(assignees ?? []).filter(({ value }) => value !== memberId && value !== 'none'),
  ]
}

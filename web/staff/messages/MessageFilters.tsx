import { formatDate } from '#domain/dates.ts'
import { messageReasonCodes, messageReasonLabel } from '#domain/message-reasons.ts'
import {
  categoryLabel,
  messageMethods,
  methodLabel,
  notificationCategories,
  notificationStatuses,
  notificationStatusLabel,
} from '#domain/notification.ts'
import { DateFilter } from '#web/staff/requests/worklist/DateFilter.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import type { FilterOption } from '#web/ui/FilterOptions.tsx'

import type { MessageSearch } from './use-message-search.ts'
import { messagesPageWords } from './words.ts'

const words = messagesPageWords.filters
type Several = 'method' | 'status' | 'reason' | 'category' | 'formId'

type MessageFiltersProps = {
  list: MessageSearch['list']
  /** the forms that messages match, with their counts; undefined before the first answer */
  forms: readonly { id: string; title: string; messages: number }[] | undefined
}

export function MessageFilters({ list: { filters, setFilters, clearFilters }, forms }: MessageFiltersProps) {
  const menus: { name: Several; label: string; options: readonly FilterOption[] }[] = [
    { name: 'method', label: words.method, options: messageMethods.map((value) => ({ value, label: methodLabel(value) })) },
    {
      name: 'status',
      label: words.status,
      options: notificationStatuses.map((value) => ({ value, label: notificationStatusLabel(value) })),
    },
    { name: 'reason', label: words.reason, options: messageReasonCodes.map((value) => ({ value, label: messageReasonLabel(value) })) },
    { name: 'category', label: words.category, options: notificationCategories.map((value) => ({ value, label: categoryLabel(value) })) },
    {
      name: 'formId',
      label: words.form,
      options: (forms ?? []).map(({ id, title, messages }) => ({ value: id, label: title, count: messages })),
    },
  ]
  const days = [filters.from && words.from(formatDate(filters.from)), filters.to && words.to(formatDate(filters.to))]
    .filter(Boolean)
    .join(' ')
  const chips = [
    ...menus.flatMap(({ name, label, options }) => {
      const chosen: readonly string[] = filters[name]
      return chosen.map((value) => ({
        id: `${name}-${value}`,
        label: words.chip(label, options.find((option) => option.value === value)?.label ?? words.unknownForm),
        onRemove: () => setFilters({ [name]: chosen.filter((one) => one !== value) }),
      }))
    }),
    ...(days ? [{ id: 'days', label: words.chosenDays(days), onRemove: () => setFilters({ from: '', to: '' }) }] : []),
  ]
  return (
    <FilterBar chips={chips} onClear={clearFilters}>
      {menus.map(({ name, label, options }) => (
        <FilterMenu key={name} label={label} options={options} value={filters[name]} onChange={(value) => setFilters({ [name]: value })} />
      ))}
      <DateFilter label={words.days} from={filters.from} to={filters.to} onChange={(from, to) => setFilters({ from, to })} />
    </FilterBar>
  )
}

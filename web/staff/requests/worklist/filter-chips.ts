import type { RequestGroupings } from '#contract/requests.ts'
import { formatDate, isIsoDate } from '#domain/dates.ts'
import { methodLabel } from '#domain/notification.ts'
import { requestStatusLabel } from '#domain/request-status.ts'
import type { FilterChip } from '#web/ui/FilterBar.tsx'

import { specialtyWords } from './request-columns.tsx'
import type { Worklist } from './worklist-search.ts'

const day = (text: string) => (isIsoDate(text) ? formatDate(text) : text)
const singles = {
  createdFrom: (value) => `Created from ${day(value)}`,
  createdTo: (value) => `Created to ${day(value)}`,
  submittedFrom: (value) => `Submitted from ${day(value)}`,
  submittedTo: (value) => `Submitted to ${day(value)}`,
  urgent: (value) => (value === 'true' ? 'Urgent' : 'Not urgent'),
  redFlag: (value) => (value === 'true' ? 'Red flag' : 'No red flag'),
  notReached: (value) => (value === 'true' ? 'Not reached' : 'Reached'),
  patientId: () => 'One patient',
  importJobId: () => 'One import',
} satisfies Partial<Record<keyof Worklist['filters'], (value: string) => string>>

/** Everything that narrows the list down, in words, each to be taken away by itself. The status has its tabs unless there are several. */
export function filterChips({ filters, setFilters }: Worklist, groupings: RequestGroupings | undefined): FilterChip[] {
  const labelOf = (counted: { value: string; label: string }[] | undefined, value: string) =>
    counted?.find((one) => one.value === value)?.label ?? '…'
  const severals = {
    status: (value: string) => requestStatusLabel(value as (typeof filters.status)[number]), // the address was checked when it was read
    specialty: specialtyWords,
    formId: (value: string) => labelOf(groupings?.form, value),
    assignee: (value: string) =>
      value === 'me' ? 'Assigned to me' : value === 'none' ? 'Unassigned' : labelOf(groupings?.assignee, value),
    method: (value: string) => `Sent by ${methodLabel(value as (typeof filters.method)[number])}`, // likewise
    location: (value: string) => value,
    event: (value: string) => value,
  }
  return [
    ...(Object.keys(severals) as (keyof typeof severals)[]).flatMap((name) => {
      const values: readonly string[] = filters[name]
      if (name === 'status' && values.length === 1) return []
      return values.map((value) => ({
        id: `${name} ${value}`,
        label: severals[name](value),
        onRemove: () => setFilters({ [name]: values.filter((one) => one !== value) }),
      }))
    }),
    ...(Object.keys(singles) as (keyof typeof singles)[])
      .filter((name) => filters[name])
      .map((name) => ({ id: name, label: singles[name](filters[name]), onRemove: () => setFilters({ [name]: '' }) })),
  ]
}

import { requestStatuses, requestStatusLabel } from '#domain/request-status.ts'
import { TabNav } from '#web/ui/TabNav.tsx'

import { worklistFilterWords as words } from './words.ts'
import type { WorklistFiltersProps } from './worklist-search.ts'

/** One tab for each status, with how many the other filters leave of it. */
export function StatusTabs({ list, numbers, isAtLeast }: WorklistFiltersProps) {
  const { status } = list.filters
  const counts = numbers.data?.status
  const all = counts && requestStatuses.reduce((sum, one) => sum + counts[one], 0)
  return (
    <TabNav
      label={words.status}
      isAtLeast={isAtLeast}
      // Several statuses at once have no tab. The chips below name them.
      current={status.length === 0 ? 'all' : status.length === 1 ? status[0]! : 'several'}
      tabs={[
        { id: 'all', label: words.all, href: list.hrefWith({ status: [] }), count: all },
        ...requestStatuses.map((one) => ({
          id: one,
          label: requestStatusLabel(one),
          href: list.hrefWith({ status: [one] }),
          count: counts?.[one],
        })),
      ]}
    />
  )
}

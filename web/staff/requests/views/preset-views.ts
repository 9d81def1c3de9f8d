import { worklists } from '#domain/dashboard-worklists.ts'
import type { Filters } from '#web/staff/lists/list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import type { SearchOf } from '#web/staff/searches.ts'

import { inOrder } from './view-state.ts'

type PresetView = { name: string; filters: NonNullable<SearchOf<'requestsList'>['filters']> }

const { myUrgent, urgentToReview, notReached, unassigned } = worklists

/** The views that every user has (REQ-8). All but the first are lists that the dashboard counts. */
export const presetViews: readonly PresetView[] = [
  { name: 'My work', filters: { status: [...myUrgent.status], assignee: ['me'] } },
  { name: 'Urgent to review', filters: { status: [...urgentToReview.status], urgent: 'true' } },
  { name: 'Not reached', filters: { status: [...notReached.status], notReached: 'true' } },
  { name: 'Unassigned completed', filters: { status: [...unassigned.status], assignee: ['none'] } },
]

export const hrefOfPreset = ({ filters }: PresetView) => pathTo('requestsList', {}, { filters })

/** The preset view whose filters the list has, in any order of rows. */
export const presetShown = (filters: Filters) => {
  const shown = JSON.stringify(inOrder(filters))
  return presetViews.find((view) => JSON.stringify(inOrder(view.filters)) === shown)
}

import type { Days } from '#domain/dashboard-periods.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { pathTo } from '#web/staff/paths.ts'

import type { ResponseFilters } from './responses-query.ts'

/** The list that each figure of some days counts. server/worklist/dashboard/responses.test.ts compares figures with these lists. */
export function responseLists(filters: ResponseFilters, { from, to }: Days, method?: NotificationMethod) {
  const listWith = (more: object) => pathTo('requestsList', {}, { filters: { ...filters, ...(method && { method: [method] }), ...more } })
  const created = { createdFrom: from, createdTo: to }
  return {
    created: listWith(created),
    completed: listWith({ submittedFrom: from, submittedTo: to }),
    answered: listWith({ ...created, submittedTo: to }),
    urgent: listWith({ ...created, urgent: true }),
    notReached: listWith({ ...created, notReached: true }),
  }
}

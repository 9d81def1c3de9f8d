import { z } from 'zod'

import { notificationMethods } from '#domain/notification.ts'
import { requestStatuses } from '#domain/request-status.ts'
import { worklistNames } from '#domain/worklists.ts'

import { IsoDate } from './lists.ts'
import { routes } from './route.ts'

const count = z.number().int()

export const dashboard = routes({
  read: {
    service: 'forms',
    method: 'GET',
    path: '/dashboard',
    action: 'dashboard:read',
    permission: ['formRequest:read'],
    audit: 'dashboardRead',
    response: z.object({
      /** One figure for each worklist of domain/worklists.ts. */
      worklists: z.record(z.enum(worklistNames), count),
      byStatus: z.record(z.enum(requestStatuses), count),
      /** The last 30 days, oldest first, today included: the first is what the figures below count from. */
      trend: z.array(z.object({ day: IsoDate, created: count, submitted: count })),
      /** From the day it was to be sent, over the answers of these 30 days; null when there are none. */
      medianHoursToComplete: z.number().nullable(),
      /** Of the requests created in these 30 days. */
      responseRates: z.array(z.object({ method: z.enum(notificationMethods), sent: count, answered: count })),
    }),
  },
})

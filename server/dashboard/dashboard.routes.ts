import { dashboard } from '#contract/dashboard.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { readDashboard } from './read-dashboard.ts'

export const serveDashboard = (door: Door) => serve(door, dashboard, { read: (ctx) => readDashboard(ctx) })

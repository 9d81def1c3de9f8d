import { z } from 'zod'

import { job } from '#server/platform/jobs.ts'

/** Starts when answers with a red flag may have lain unread for long enough. */
export const alertUnreadJob = job('alert-unread', z.object({ requestId: z.uuid() }), { retryLimit: 100 })

/** One mail to one colleague. A mail server that is away for a day loses none. */
export const sendAlertJob = job('send-alert', z.object({ requestId: z.uuid(), memberId: z.uuid() }), { retryLimit: 100 })

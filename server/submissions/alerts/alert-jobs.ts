import { z } from 'zod'

import { job } from '#server/platform/jobs.ts'

/** Starts when answers with a red flag were unread for the configured time. */
export const alertUnreadJob = job('alert-unread', z.object({ requestId: z.uuid() }), { retryLimit: 100 })

/** One email to one colleague. Retried for as long as the mail server may be away. */
export const sendAlertJob = job('send-alert', z.object({ requestId: z.uuid(), memberId: z.uuid() }), { retryLimit: 100 })

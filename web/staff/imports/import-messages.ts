import type { ImportJob } from '#contract/imports.ts'
import { notificationMethods } from '#domain/notification.ts'

type Planned = Pick<ImportJob, 'messagesFrom' | 'appMessagesFrom' | 'planByMethod'>

/** The messages of an import by each method, and when they leave, as the review of a form request has them. */
export function messagesOf({ messagesFrom, appMessagesFrom, planByMethod }: Planned, now = new Date()) {
  return notificationMethods.flatMap((method) => {
    const count = planByMethod[method]
    if (count === 0) return []
    const earliest = method === 'nhs_app' ? appMessagesFrom : messagesFrom
    const from = earliest !== null && new Date(earliest) > now ? earliest : null
    return [{ method, count, from, waitsForSendingHours: from !== null }]
  })
}

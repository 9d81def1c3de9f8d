import { lookForDueWork } from '#server/platform/due-work.sql.ts'
import type { Services } from '#server/platform/services.ts'
import { orderEvents } from '#server/webhooks/deliver-events.job.ts'

/** Does once what a worker does with the events that are due. */
export const orderDueEvents = async (services: Services) => orderEvents(services, (await lookForDueWork(services.db)).organisations)

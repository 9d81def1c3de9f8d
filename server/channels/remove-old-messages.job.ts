import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { deleteMessagesWithLinks, deleteOldMessages } from './outbox.sql.ts'

const day = 86_400_000

/** Deletes messages older than OUTBOX_DAYS from the outbox every night. Outside a demonstration also deletes messages with a link. */
export const removeOldMessagesJobs = jobForEveryOrganisation('remove-old-outbox-messages')

export const startRemovingOldMessages = (services: Services) =>
  workForEveryOrganisation(services, removeOldMessagesJobs, {
    at: '23 2 * * *',
    andIn: [systemOrganisationId],
    run: async ({ step, signal }) => {
      const before = new Date(Date.now() - services.config.OUTBOX_DAYS * day)
      while (!signal.aborted && (await step((ctx) => deleteOldMessages(ctx, before))));
      while (!services.config.DEMO && !signal.aborted && (await step(deleteMessagesWithLinks)));
    },
  })

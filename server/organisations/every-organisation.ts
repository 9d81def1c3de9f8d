import { z } from 'zod'

import { systemOrganisationId } from '#server/platform/context.ts'
import type { Services } from '#server/platform/services.ts'
import { enqueue, job, workInSteps, workOn, type Steps } from '#server/platform/jobs.ts'

import { listOrganisationIds } from './organisation-settings.sql.ts'

export { listOrganisationIds } from './organisation-settings.sql.ts'

/** Two jobs for scheduled work in every organisation: one queues the work for each organisation, the other does it in one organisation. */
export const jobForEveryOrganisation = (name: string) => ({
  everywhere: job(`${name}-everywhere`, z.object({})),
  inOne: job(name, z.object({}), { policy: 'stately' }),
})

type Work = {
  /** A cron expression, in UTC. */
  at: string
  /** Other organisations, in addition to those with patients. */
  andIn?: string[]
  run: (steps: Steps) => Promise<unknown>
}

export async function workForEveryOrganisation(
  services: Services,
  { everywhere, inOne }: ReturnType<typeof jobForEveryOrganisation>,
  { at, andIn = [], run }: Work,
) {
  await workOn(services, everywhere, async (ctx) => {
    for (const organisationId of [...(await listOrganisationIds(ctx)), ...andIn])
      await enqueue({ ...ctx, organisationId }, inOne, {}, { key: organisationId })
  })
  await workInSteps(services, inOne, run)
  await services.boss.schedule(everywhere.name, at, { organisationId: systemOrganisationId })
}

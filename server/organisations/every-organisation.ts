import { z } from 'zod'

import { systemOrganisationId } from '#server/platform/context.ts'
import type { Services } from '#server/platform/services.ts'
import { enqueue, job, workInSteps, workOn, type Steps } from '#server/platform/jobs.ts'

import { listOrganisationIds } from './organisation-settings.sql.ts'

export { listOrganisationIds } from './organisation-settings.sql.ts'

/** What is done now and then in every organisation by itself: the job that asks for it everywhere, and the one that does it in one of them. */
export const jobForEveryOrganisation = (name: string) => ({
  everywhere: job(`${name}-everywhere`, z.object({})),
  inOne: job(name, z.object({}), { policy: 'stately' }),
})

type Work = {
  /** When, as cron says it, in UTC. */
  at: string
  /** Others than those where people work. */
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

import { z } from 'zod'

import type { Services } from '#server/platform/services.ts'
import { job, workOn } from '#server/platform/jobs.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { rotateSigningKeys } from './provider/signing-keys.sql.ts'

export const rotateSigningKeysJob = job('rotate-signing-keys', z.object({}), { retryLimit: 0 })

/** Looks once a night whether the key of tokens is due for a successor (SIGN-10). */
export async function startRotatingSigningKeys(services: Services) {
  await workOn(services, rotateSigningKeysJob, ({ tx }) => rotateSigningKeys(tx, services))
  await services.boss.schedule(rotateSigningKeysJob.name, '17 3 * * *', { organisationId: systemOrganisationId })
}

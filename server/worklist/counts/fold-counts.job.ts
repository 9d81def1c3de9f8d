import { z } from 'zod'

import { foldMessageChanges } from '#server/messages/messages.ts'
import { workWhereDue } from '#server/organisations/organisations.ts'
import { inOrganisation } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { job, oneAtATime, type Steps, workInSteps } from '#server/platform/jobs.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { foldAnswerChanges } from './answer-counts.sql.ts'
import { foldChanges, foldWaitingListChanges } from './request-counts.sql.ts'

/** Folds changes into the stored counts every minute, so that readers have few rows to add. The counts are correct without it. One run at a time. */
export const foldCountsJob = job('fold-counts', z.object({}), { policy: 'exclusive', retryLimit: 0 })

/** Folds those of one organisation, after many changes at once. One waits for each organisation. */
export const foldOneJob = job('fold-counts-of-one', z.object({}), { retryLimit: 0, policy: 'short' })

export async function startFoldingCounts(services: Services) {
  const foldWhereDue = (steps: Steps) => workWhereDue(steps, foldCountsJob, (organisationId) => foldCounts(services, organisationId))
  await workInSteps(services, foldCountsJob, foldWhereDue, oneAtATime)
  await workInSteps(services, foldOneJob, ({ organisationId }) => foldCounts(services, organisationId))
  await services.boss.schedule(foldCountsJob.name, '* * * * *', { organisationId: systemOrganisationId })
}

/** Folds the changes of an organisation. Does nothing to a kind of changes that another process folds at the moment. */
export async function foldCounts({ db }: Pick<Services, 'db'>, organisationId: string) {
  await inOrganisation(db, organisationId, (tx) =>
    Promise.all([foldChanges({ tx }), foldAnswerChanges({ tx }), foldMessageChanges({ tx }), foldWaitingListChanges({ tx })]),
  )
}

import { z } from 'zod'

import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue, job, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { replayPatients, sendPatients } from './send-patients.ts'

/** Tells the Record Service about new patients, every five minutes (PEP-3). */
export const sendPatientsJobs = jobForEveryOrganisation('send-to-record-service')

/** Marks every patient of an organisation to be sent again. */
export const replayPatientsJob = job('replay-to-record-service', z.object({ startedAt: z.string() }))

export async function startSendingPatients(services: Services) {
  await workForEveryOrganisation(services, sendPatientsJobs, { at: '*/5 * * * *', onlyWhereDue: true, run: sendPatients })
  await workInSteps(services, replayPatientsJob, async (steps, data) => {
    await replayPatients(steps, data)
    await steps.step(sendNow)
  })
}

/** Starts the sending now instead of at the next full five minutes. */
export const sendNow = (ctx: Context) => enqueue(ctx, sendPatientsJobs.inOne, {}, { key: ctx.organisationId })

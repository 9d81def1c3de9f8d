import { z } from 'zod'

import { listOrganisationIds } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { isDatabaseUnavailable } from '#server/platform/database-problem.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { job, type Steps, workerContext, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Records that the owner of this phone asked for no more messages. Changes nothing for a number that the organisation never wrote to. patients/
 * provides it.
 */
export type RecordStopReply = (ctx: Context, from: { phoneNumber: string }) => Promise<unknown>

const purpose = 'stop reply'

/** Queued for a reply to the account of the installation. The queue keeps finished jobs for a while, so the number is sealed in it. */
export const stopReplyJob = job('stop-reply', z.object({ sealedNumber: z.string() }))
type SealedReply = { sealedNumber: string }

export const sealNumber = ({ keys }: Services, phoneNumber: string) => keys.seal(Buffer.from(phoneNumber), purpose).toString('base64url')

export const startRecordingStopReplies = (services: Services, recordStopReply: RecordStopReply) =>
  workInSteps(services, stopReplyJob, (steps, data) => recordEverywhere(steps, data, recordStopReply))

/**
 * Records a reply in every organisation that wrote to the number, one after the other. A repeated job changes nothing more. An organisation in which it
 * cannot be recorded, for example because it is being moved to another installation, holds up no other one: the job fails after all of them, so that the
 * queue tries again.
 */
export async function recordEverywhere({ step, signal, services }: Steps, { sealedNumber }: SealedReply, recordStopReply: RecordStopReply) {
  const phoneNumber = services.keys.unseal(Buffer.from(sealedNumber, 'base64url'), purpose).toString('utf8')
  const failures: unknown[] = []
  for (const organisationId of await step(listOrganisationIds)) {
    if (signal.aborted) throw new Error('stopped before every organisation was asked')
    try {
      await inOrganisation(services.db, organisationId, (tx) =>
        recordStopReply(workerContext(services, organisationId, tx), { phoneNumber }),
      )
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error // no other organisation can be asked now either
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

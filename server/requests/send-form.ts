import type { requests } from '#contract/requests.ts'
import type { Input } from '#contract/route.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { createRequests } from './create-requests.ts'
import { planSending } from './plan-sending.ts'
import { fingerprintOf, requireReviewedPlan, summarisePlan } from './reviewed-plan.ts'
import { findSent, lockSendingOf, setSendingKey } from './sending-keys.sql.ts'

const usedKey =
  'This form was already sent with different patients or details. Nothing was sent. Check the list of form requests before you send again.'

/**
 * Sends a form to one or more patients. Nothing is sent unless every patient can be reached by the method and the plan is the one that was
 * reviewed.
 */
export async function sendForm(ctx: Context, { body: { key, reviewed, ...wanted } }: Input<typeof requests.create>) {
  const fingerprint = fingerprintOf(wanted)
  // Checked first: a repeated call returns the same result as before, also on a later day.
  const sent = key === undefined ? undefined : await findSent(ctx, key)
  if (sent) {
    if (sent.fingerprint !== null && sent.fingerprint !== fingerprint) throw new Problem('conflict', usedKey)
    return { ids: sent.ids }
  }
  // The lock makes the second of two simultaneous senders see the requests of the first.
  if (reviewed) await lockSendingOf(ctx, wanted.formId)
  // A member who archives one of the patients waits for the lock, and then finds the new request to close.
  const plan = await planSending(ctx, wanted, { areHeld: true })
  if (reviewed) requireReviewedPlan(reviewed, summarisePlan(wanted, plan))
  if (plan.unreachable.length > 0) {
    const errors = plan.unreachable.map(({ index, reason }) => ({ field: `patientIds.${index}`, message: reason }))
    throw new Problem('invalid_request', 'Some of these patients cannot be sent this form.', errors)
  }

  const { specialty, pathwayId, location, event, waitingSince = null } = wanted
  const rows = plan.recipients.map(({ patient, method }) => ({
    patientId: patient.id,
    method,
    specialty,
    pathwayId,
    location,
    event,
    waitingSince,
  }))
  const ids = await createRequests(ctx, rows, plan.terms)
  if (key !== undefined) await setSendingKey(ctx, ids, { key, fingerprint })
  return { ids }
}

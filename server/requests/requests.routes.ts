import { requests } from '#contract/requests.ts'
import { auditAtEnd } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'
import { getSummary, listRequests, readGroupings } from '#server/worklist/worklist.ts'

import type { StaffAct } from './act-on-requests.ts'
import { patchRequests } from './patch-requests.ts'
import { previewSending } from './preview-sending.ts'
import { getRequestDetails } from './request-details.sql.ts'
import { actOnRequest, assignRequest, copyLink, setWaitingSince, unlockRequest } from './requests.ts'
import { sendForm } from './send-form.ts'

export const serveRequests = (deps: RouteDeps) =>
  serve(deps, requests, {
    list: (ctx, { query }) => listRequests(ctx, query),
    groupings: (ctx, { query }) => readGroupings(ctx, query.filters),
    get: (ctx, { params }) => readRequest(ctx, params.id),
    getUnanswered: (ctx, { params }) => readRequest(ctx, params.id, { onlyUnanswered: true }),
    create: (ctx, input) => sendForm(ctx, input),
    preview: (ctx, { body }) => previewSending(ctx, body),
    assign: async (ctx, { params, body }) => {
      await assignRequest(ctx, params.id, params.userId, body)
      return getSummary(ctx, params.id)
    },
    unassign: (ctx, { params, body }) => acted(ctx, params.id, { kind: 'unassign' }, body),
    close: async (ctx, { params, body: { takeOver, ...close } }) => {
      const closedAt = await actOnRequest(ctx, params.id, { kind: 'close', ...close }, { takeOver })
      return { ...(await getSummary(ctx, params.id)), closedAt }
    },
    setOutcome: (ctx, { params, body }) => acted(ctx, params.id, { kind: 'set_outcome', outcomeId: body.outcomeId }, body),
    setWaitingSince: async (ctx, { params, body: { waitingSince, ...options } }) => {
      await setWaitingSince(ctx, params.id, waitingSince, options)
      return getSummary(ctx, params.id)
    },
    reopen: (ctx, { params, body }) =>
      acted(ctx, params.id, { kind: 'reopen', sendMessage: body.sendMessage, closedAt: body.closedAt }, body),
    send: (ctx, { params, body }) =>
      acted(ctx, params.id, { kind: 'send', again: body.again, method: body.method, identityCheck: body.identityCheck }, body),
    remind: (ctx, { params, body }) => acted(ctx, params.id, { kind: 'remind' }, body),
    letter: (ctx, { params, body }) => acted(ctx, params.id, { kind: 'queue_letter', again: body.again }, body),
    cancelMessage: (ctx, { params, body }) => acted(ctx, params.id, { kind: 'cancel_message' }, body),
    link: (ctx, { params, body }) => copyLink(ctx, params.id, body.identityCheck),
    unlock: async (ctx, { params, body }) => {
      await unlockRequest(ctx, params.id, body.identityCheck)
      return getSummary(ctx, params.id)
    },
    patchMany: (ctx, { body }) => patchRequests(ctx, body),
  })

async function acted(ctx: Context, id: string, act: StaffAct, options: { takeOver: boolean }) {
  await actOnRequest(ctx, id, act, options)
  return getSummary(ctx, id)
}

/**
 * The log says that there were no answers yet: somebody who read the form request a moment before the patient sent them has not read the answers, and
 * must not keep the alert about a red flag from being sent (findFirstReadings).
 */
async function readRequest(ctx: Context, id: string, { onlyUnanswered = false } = {}) {
  const details = await getRequestDetails(ctx, id)
  if (onlyUnanswered && details.answers !== null) throw new Problem('conflict', 'The patient has answered.')
  const detail = details.answers === null ? { isUnanswered: true } : {}
  auditAtEnd(ctx, 'formRequestRead', { subjectId: id, patientId: details.patient.id, detail })
  return details
}

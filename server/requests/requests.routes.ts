import { requests } from '#contract/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { actOnRequest, type StaffAct } from './act-on-request.ts'
import { assignRequest } from './assign-request.ts'
import { patchRequests } from './patch-requests.ts'
import { getRequestDetails } from './request-details.sql.ts'
import { groupRequests } from './request-groupings.sql.ts'
import { summariesOf } from './request-summaries.sql.ts'
import { listRequests } from './requests.sql.ts'
import { sendForm } from './send-form.ts'
import { unlockRequest } from './unlock-request.ts'

export const serveRequests = (door: Door) =>
  serve(door, requests, {
    list: async (ctx, { query }) => {
      const [docs, { total, groupings }] = await Promise.all([listRequests(ctx, query), groupRequests(ctx, query.filters)])
      return { docs, page: query.page, totalDocs: total, groupings }
    },
    get: (ctx, { params }) => getRequestDetails(ctx, params.id),
    create: (ctx, input) => sendForm(ctx, input),
    assign: async (ctx, { params, body }) => {
      await assignRequest(ctx, params.id, params.userId, body)
      return summaryOf(ctx, params.id)
    },
    unassign: (ctx, { params, body }) => acted(ctx, params.id, { kind: 'unassign' }, body),
    close: (ctx, { params, body }) => acted(ctx, params.id, { kind: 'close' }, body),
    reopen: (ctx, { params, body }) => acted(ctx, params.id, { kind: 'reopen' }, body),
    unlock: async (ctx, { params }) => {
      await unlockRequest(ctx, params.id)
      return summaryOf(ctx, params.id)
    },
    patchMany: (ctx, { body }) => patchRequests(ctx, body),
  })

async function acted(ctx: Context, id: string, act: StaffAct, options: { takeOver: boolean }) {
  await actOnRequest(ctx, id, act, options)
  return summaryOf(ctx, id)
}

async function summaryOf({ tx }: Context, id: string) {
  const [summary] = await summariesOf(tx, [id])
  if (!summary) throw new Problem('not_found')
  return summary
}

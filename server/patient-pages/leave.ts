import type { FastifyRequest } from 'fastify'

import { csrfField, type Posting } from '#contract/pages.ts'
import type { PostedFields } from '#domain/form/question-type.ts'

import { linkUnavailable } from './unavailable-link.ts'
import { csrfProof, isCrossSite, isProof } from './patient-cookie.ts'
import { deleteSession } from './patient-sessions.sql.ts'
import { notice, type PageResult, type PageRequest } from './page-request.ts'

/** What the button posts that ends the session of this device (PTN-7). */
export const leaveFormPage = ({ ctx, base }: PageRequest, secret: string): Posting => ({
  action: `${base}/leave`,
  csrf: csrfProof(ctx.services.keys, secret),
})

/** Ends the session on the device and in the database, so that the next user of a shared device finds nothing. Saved answers stay. */
export async function endSession({ ctx, assignment, base }: PageRequest, secret: string): Promise<PageResult> {
  await deleteSession(ctx, assignment.requestId, secret)
  return { to: `${base}/left`, secret: null }
}

export async function leave(visit: PageRequest, request: FastifyRequest): Promise<PageResult> {
  const { secret, ctx, base } = visit
  // A second press has no session to end.
  if (!secret) return { to: `${base}/left` }
  const isOurs = !isCrossSite(request) && isProof(ctx.services.keys, secret, ((request.body ?? {}) as PostedFields)[csrfField])
  return isOurs ? endSession(visit, secret) : notice('cross_site_post', base)
}

/** Anyone with the link can see this page, so it says no more than the link. */
export async function leftPage({ secret, assignment, base }: PageRequest): Promise<PageResult> {
  // A device that can still see the answers must not be told otherwise.
  if (secret) return { to: base }
  if (assignment.completedAt) return notice('finished')
  const closed = linkUnavailable(assignment)
  return notice(closed ?? 'left')
}

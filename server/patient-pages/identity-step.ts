import type { FastifyRequest } from 'fastify'

import { type IdentityError, nhsLoginField } from '#contract/pages.ts'
import { dateFromParts } from '#domain/dates.ts'
import { datePartName, dateParts, type DateParts } from '#domain/form/question-types/date.ts'
import type { PostedFields } from '#domain/form/question-type.ts'
import { nhsLoginQuery, readLinkProof, takeLinkProof } from '#server/nhs-app/nhs-app.ts'
import type { Context } from '#server/platform/context.ts'
import { openRequest } from '#server/requests/requests.ts'
import { recordLocked } from '#server/timeline/timeline.ts'

import { firstStepPath } from './answer-steps.ts'
import { findDateOfBirth, lockRequestAndLink, setAttempts } from './assignments.sql.ts'
import { leaveFormPage } from './leave.ts'
import { isSentFromHere, notice, type PageResult, type PageRequest } from './page-request.ts'
import { isCrossSite } from './patient-cookie.ts'
import { deleteSessions, insertSession } from './patient-sessions.sql.ts'
import { removalPath } from './removal-page.ts'
import { linkUnavailable } from './unavailable-link.ts'

/** The start of a link: the identity step, or the next page for a device that has passed it. Viewing this page opens and counts nothing. */
export async function openLinkPage(visit: PageRequest, { query }: FastifyRequest): Promise<PageResult> {
  const { assignment, secret, base, ctx } = visit
  const removal = await removalPath(visit)
  if (secret && removal) return { to: removal }
  if (isSentFromHere(visit)) return { to: `${base}/confirmation` }
  const closed = removal ? undefined : linkUnavailable(assignment)
  if (closed) return notice(closed)
  if (secret) return { to: firstStepPath(visit) }
  if (assignment.isLocked) return notice('locked')
  const proof = (query as Record<string, unknown>)[nhsLoginQuery]
  if (typeof proof === 'string' && readLinkProof(ctx.services.keys, assignment.requestId, proof))
    return { page: { kind: 'nhs-app', action: `${base}/nhs-app`, proof } }
  return identityPage(visit)
}

/**
 * `POST /r/:token/nhs-app`: opens the form for a patient whom NHS login has identified (PEP-3). With a proof that has expired or was used, the link
 * leads to the identity step.
 */
export async function openFromNhsApp(visit: PageRequest, request: FastifyRequest): Promise<PageResult> {
  const { assignment, ctx, base } = visit
  const { requestId } = assignment
  const closed = (await removalPath(visit)) ? undefined : linkUnavailable(assignment)
  if (closed) return notice(closed)
  if (isCrossSite(request)) return notice('cross_site_post', base)
  const { isLocked } = await lockRequestAndLink(ctx, requestId)
  if (isLocked) return notice('locked')
  if (!(await takeLinkProof(ctx, requestId, ((request.body ?? {}) as PostedFields)[nhsLoginField]))) return { to: base }
  await openRequest(ctx, requestId, { by: 'nhs_login' })
  return { to: base, secret: await insertSession(ctx, requestId) }
}

export async function identify(visit: PageRequest, request: FastifyRequest): Promise<PageResult> {
  const { assignment, ctx, base } = visit
  const closed = (await removalPath(visit)) ? undefined : linkUnavailable(assignment)
  if (closed) return notice(closed)
  if (isCrossSite(request)) return notice('cross_site_post', base)
  const typed = typedDate((request.body ?? {}) as PostedFields)
  const dateOfBirth = dateFromParts(typed.day, typed.month, typed.year)
  // An impossible date is not counted as an attempt.
  if (!dateOfBirth) return identityPage(visit, typed, isBlank(typed) ? 'missing' : 'impossible')

  const verdict = await proveIdentity(ctx, assignment.requestId, dateOfBirth)
  if (verdict === 'locked') return notice('locked')
  if (verdict === 'wrong') return identityPage(visit, typed, 'wrong')
  // The start of the link redirects to the first question without an answer.
  return { to: base, secret: verdict.secret }
}

/** Only the device that sent the answers sees them. Other devices see that they were sent. */
export async function confirmation(visit: PageRequest): Promise<PageResult> {
  const { assignment, secret, base } = visit
  if (!secret || !isSentFromHere(visit)) return { to: base }
  const copy = `${base}/answers.pdf`
  return { page: { kind: 'confirmation', formTitle: assignment.formTitle, copy, leave: leaveFormPage(visit, secret) } }
}

const identityPage = ({ base }: PageRequest, typed: DateParts = { day: '', month: '', year: '' }, error?: IdentityError): PageResult => ({
  status: error === undefined ? 200 : 422,
  page: { kind: 'identity', action: `${base}/identity`, typed, error },
})

const isBlank = (typed: DateParts) => dateParts.every((part) => typed[part].trim() === '')

function typedDate(fields: PostedFields): DateParts {
  const part = (name: keyof DateParts) => {
    const value = fields[datePartName('date-of-birth', name)]
    return typeof value === 'string' ? value.slice(0, 20) : ''
  }
  return { day: part('day'), month: part('month'), year: part('year') }
}

/**
 * The wrong attempts in a row, and over the life of the link: otherwise someone with a shared link would get four more attempts after each
 * visit of the patient.
 */
const maxWrongAttempts = { inARow: 5, inAll: 20 }

/**
 * The identity step (PTN-2). The lock on the row makes simultaneous attempts wait, so that none is judged beyond the limit. Returns the
 * result instead of throwing, because a wrong attempt must be committed.
 */
export async function proveIdentity(
  ctx: Context,
  requestId: string,
  dateOfBirth: string,
): Promise<'wrong' | 'locked' | { secret: string }> {
  const { wrongAttempts, wrongInAll, isLocked } = await lockRequestAndLink(ctx, requestId)
  if (isLocked) return 'locked'
  if ((await findDateOfBirth(ctx, requestId)) === dateOfBirth) {
    await setAttempts(ctx, requestId, { wrongAttempts: 0, wrongInAll, isLocked: false })
    await openRequest(ctx, requestId)
    return { secret: await insertSession(ctx, requestId) }
  }
  const locks = wrongAttempts + 1 >= maxWrongAttempts.inARow || wrongInAll + 1 >= maxWrongAttempts.inAll
  await setAttempts(ctx, requestId, { wrongAttempts: wrongAttempts + 1, wrongInAll: wrongInAll + 1, isLocked: locks })
  if (!locks) return 'wrong'
  // Another person has the link, so every device must pass the identity step again after unlocking.
  await deleteSessions(ctx, requestId)
  await recordLocked(ctx, requestId)
  return 'locked'
}

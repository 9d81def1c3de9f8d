import type { FastifyRequest } from 'fastify'

import { dateFromParts } from '#domain/dates.ts'
import { datePartName, dateParts, type DateParts } from '#domain/form/posted/date-parts.ts'
import type { PostedFields } from '#domain/form/posted/posted-fields.ts'

import { linkUnavailable, linkLocked, crossSitePost } from './unavailable-link.ts'
import { whereToBegin } from './answer-steps.ts'
import { leaving } from './leave.ts'
import { isFromElsewhere } from './patient-cookie.ts'
import { proveIdentity } from './prove-identity.ts'
import { notice, type Outcome, type Visit } from './page-request.ts'

/** The link itself: the identity step, or straight on for a device that has passed it. Nothing is opened or counted by looking. */
export async function enter(visit: Visit): Promise<Outcome> {
  const { assignment, secret, base } = visit
  if (secret && assignment.status === 'completed') return { to: `${base}/confirmation` }
  const closed = linkUnavailable(assignment)
  if (closed) return notice(closed)
  if (secret) return { to: whereToBegin(visit) }
  if (assignment.isLocked) return notice(linkLocked(assignment))
  return identityPage(visit)
}

export async function identify(visit: Visit, request: FastifyRequest): Promise<Outcome> {
  const { assignment, ctx, base } = visit
  const closed = linkUnavailable(assignment)
  if (closed) return notice(closed)
  if (isFromElsewhere(request)) return notice(crossSitePost, base)
  const typed = typedDate((request.body ?? {}) as PostedFields)
  const dateOfBirth = dateFromParts(typed.day, typed.month, typed.year)
  // What cannot be a date is a slip, not an attempt.
  if (!dateOfBirth)
    return identityPage(visit, typed, isBlank(typed) ? 'Enter your date of birth' : 'Date of birth must be a real date, like 27 3 1981')

  const verdict = await proveIdentity(ctx, assignment.requestId, dateOfBirth)
  if (verdict === 'locked') return notice(linkLocked(assignment))
  if (verdict === 'wrong') return identityPage(visit, typed, 'This date of birth does not match the one we have. Check it and try again')
  // The start of the link redirects to the first question without an answer.
  return { to: base, secret: verdict.secret }
}

/** Seen by the device that sent the answers; another gets the notice that they were sent. */
export async function confirmation(visit: Visit): Promise<Outcome> {
  const { assignment, secret, base } = visit
  if (!secret || assignment.status !== 'completed') return { to: base }
  return { page: { kind: 'confirmation', formTitle: assignment.formTitle, leave: leaving(visit, secret) } }
}

const identityPage = ({ base }: Visit, typed: DateParts = { day: '', month: '', year: '' }, error?: string): Outcome => ({
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

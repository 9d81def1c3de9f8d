import type { FastifyRequest } from 'fastify'

import { csrfField } from '#contract/pages.ts'
import { dateOf } from '#domain/moments.ts'
import type { PostedFields } from '#domain/form/question-type.ts'
import { changeMind, findRemoval } from '#server/waiting-list/waiting-list.ts'

import { leaveFormPage } from './leave.ts'
import { notice, type PageRequest, type PageResult } from './page-request.ts'
import { csrfProof, isCrossSite, isProof } from './patient-cookie.ts'

const addressOf = ({ base }: PageRequest) => `${base}/removal`

/** The removal of which the patient may know. One that was withdrawn before a message left is nothing to them. */
async function findKnownRemoval({ ctx, assignment }: PageRequest) {
  const removal = await findRemoval(ctx, assignment.requestId)
  return removal && (removal.state !== 'withdrawn' || removal.isKnown) ? removal : undefined
}

/** Where the link leads a patient whose removal from the waiting list was approved. Undefined for every other link. */
export const removalPath = async (visit: PageRequest) => ((await findKnownRemoval(visit)) ? addressOf(visit) : undefined)

/** What was decided, and until when the patient can change their mind. Only behind the identity step. */
export async function removalPage(visit: PageRequest): Promise<PageResult> {
  const { ctx, assignment, secret, base } = visit
  const removal = await findKnownRemoval(visit)
  if (!secret || !removal) return { to: base }
  return {
    page: {
      kind: 'removal',
      formTitle: assignment.formTitle,
      state: removal.state,
      until: dateOf(removal.finalAt),
      action: addressOf(visit),
      csrf: csrfProof(ctx.services.keys, secret),
      leave: leaveFormPage(visit, secret),
    },
  }
}

/** The patient still needs the appointment. A second press, or one that comes too late, shows what holds. */
export async function keepAppointment(visit: PageRequest, request: FastifyRequest): Promise<PageResult> {
  const { ctx, assignment, secret, base } = visit
  if (!secret) return { to: base }
  const isOurs = !isCrossSite(request) && isProof(ctx.services.keys, secret, ((request.body ?? {}) as PostedFields)[csrfField])
  if (!isOurs) return notice('cross_site_post', base)
  await changeMind(ctx, assignment.requestId)
  return { to: addressOf(visit) }
}

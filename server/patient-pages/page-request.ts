import type { FastifyRequest } from 'fastify'

import type { PageOwner, PatientPage, Repost } from '#contract/pages.ts'
import { sampleToken } from '#domain/template.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { inTransaction, rebind } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { hashOfLink } from '#server/notifications/notifications.ts'

import { linkOfTest, unknownLink, type Notice } from './unavailable-link.ts'
import { secretOf } from './patient-cookie.ts'
import { findLink, getAssignment, type Assignment } from './assignments.sql.ts'
import { findSession } from './patient-sessions.sql.ts'

/** One request of a patient's browser, in one transaction bound to one organisation. */
export type PageRequest = {
  ctx: Context
  assignment: Assignment
  /** The address of the link's pages. */
  base: string
  owner: PageOwner
  /** The device's secret, once it has passed the identity step. */
  secret: string | undefined
  /** The device has sent the answers. */
  hasSentAnswers: boolean
}

/**
 * Whether this device may show the answers. Another device of the same link may belong to somebody else, also one that passed the identity step
 * before the answers were sent.
 */
export const isSentFromHere = ({ assignment: { status }, hasSentAnswers }: PageRequest) => status === 'completed' && hasSentAnswers

type WithoutFrame<Page> = Page extends unknown ? Omit<Page, 'owner' | 'information'> : never
/** `secret`: the secret of a device that has passed the identity step. Null ends the session. */
export type PageResult = ({ page: WithoutFrame<PatientPage>; status?: number } | { to: string }) & { secret?: string | null }
export type PageResponse = { owner: PageOwner; outcome: PageResult; base: string }

/** @param tryAgain the page for a retry, if that can help; @param again the fields to post again */
export const notice = ({ status, title, words }: Notice, tryAgain?: string, again?: Repost): PageResult => ({
  status,
  page: { kind: 'notice', title, words, tryAgain, ...(again && { again }) },
})

/** Finds the link by its hash, binds the transaction to its organisation, and runs `visit`. */
export async function servePage(
  services: Services,
  request: FastifyRequest,
  work: (visit: PageRequest) => Promise<PageResult>,
): Promise<PageResponse> {
  const { token } = request.params as { token: string }
  const base = `/r/${token}`
  const hash = hashOfLink(token)
  return inTransaction(services.db, { key: hash.toString('hex') }, async (tx) => {
    const link = await findLink(tx, hash)
    if (!link) return { owner: undefined, outcome: notice(token === sampleToken ? linkOfTest : unknownLink), base }
    const { organisationId, requestId } = link
    await rebind(tx, organisationId)
    const actor: Actor = { kind: 'patient', id: requestId, organisationId, name: 'Patient', permissions: [] }
    const ctx: Context = { tx, actor, organisationId, services }
    const assignment = await getAssignment(ctx, requestId)
    const given = secretOf(request)
    const session = given ? await findSession(ctx, requestId, given) : undefined
    const secret = session && given
    const owner = {
      name: assignment.organisationName,
      logo: assignment.logo ? `${base}/logo?version=${assignment.logo}` : undefined,
      contact: assignment.contact,
    }
    return { owner, base, outcome: await work({ ctx, assignment, base, owner, secret, hasSentAnswers: session?.hasSentAnswers ?? false }) }
  })
}

import { z } from 'zod'

import { maxOutcomeNameLength, maxOutcomes } from '#domain/outcomes.ts'

import { oneLineText } from './fields.ts'
import { byId, done } from './lists.ts'
import { routes } from './route.ts'

/** The outcome of a form request, with the name that the outcome had when it was recorded. */
export const RecordedOutcome = z.object({ id: z.uuid(), name: z.string() })

export const Outcome = z.object({
  id: z.uuid(),
  name: z.string(),
  isInUse: z.boolean(),
  /** The forms that the outcome is for; empty for all forms. */
  forms: z.array(z.object({ id: z.uuid(), title: z.string() })),
})
export type Outcome = z.infer<typeof Outcome>

const name = oneLineText('Name', maxOutcomeNameLength).min(1, 'Name is required.')
const formIds = z.array(z.uuid()).max(500)
const ofOrganisation = { service: 'tenants', organisation: 'id' } as const
const changing = { ...ofOrganisation, permission: ['tenant:update'], audit: 'verb' } as const

/** The outcomes that an organisation records when form requests are closed (REQ-7). An outcome is taken out of use, never deleted. */
export const outcomes = routes({
  /** All outcomes, in use or not, in the order of the organisation. */
  list: {
    ...ofOrganisation,
    method: 'GET',
    path: '/tenant/:id/outcomes',
    action: 'outcome:list',
    permission: ['formRequest:read', 'tenant:update'],
    audit: 'outcomeList',
    params: byId,
    response: z.object({ docs: z.array(Outcome) }),
  },
  create: {
    ...changing,
    method: 'POST',
    path: '/tenant/:id/outcomes',
    action: 'outcome:create',
    params: byId,
    body: z.object({ name, formIds: formIds.default([]) }),
    response: Outcome,
  },
  update: {
    ...changing,
    method: 'PATCH',
    path: '/tenant/:id/outcomes/:outcomeId',
    action: 'outcome:update',
    params: byId.extend({ outcomeId: z.uuid() }),
    body: z.object({ name, formIds, isInUse: z.boolean() }).partial(),
    response: Outcome,
  },
  /** The ids in the new order. */
  reorder: {
    ...changing,
    method: 'PUT',
    path: '/tenant/:id/outcomes/order',
    action: 'outcome:reorder',
    params: byId,
    body: z.object({ ids: z.array(z.uuid()).max(maxOutcomes) }),
    response: done,
  },
})

import { z } from 'zod'

import { IsoMoment, done } from './lists.ts'
import { routes } from './route.ts'

const count = z.number().int()
const common = { at: IsoMoment, isRead: z.boolean() }
const aboutRequest = z.object({ id: z.uuid(), patient: z.string(), form: z.string(), isUrgent: z.boolean() })
/** `isStopped`: not all of a bulk change was done, or the export failed. */
const job = { id: z.uuid(), name: z.string(), isStopped: z.boolean() }

export const Notice = z.discriminatedUnion('kind', [
  /** Form requests that somebody else assigned to the member in one minute; `request` if it was one. */
  z.object({ ...common, kind: z.literal('assigned'), by: z.string().nullable(), count, request: aboutRequest.nullable() }),
  /** Answers to a form request that is assigned to the member. */
  z.object({ ...common, kind: z.literal('answered'), request: aboutRequest }),
  /** Urgent answers to a form request that nobody is assigned to. */
  z.object({ ...common, kind: z.literal('urgent'), request: aboutRequest }),
  z.object({ ...common, kind: z.literal('import'), ...job }),
  z.object({ ...common, kind: z.literal('export'), ...job }),
  z.object({ ...common, kind: z.literal('bulkChange'), ...job }),
])
export type Notice = z.infer<typeof Notice>

/** What waits for the member. Each figure is the total of a worklist of domain/dashboard-worklists.ts. */
export const WaitingWork = z.object({
  /** Answered, assigned to the member. */
  toReview: count,
  /** Answered and urgent, assigned to any member or to nobody. */
  urgent: count,
  /** Answered, assigned to nobody. */
  unassigned: count,
  /** Notices that the member has not read. */
  unread: count,
})
export type WaitingWork = z.infer<typeof WaitingWork>

const own = { service: 'forms', permission: ['formRequest:read'], audit: 'verb' } as const

/** What is new for the signed-in member. */
export const notices = routes({
  /** The notices of the last 14 days, newest first, at most 100. */
  list: { ...own, method: 'GET', path: '/notices', action: 'notice:list', response: z.object({ docs: z.array(Notice) }) },
  /** Figures without names, which every screen asks for once a minute. The audit log has no event for them. */
  counts: { ...own, method: 'GET', path: '/notices/counts', action: 'notice:list', response: WaitingWork },
  /** Marks the notices until a moment as read. */
  markRead: { ...own, method: 'PUT', path: '/notices/read', action: 'notice:read', body: z.object({ until: IsoMoment }), response: done },
})

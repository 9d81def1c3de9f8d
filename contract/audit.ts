import { z } from 'zod'

import { auditEvents } from '#domain/audit-events.ts'

import { byId, IsoDate, IsoMoment, oneOrMore, paginated } from './lists.ts'
import { routes, spreadsheet } from './route.ts'

export const LogEntry = z.object({
  /** Unlike any other in its organisation. */
  id: z.number().int(),
  at: IsoMoment,
  /** One of ours, or the text an event of another version left behind. */
  eventType: z.string(),
  /** What happened, in words: may name the patient, the NHS number, the form, the user and the locale, to who may read those. */
  description: z.string(),
  /** Who did it; the id where it was a member. */
  by: z.object({ id: z.uuid().nullable(), name: z.string() }),
})
export type LogEntry = z.infer<typeof LogEntry>

const filters = {
  eventType: oneOrMore(z.enum(auditEvents)).optional(),
  /** Whole days, both included (Europe/London). */
  from: IsoDate.optional(),
  to: IsoDate.optional(),
}
const paging = {
  page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  /** As in every long list: the pages near one that was answered are found from there, and stand still while more is recorded. */
  cursor: z.string().max(2_000).optional(),
}
const byMember = { memberId: z.uuid().optional() }

export const MemberLogQuery = z.object({ ...paging, ...filters })
const LogQuery = MemberLogQuery.extend(byMember)
/** Beyond ten thousand events that filters leave, nobody counts on. */
export const Log = paginated(LogEntry).extend({ isCountCapped: z.boolean() })

const ofOrganisation = { service: 'tenants', method: 'GET', params: byId, organisation: 'id', permission: ['log:read'] } as const

export const audit = routes({
  ofOrganisation: {
    ...ofOrganisation,
    path: '/tenant/:id/logs',
    action: 'log:list',
    audit: 'tenantLogsRead',
    query: LogQuery,
    response: Log,
  },
  /** A spreadsheet of all that the filters leave, newest first, as it was when it was asked for. */
  exportOfOrganisation: {
    ...ofOrganisation,
    path: '/tenant/:id/logs/export',
    action: 'log:export',
    freshProof: 'always',
    audit: 'verb',
    query: z.object({ ...filters, ...byMember }),
    response: 'file',
    fileTypes: [spreadsheet],
  },
  /** Who looked at a patient's record, wrote in it, or saw them in a list (AUD-4). */
  ofPatient: {
    service: 'patients',
    method: 'GET',
    path: '/patient/:id/audit',
    action: 'patient:audit',
    permission: ['log:read'],
    audit: 'patientLogsRead',
    params: byId,
    query: LogQuery,
    response: Log,
  },
})

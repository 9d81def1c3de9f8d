import { z } from 'zod'

import { auditEvents } from '#domain/audit-events.ts'

import { exportFormat } from './exports.ts'
import { byId, IsoDate, IsoMoment, oneOrMore, paginated } from './lists.ts'
import { csv, routes, spreadsheet } from './route.ts'

export const LogEntry = z.object({
  /** Unique within the organisation. */
  id: z.number().int(),
  at: IsoMoment,
  /** An event type of this version, or the stored text of an event type of another version. */
  eventType: z.string(),
  /** The event as a sentence. It names the patient, NHS number, form, user and locale only to users who may read them. */
  description: z.string(),
  /** The user who did it; the id of a member of staff. */
  by: z.object({ id: z.uuid().nullable(), name: z.string() }),
})
export type LogEntry = z.infer<typeof LogEntry>

const filters = {
  eventType: oneOrMore(z.enum(auditEvents)).optional(),
  /** Whole days, both included (Europe/London). */
  from: IsoDate.optional(),
  to: IsoDate.optional(),
  /** Leaves out the reads that screens make by themselves, also those of the page of a patient, beside the opening of the record. */
  automaticReads: z.literal('hidden').optional(),
}
const paging = {
  page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  /** The cursor of a page that was answered before, as in every long list. */
  cursor: z.string().max(2_000).optional(),
}
const byMember = { memberId: z.uuid().optional() }

export const MemberLogQuery = z.object({ ...paging, ...filters })
const LogQuery = MemberLogQuery.extend(byMember)
/** Counting stops at 10,000 matching events. */
export const Log = paginated(LogEntry).extend({
  isCountCapped: z.boolean(),
  /** Events before this day (Europe/London) were moved to the archive of the operator and are not in the log; null if none were. */
  archivedBefore: IsoDate.nullable(),
})

const ofOrganisation = { service: 'tenants', method: 'GET', params: byId, organisation: 'id', permission: ['log:read'] } as const

export const audit = routes({
  ofOrganisation: {
    ...ofOrganisation,
    path: '/tenant/:id/logs',
    action: 'log:list',
    audit: 'tenantLogsRead',
    mayReadStandby: true,
    query: LogQuery,
    response: Log,
  },
  /** A file of all matching events, newest first, at the moment of the request. */
  exportOfOrganisation: {
    ...ofOrganisation,
    path: '/tenant/:id/logs/export',
    action: 'log:export',
    freshProof: 'always',
    audit: 'verb',
    // Always whole: a reader of the file does not see what was left out.
    query: z.object({ ...filters, ...byMember, format: exportFormat }).omit({ automaticReads: true }),
    response: 'file',
    fileTypes: [spreadsheet, csv],
  },
  /** Users who opened or changed a patient's record or saw the patient in a list (AUD-4). */
  ofPatient: {
    service: 'patients',
    method: 'GET',
    path: '/patient/:id/audit',
    action: 'patient:audit',
    permission: ['log:read'],
    audit: 'patientLogsRead',
    mayReadStandby: true,
    params: byId,
    query: LogQuery,
    response: Log,
  },
})

import { z } from 'zod'

import { reportStatuses, reportTypes } from '#domain/exports.ts'

import { byId, flag, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { routes, spreadsheet } from './route.ts'

/** A calendar month, 'YYYY-MM'. */
const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Month is not valid.')

// The words for a missing and a wrong value are those of the catalogue (specification section 5).
const neededId = (label: string) =>
  z.uuid({ error: ({ input }) => `${label} is ${input === undefined || input === '' ? 'required' : 'not valid'}.` })
const neededMonth = z.string('Month is required.').min(1, 'Month is required.').pipe(month)

export const Report = z.object({
  id: z.uuid(),
  type: z.enum(reportTypes),
  organisation: z.object({ id: z.uuid(), name: z.string() }),
  month,
  status: z.enum(reportStatuses),
  /** The reason it failed; '' otherwise. */
  failure: z.string(),
  createdBy: z.string().nullable(),
  /** Created by the worker for a schedule. */
  isScheduled: z.boolean(),
  createdAt: IsoMoment,
  completedAt: IsoMoment.nullable(),
})
export type Report = z.infer<typeof Report>

const filters = z.object({
  id: z.uuid().optional(),
  type: oneOrMore(z.enum(reportTypes)).optional(),
  status: oneOrMore(z.enum(reportStatuses)).optional(),
  organisationId: z.uuid('Organisation is not valid.').optional(),
  month: month.optional(),
})

/** A report of every month, with an email that links to the report. */
export const ReportSchedule = z.object({
  id: z.uuid(),
  type: z.enum(reportTypes),
  organisation: z.object({ id: z.uuid(), name: z.string() }),
  /** Receives the emails. */
  member: z.object({ id: z.uuid(), name: z.string() }),
  isActive: z.boolean(),
  /** Why the schedule was switched off automatically; '' otherwise. */
  stopReason: z.string(),
  /** Why the user did not get the last email; '' otherwise. */
  failure: z.string(),
  /** The month of the next report; null while the schedule is off. */
  nextMonth: z.string().nullable(),
  lastSentAt: IsoMoment.nullable(),
  createdBy: z.string(),
  createdAt: IsoMoment,
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const reports = routes({
  create: {
    service: 'forms',
    method: 'POST',
    path: '/report',
    action: 'report:create',
    permission: ['report:create'],
    audit: 'verb',
    body: z.object({
      type: z.enum(reportTypes, 'Report type is required.'),
      organisationId: neededId('Organisation'),
      month: neededMonth,
    }),
    response: Report,
  },
  list: {
    service: 'forms',
    method: 'GET',
    path: '/report',
    action: 'report:list',
    permission: ['report:read'],
    audit: 'reportList',
    query: listQuery(filters, ['createdAt', 'month', 'type', 'status']),
    response: paginated(Report),
  },
  /** Generates a failed report again. */
  run: {
    service: 'forms',
    method: 'POST',
    path: '/report/:id/run',
    action: 'report:create',
    permission: ['report:create'],
    audit: 'verb',
    params: byId,
    response: Report,
  },
  download: {
    service: 'forms',
    method: 'GET',
    path: '/report/:id',
    action: 'report:download',
    permission: ['report:read'],
    audit: 'verb',
    params: byId,
    response: 'file',
    fileTypes: [spreadsheet],
  },
})

export const reportSchedules = routes({
  create: {
    service: 'forms',
    method: 'POST',
    path: '/report/schedule',
    action: 'reportSchedule:create',
    permission: ['report:create'],
    audit: 'verb',
    body: z.object({
      type: z.enum(reportTypes, 'Report type is required.'),
      organisationId: neededId('Organisation'),
      memberId: neededId('User'),
    }),
    response: ReportSchedule,
  },
  list: {
    service: 'forms',
    method: 'GET',
    path: '/report/schedule',
    action: 'reportSchedule:list',
    permission: ['report:read'],
    audit: 'reportScheduleList',
    query: listQuery(z.object({ active: flag.optional() }), ['createdAt']),
    response: paginated(ReportSchedule),
  },
  /** Switches a schedule off, or on again from the current month. */
  update: {
    service: 'forms',
    method: 'PATCH',
    path: '/report/schedule/:id',
    action: 'reportSchedule:update',
    permission: ['report:create'],
    audit: 'verb',
    params: byId,
    body: z.object({ isActive: z.boolean() }),
    response: ReportSchedule,
  },
})

import { z } from 'zod'

import { reportStatuses, reportTypes } from '#domain/exports.ts'

import { byId, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { routes, spreadsheet } from './route.ts'

/** A calendar month, 'YYYY-MM'. */
const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Month must be a year and a month, such as 2026-10.')

export const Report = z.object({
  id: z.uuid(),
  type: z.enum(reportTypes),
  organisation: z.object({ id: z.uuid(), name: z.string() }),
  month,
  status: z.enum(reportStatuses),
  /** The reason it failed; '' otherwise. */
  failure: z.string(),
  createdBy: z.string().nullable(),
  createdAt: IsoMoment,
  completedAt: IsoMoment.nullable(),
})
export type Report = z.infer<typeof Report>

const filters = z.object({
  type: oneOrMore(z.enum(reportTypes)).optional(),
  status: oneOrMore(z.enum(reportStatuses)).optional(),
  organisationId: z.uuid().optional(),
  month: month.optional(),
})

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
      organisationId: z.uuid('Organisation is required.'),
      month: z.string('Month is required.').pipe(month),
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

import { z } from 'zod'

import { exportFormats, reportStatuses } from '#domain/exports.ts'

import { byId, IsoDate, IsoMoment, listQuery, oneOrMore, paginated, signature } from './lists.ts'
import { csv, routes, spreadsheet } from './route.ts'
import { RequestFilters } from './request-filters.ts'
import { searchText, severalLines } from './fields.ts'

export const ExportJob = z.object({
  id: z.uuid(),
  status: z.enum(reportStatuses),
  /** The reason it failed, or the reason for a delay while it is running; '' otherwise. */
  failure: z.string(),
  totalRows: z.number().int(),
  doneRows: z.number().int(),
  hasPersonalData: z.boolean(),
  fileName: z.string(),
  /** A signed address that works without a token for a few minutes; null when there is no file or the file has expired. */
  downloadUrl: z.string().nullable(),
  createdAt: IsoMoment,
  completedAt: IsoMoment.nullable(),
  /** When the user cancelled it. */
  stoppedAt: IsoMoment.nullable(),
  expiresAt: IsoMoment,
})
export type ExportJob = z.infer<typeof ExportJob>

/** Across organisations only reports without data about single patients are allowed. */
const AdminFilters = z.object({
  status: RequestFilters.shape.status,
  specialty: oneOrMore(searchText(10)).optional(),
  method: RequestFilters.shape.method,
  createdFrom: IsoDate.optional(),
  createdTo: IsoDate.optional(),
  submittedFrom: IsoDate.optional(),
  submittedTo: IsoDate.optional(),
})

/** The type of the file. */
export const exportFormat = z.enum(exportFormats).default('xlsx')
const mine = { service: 'forms', path: '/request/export', action: 'formRequest:export', permission: ['formRequest:export'] } as const
const everywhere = { service: 'forms', path: '/request/admin/export', action: 'formRequest:export', permission: ['admin::*'] } as const
const generate = { method: 'POST', audit: 'verb', response: z.object({ id: z.uuid() }) } as const
const get = { method: 'GET', when: 'id', audit: 'exportRead', query: byId, response: ExportJob } as const
const stop = { method: 'POST', audit: 'verb', params: byId, response: ExportJob } as const
const list = { method: 'GET', audit: 'exportRead', query: listQuery(z.object({}), ['createdAt']), response: paginated(ExportJob) } as const

export const exports = routes({
  generate: {
    ...mine,
    ...generate,
    freshProof: { body: { hasPersonalData: [true] } },
    body: z
      .object({
        filters: RequestFilters.prefault({}),
        hasPersonalData: z.boolean().default(false),
        format: exportFormat,
        reason: severalLines('Reason', 500).trim().default(''),
      })
      .refine(({ hasPersonalData, reason }) => !hasPersonalData || reason !== '', { error: 'Reason is required.', path: ['reason'] }),
  },
  get: { ...mine, ...get },
  list: { ...mine, ...list },
  stop: { ...mine, ...stop, path: `${mine.path}/:id/stop` },
  generateEverywhere: { ...everywhere, ...generate, body: z.object({ filters: AdminFilters.prefault({}), format: exportFormat }) },
  getEverywhere: { ...everywhere, ...get },
  listEverywhere: { ...everywhere, ...list },
  stopEverywhere: { ...everywhere, ...stop, path: `${everywhere.path}/:id/stop` },
  download: {
    service: 'forms',
    method: 'GET',
    path: '/request/export/:id/download',
    action: 'formRequest:download',
    permission: 'signed address',
    audit: 'exportDownloaded',
    params: byId,
    query: signature,
    response: 'file',
    fileTypes: [spreadsheet, csv],
  },
})

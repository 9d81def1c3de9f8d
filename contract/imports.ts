import { z } from 'zod'

import { importStatuses, importVerdicts } from '#domain/import-job.ts'
import { importColumnKeys } from '#domain/import-template.ts'

import { byId, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { routes } from './route.ts'

export const ImportJob = z.object({
  id: z.uuid(),
  fileName: z.string(),
  status: z.enum(importStatuses),
  /** Why it was refused or has stopped, in words; '' otherwise. */
  refusal: z.string(),
  /** Grows while the file is being checked. */
  totalRows: z.number().int(),
  newRows: z.number().int(),
  warningRows: z.number().int(),
  errorRows: z.number().int(),
  importedRows: z.number().int(),
  /** Asked for when it was completed: rows with a warning are left out. */
  skipWarnings: z.boolean(),
  createdBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  createdAt: IsoMoment,
  completedAt: IsoMoment.nullable(),
  /** When what the file said of each row was removed; null while it can be read. */
  rowsRemovedAt: IsoMoment.nullable(),
})
export type ImportJob = z.infer<typeof ImportJob>

export const ImportRowVerdict = z.object({
  /** As the spreadsheet program shows it. */
  rowNumber: z.number().int(),
  verdict: z.enum(importVerdicts),
  /** What was in the file, as text. */
  cells: z.partialRecord(z.enum(importColumnKeys), z.string()),
  /** Everything wrong with the row, in the order of the columns. */
  problems: z.array(z.object({ column: z.enum(importColumnKeys), code: z.string(), message: z.string() })),
  requestId: z.uuid().nullable(),
})
export type ImportRowVerdict = z.infer<typeof ImportRowVerdict>

const importing = { service: 'forms', permission: ['formRequest:import'] } as const

export const imports = routes({
  template: {
    ...importing,
    method: 'GET',
    path: '/request/import/template',
    action: 'formRequest:download',
    audit: 'importTemplateRead',
    response: 'file',
  },
  upload: {
    ...importing,
    method: 'PUT',
    path: '/request/import',
    action: 'formRequest:upload',
    audit: 'verb',
    body: 'bytes',
    response: z.object({ id: z.uuid() }),
  },
  get: {
    ...importing,
    method: 'GET',
    path: '/request/import',
    when: 'id',
    action: 'formRequest:import',
    audit: 'importRead',
    query: byId,
    response: ImportJob,
  },
  list: {
    ...importing,
    method: 'GET',
    path: '/request/import',
    action: 'formRequest:import',
    audit: 'importList',
    query: listQuery(z.object({ status: oneOrMore(z.enum(importStatuses)).optional() }), ['createdAt']),
    response: paginated(ImportJob),
  },
  rows: {
    ...importing,
    method: 'GET',
    path: '/request/import/:id/rows',
    action: 'formRequest:import',
    audit: 'importRead',
    params: byId,
    query: listQuery(z.object({ verdict: oneOrMore(z.enum(importVerdicts)).optional() }), ['rowNumber']),
    response: paginated(ImportRowVerdict),
  },
  complete: {
    ...importing,
    method: 'POST',
    path: '/request/import/:id',
    action: 'formRequest:import',
    audit: 'verb',
    params: byId,
    body: z.object({ skipWarnings: z.boolean().default(false) }),
    response: ImportJob,
  },
})

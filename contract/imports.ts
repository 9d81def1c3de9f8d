import { z } from 'zod'

import { choicesFor, correctedParts, maxImportBytes, rowChoices, type WarningKind, warningKinds } from '#domain/imports/decisions.ts'
import { importOutcomes, importStatuses, importVerdicts, reopenOutcomes, revertOutcomes } from '#domain/imports/outcomes.ts'
import { longestHeading, missingFrom, repeatedHeadings, repeatedIn } from '#domain/imports/mapping.ts'
import { importColumnKeys, importColumns } from '#domain/imports/template.ts'
import { notificationMethods } from '#domain/notification.ts'

import { oneLineText } from './fields.ts'
import { byId, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { MessagePlan } from './message-plan.ts'
import { routes, spreadsheet } from './route.ts'

const choiceFor = <K extends WarningKind>(kind: K) => z.enum(choicesFor[kind])
const ImportChoices = z.object({
  repeated: choiceFor('repeated'),
  already_open: choiceFor('already_open'),
  possible_match: choiceFor('possible_match'),
  identity: choiceFor('identity'),
  differs: choiceFor('differs'),
  day_number: choiceFor('day_number'),
  hidden: choiceFor('hidden'),
  merged: choiceFor('merged'),
  note: choiceFor('note'),
})
const rows = z.number().int()

const column = z.enum(importColumnKeys).nullable()
/** A heading of a file that was not made from the template, and its column; null for a column that is not imported. */
const MappedHeading = z.object({ heading: z.string(), column })

const Mapping = z
  .array(z.object({ heading: oneLineText('Heading', longestHeading).trim().min(1), column }))
  .min(1)
  .max(64)
  .superRefine((mapping, ctx) => {
    const refuse = (message: string) => ctx.addIssue({ code: 'custom', message })
    for (const key of missingFrom(mapping)) refuse(`${importColumns[key].header} is required.`)
    for (const key of repeatedIn(mapping)) refuse(`${importColumns[key].header} can be matched to one column only.`)
    for (const heading of repeatedHeadings(mapping.map((one) => one.heading))) refuse(`The heading '${heading}' is there twice.`)
  })

export const ImportJob = z.object({
  id: z.uuid(),
  fileName: z.string(),
  /** Which heading was read as which column; null for a file made from the template. */
  mapping: z.array(MappedHeading).nullable(),
  status: z.enum(importStatuses),
  /** The reason it was refused or stopped; '' otherwise. */
  refusal: z.string(),
  /** True when every row was checked and the import itself stopped, so that it can be continued. */
  isChecked: z.boolean(),
  /** Grows while the file is being checked. */
  totalRows: z.number().int(),
  newRows: z.number().int(),
  warningRows: z.number().int(),
  errorRows: z.number().int(),
  /** Rows that are the unchanged example of the template. They are never imported and are in no other count. */
  exampleRows: rows,
  importedRows: z.number().int(),
  skippedRows: z.number().int(),
  /** Imported rows that replaced an open request. */
  replacedRows: z.number().int(),
  /** The open requests that were closed for those rows; a row may replace several. */
  replacedRequests: rows,
  /** The choice for rows with each kind of warning; a choice for a single row outranks it. */
  choices: ImportChoices,
  /** Grows with each change of a decision, for the file or for rows. */
  decisionChanges: z.number().int(),
  /** How many rows have each kind of warning; a row may have several. */
  warnings: z.record(z.enum(warningKinds), rows),
  /** What completing the import now would do with the valid rows. */
  plan: z.record(z.enum(rowChoices), rows),
  /** The number of rows by method of sending. */
  planByMethod: z.record(z.enum(notificationMethods), rows),
  /**
   * The earliest moment for text messages and emails: now, or the start of the sending hours. null once the import is completed, and in
   * lists.
   */
  messagesFrom: IsoMoment.nullable(),
  /** The same for NHS App messages, which have longer hours. */
  appMessagesFrom: IsoMoment.nullable(),
  /** All problems, the most frequent first. */
  problems: z.array(z.object({ column: z.enum(importColumnKeys), code: z.string(), words: z.string(), rows })),
  /** Outcomes of undoing so far. */
  reverted: z.record(z.enum(revertOutcomes), rows),
  /** Whether undoing also reopens the replaced requests, and the outcomes so far. */
  reopensReplaced: z.boolean(),
  reopened: z.record(z.enum(reopenOutcomes), rows),
  createdPatients: rows,
  archivedPatients: rows,
  createdBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  createdAt: IsoMoment,
  completedAt: IsoMoment.nullable(),
  revertedAt: IsoMoment.nullable(),
  /** When the values of the rows were deleted; null while they can be read. */
  rowsRemovedAt: IsoMoment.nullable(),
})
export type ImportJob = z.infer<typeof ImportJob>

export const ImportRowVerdict = z.object({
  /** The row number that the spreadsheet program shows. */
  rowNumber: z.number().int(),
  verdict: z.enum(importVerdicts),
  /** The values of the file, as text. */
  cells: z.partialRecord(z.enum(importColumnKeys), z.string()),
  /** All problems of the row, in the order of the columns. */
  problems: z.array(z.object({ column: z.enum(importColumnKeys), code: z.string(), message: z.string() })),
  /** The choice for this row, which outranks the choice for the file. */
  choice: z.enum(rowChoices).nullable(),
  /** The matching patient; null without a match. */
  patientId: z.uuid().nullable(),
  outcome: z.enum(importOutcomes).nullable(),
  requestId: z.uuid().nullable(),
  /** The open requests that were closed for it. */
  replacedIds: z.array(z.uuid()),
  /** Whether undoing reopened them: `refusal` is the reason why not, or ''. Empty when reopening was not requested. */
  reopenings: z.array(z.object({ id: z.uuid(), refusal: z.string() })),
  reverted: z.enum(revertOutcomes).nullable(),
  isPatientArchived: z.boolean(),
})
export type ImportRowVerdict = z.infer<typeof ImportRowVerdict>

/** What completing an import would do: its messages, and the rows whose patients cannot be reached, by reason with the first names. */
export const ImportPlan = MessagePlan.extend({
  unreachable: z.array(
    z.object({ column: z.enum(importColumnKeys), code: z.string(), words: z.string(), rows, names: z.array(z.string()) }),
  ),
})
export type ImportPlan = z.infer<typeof ImportPlan>

const rowNumber = z.coerce.number().int().min(1).max(2_000_000)
const rowFilters = {
  verdict: z.enum(importVerdicts).optional(),
  /** A column and a problem code, as in the problems of the import. */
  problem: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,30} [a-z_]{1,30}$/)
    .optional(),
  outcome: z.enum(importOutcomes).optional(),
  reverted: z.enum(revertOutcomes).optional(),
  /** Rows with at least one replaced request that was reopened, or that was not. */
  reopened: z.enum(reopenOutcomes).optional(),
  /** Part of a value in the row. */
  text: z.string().trim().min(1).max(100).optional(),
}

const importing = { service: 'forms', permission: ['formRequest:import'] } as const

export const imports = routes({
  template: {
    ...importing,
    method: 'GET',
    path: '/request/import/template',
    action: 'formRequest:download',
    audit: 'importTemplateRead',
    response: 'file',
    fileTypes: [spreadsheet],
  },
  upload: {
    ...importing,
    method: 'PUT',
    path: '/request/import',
    action: 'formRequest:upload',
    audit: 'verb',
    body: 'stream',
    bodyTypes: [spreadsheet],
    maxBytes: maxImportBytes,
    response: z.object({ id: z.uuid() }),
  },
  /** The headings and first values of a file that was not made from the template. The file is not kept. */
  readColumns: {
    ...importing,
    method: 'PUT',
    path: '/request/import/columns',
    action: 'formRequest:upload',
    audit: 'importColumnsRead',
    body: 'stream',
    bodyTypes: [spreadsheet],
    maxBytes: maxImportBytes,
    /** `column`: as it was matched before, else as its name suggests. */
    response: z.object({ columns: z.array(MappedHeading.extend({ samples: z.array(z.string()) })) }),
  },
  /** Keeps which heading is which column. Files with the same headings can then be uploaded. */
  mapColumns: {
    ...importing,
    method: 'PUT',
    path: '/request/import/mapping',
    action: 'formRequest:upload',
    audit: 'verb',
    body: z.object({ columns: Mapping }),
    response: z.object({}),
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
    query: listQuery(z.object(rowFilters), ['rowNumber']),
    response: paginated(ImportRowVerdict),
  },
  decide: {
    ...importing,
    method: 'PATCH',
    path: '/request/import/:id',
    action: 'formRequest:import',
    audit: 'verb',
    params: byId,
    body: z.object({ choices: ImportChoices.partial() }),
    response: ImportJob,
  },
  decideRows: {
    ...importing,
    method: 'PATCH',
    path: '/request/import/:id/rows',
    action: 'formRequest:import',
    audit: 'verb',
    params: byId,
    /** null: the choice for the file applies. */
    body: z.object({ rowNumbers: z.array(rowNumber).min(1).max(100), choice: z.enum(rowChoices).nullable() }),
    response: ImportJob,
  },
  correctedFile: {
    ...importing,
    method: 'GET',
    path: '/request/import/:id/file',
    action: 'formRequest:download',
    audit: 'importRowsDownloaded',
    params: byId,
    query: z.object({ rows: z.enum(correctedParts).default('all') }),
    response: 'file',
    fileTypes: [spreadsheet],
  },
  revert: {
    ...importing,
    method: 'POST',
    path: '/request/import/:id/revert',
    action: 'formRequest:revert',
    audit: 'verb',
    params: byId,
    /** Reopens the replaced requests, without a message, where the request that replaced them is undone. */
    body: z.object({ reopenReplaced: z.boolean().default(false) }).prefault({}),
    response: ImportJob,
  },
  /** A preview of the messages of a checked import. Nothing is sent. */
  plan: {
    ...importing,
    method: 'GET',
    path: '/request/import/:id/plan',
    action: 'formRequest:import',
    audit: 'importRead',
    params: byId,
    response: ImportPlan,
  },
  complete: {
    ...importing,
    method: 'POST',
    path: '/request/import/:id',
    action: 'formRequest:import',
    audit: 'verb',
    params: byId,
    /** The `decisionChanges` of the import that the user reviewed. 409 if a decision has changed since. */
    body: z.object({ reviewed: z.number().int().optional() }).prefault({}),
    response: ImportJob,
  },
})

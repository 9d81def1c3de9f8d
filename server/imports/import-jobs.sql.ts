import { sql } from 'kysely'

import type { imports, ImportJob } from '#contract/imports.ts'
import type { Input } from '#contract/route.ts'
import { methodsOf, planOf, rowsOfKinds, defaultChoices, type ImportChoices } from '#domain/imports/decisions.ts'
import type { ColumnMapping } from '#domain/imports/mapping.ts'
import type { ImportColumnKey } from '#domain/imports/template.ts'
import { problemText } from '#domain/imports/words.ts'
import { nextSendingMoment, sendingMomentOf } from '#domain/sending-times.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { talliesOf, type Tallies } from './import-tallies.ts'

const selectJobs = ({ tx }: Context) =>
  tx
    .selectFrom('import_jobs as j')
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'j.organisation_id').onRef('m.id', '=', 'j.created_by'))
    .select([
      'j.id',
      'j.file_name',
      'j.status',
      'j.refusal',
      'j.total_rows',
      'j.new_rows',
      'j.warning_rows',
      'j.error_rows',
      'j.imported_rows',
    ])
    .select([
      'j.skipped_rows',
      'j.replaced_rows',
      'j.choices',
      'j.tallies',
      'j.decision_changes',
      'j.created_at',
      'j.checked_at',
      'j.completed_at',
      'j.reverted_at',
    ])
    .select(['j.mapping', 'j.reopened_until', 'j.rows_removed_at', 'm.id as member_id', 'm.first_name', 'm.last_name'])

type Row = Awaited<ReturnType<ReturnType<typeof selectJobs>['executeTakeFirstOrThrow']>>

type Times = Pick<ImportJob, 'messagesFrom' | 'appMessagesFrom'>

function toJob(row: Row, times: Times = { messagesFrom: null, appMessagesFrom: null }): ImportJob {
  const [choices, tallies] = [choicesOf(row.choices), talliesOf(row.tallies)]
  return {
    id: row.id,
    fileName: row.file_name,
    mapping: row.mapping as ImportJob['mapping'], // written from a ColumnMapping
    status: row.status as ImportJob['status'], // a check constraint holds the same eight
    refusal: row.refusal,
    isChecked: row.checked_at !== null,
    totalRows: row.total_rows,
    newRows: row.new_rows,
    warningRows: row.warning_rows,
    errorRows: row.error_rows,
    importedRows: row.imported_rows,
    skippedRows: row.skipped_rows,
    replacedRows: row.replaced_rows,
    replacedRequests: tallies.replacedRequests,
    choices,
    decisionChanges: row.decision_changes,
    warnings: rowsOfKinds(tallies.groups),
    plan: planOf(row.new_rows, tallies.groups, choices),
    planByMethod: methodsOf(tallies.newByMethod, tallies.groups, choices),
    ...times,
    problems: problemsOf(tallies),
    reverted: tallies.reverted,
    reopensReplaced: row.reopened_until !== null,
    reopened: tallies.reopened,
    createdPatients: tallies.createdPatients,
    exampleRows: tallies.exampleRows,
    archivedPatients: tallies.archivedPatients,
    createdBy: row.member_id === null ? null : { id: row.member_id, name: `${row.first_name} ${row.last_name}` },
    createdAt: row.created_at,
    completedAt: row.completed_at,
    revertedAt: row.reverted_at,
    rowsRemovedAt: row.rows_removed_at,
  }
}

/** The decisions for the file, written through the contract. */
export const choicesOf = (stored: unknown): ImportChoices => ({ ...defaultChoices, ...(stored as Partial<ImportChoices>) })

const problemsOf = ({ problems }: Tallies): ImportJob['problems'] =>
  Object.entries(problems)
    .map(([kind, rows]) => {
      const [column, code] = kind.split(' ') as [ImportColumnKey, string] // as problemKind joins them
      return { column, code, words: problemText(column, code), rows }
    })
    .toSorted((one, other) => other.rows - one.rows || one.words.localeCompare(other.words))

/** Throws not_found. */
export async function getImportJob(ctx: Context, id: string): Promise<ImportJob> {
  const row = await selectJobs(ctx).where('j.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  if (row.status !== 'checked') return toJob(row)
  const { sendingHours } = await getOrganisationSettings(ctx)
  const now = new Date()
  return toJob(row, {
    messagesFrom: nextSendingMoment(now, sendingHours).toISOString(),
    appMessagesFrom: sendingMomentOf('nhs_app', now, sendingHours).toISOString(),
  })
}

/** Newest first by default. */
export async function listImportJobs(ctx: Context, { page, limit, sort = '-createdAt', filters }: Input<typeof imports.list>['query']) {
  const asked = filters.status
  const counted = ctx.tx
    .selectFrom('import_jobs as j')
    .select((e) => e.fn.countAll<number>().as('count'))
    .$if(asked !== undefined, (query) => query.where(sql<boolean>`j.status = any(${asked ?? []}::text[])`))
    .executeTakeFirstOrThrow()
  const rows = selectJobs(ctx)
    .$if(asked !== undefined, (query) => query.where(sql<boolean>`j.status = any(${asked ?? []}::text[])`))
    .orderBy('j.created_at', sort === 'createdAt' ? 'asc' : 'desc')
    .orderBy('j.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const [{ count }, docs] = await Promise.all([counted, rows])
  return { docs: docs.map((row) => toJob(row)), page, totalDocs: count }
}

/** The number of this member's spreadsheets of the last day that are still being checked. */
export async function countMyUnchecked({ tx, actor }: Context) {
  const { count } = await tx
    .selectFrom('import_jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('created_by', '=', actor.id)
    .where('status', '=', 'checking')
    .where('created_at', '>', new Date(Date.now() - 86_400_000).toISOString())
    .executeTakeFirstOrThrow()
  return count
}

/** Creates the import of a stored file with the same id. */
export async function insertImportJob({ tx, actor }: Context, { id, fileName, mapping }: NewImport) {
  await tx
    .insertInto('import_jobs')
    .values({ id, file_name: fileName, created_by: actor.id, ...(mapping && { mapping: JSON.stringify(mapping) }) })
    .execute()
}

/** Without a mapping, the file was made from the template. */
type NewImport = { id: string; fileName: string; mapping: ColumnMapping | undefined }

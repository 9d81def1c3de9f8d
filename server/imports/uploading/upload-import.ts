import type { imports } from '#contract/imports.ts'
import type { Input } from '#contract/route.ts'
import { countMyUnchecked, insertImportJob } from '#server/imports/import-jobs.sql.ts'
import { checkImportJob } from '#server/imports/judging/check-import.job.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { readWholeFile } from '#server/platform/files.sql.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Call } from '#server/platform/serve.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'

import {
  columnsByMapping,
  comparableHeading,
  guessColumns,
  longestHeading,
  repeatedHeadings,
  type ColumnMapping,
} from '#domain/imports/mapping.ts'
import { invalidFile, readSheetStart } from '#server/imports/import-sheet.ts'
import { asShown } from '#server/imports/judging/judge-rows.ts'
import { findMapping, setMapping } from './mappings.sql.ts'
import { discardUpload, endUpload, keepUpload } from './uploads.sql.ts'

// One file may need half a gigabyte of memory and a core, so few are read at once.
const maxReadAtOnce = 2
let reading = 0
const maxUncheckedPerMember = 3

/**
 * Accepts a file that is sound and matches the template, or has headings that were matched before; a job checks its rows. The file is received and read before the transaction,
 * which only adds the import.
 */
export async function receiveImport(call: Call, { body, fileName }: Input<typeof imports.upload>) {
  const { services, actor, organisationId } = call
  // Both are checked again later. Checking now saves the member a useless upload.
  mustHaveReaders()
  await inOrganisation(services.db, organisationId, (tx) => mustNotWaitForOthers({ tx, actor, organisationId, services }))
  const fileId = await keepUpload(call, body)
  const mapping = await mappingOf(call, fileId).catch(async (error: unknown) => {
    await discardUpload(call, fileId)
    throw error
  })
  return async (ctx: Context) => {
    await lockKeys(ctx, [`imports of ${actor.id}`])
    await mustNotWaitForOthers(ctx).catch(async (error: unknown) => {
      await discardUpload(call, fileId)
      throw error
    })
    await endUpload(ctx, fileId)
    await insertImportJob(ctx, { id: fileId, fileName, mapping })
    await enqueue(ctx, checkImportJob, { jobId: fileId })
    await audit(ctx, 'formRequestUploaded', { subjectId: fileId })
    return { id: fileId }
  }
}

function mustHaveReaders() {
  if (reading >= maxReadAtOnce) throw new Problem('unavailable', 'The server is busy reading other spreadsheets. Try again in a minute.')
}

async function mustNotWaitForOthers(ctx: Context) {
  if ((await countMyUnchecked(ctx)) >= maxUncheckedPerMember)
    throw new Problem('conflict', 'You already have 3 imports being checked. Wait until 1 has finished, then try again.')
}

/**
 * The mapping of a file that was not made from the template and whose headings were matched before; undefined for a file made from the
 * template. Throws invalid_file, with how the file differs from the template.
 */
async function mappingOf(call: Call, fileId: string): Promise<ColumnMapping | undefined> {
  const { services, organisationId } = call
  const { headings, refusal } = await readStart(call, fileId)
  if (!refusal) return undefined
  const mapping = await inOrganisation(services.db, organisationId, (tx) => findMapping({ tx }, headings))
  if (!mapping) throw refusal
  return mapping
}

async function readStart({ services, organisationId }: Call, fileId: string, rowCount = 0) {
  mustHaveReaders()
  reading++
  try {
    return await readSheetStart(await readWholeFile(services, { organisationId, fileId }), rowCount)
  } finally {
    reading--
  }
}

async function readAndDiscard(call: Call, fileId: string) {
  try {
    return await readStart(call, fileId, sampleRows)
  } finally {
    await discardUpload(call, fileId)
  }
}

const sampleCount = 3

/**
 * The headings of a file with their first values, and the column of each: as it was matched before, else as its name suggests. Nothing of
 * the file is kept.
 */
export async function readColumns(call: Call, { body }: Input<typeof imports.readColumns>) {
  const { services, organisationId } = call
  mustHaveReaders()
  const fileId = await keepUpload(call, body)
  const { headings, rows, refusal } = await readAndDiscard(call, fileId)
  // An upload reads such a file by its own headings, so a choice made here would have no effect.
  if (!refusal)
    throw invalidFile([
      'This file has the columns of the template, so its columns are not matched. Correct the headings in the file if they are wrong.',
    ])
  const repeated = repeatedHeadings(headings)
  if (repeated.length > 0)
    throw invalidFile(repeated.map((heading) => `The heading '${heading}' is on several columns. Give each column its own heading.`))
  if (headings.some((heading) => heading.length > longestHeading))
    throw invalidFile([`A heading is longer than ${longestHeading} characters. The first row must have the column headings.`])
  const mapping = await inOrganisation(services.db, organisationId, (tx) => findMapping({ tx }, headings))
  const columns = mapping ? columnsByMapping(headings, mapping) : guessColumns(headings)
  const samplesOf = (index: number) =>
    rows
      .map(({ cells }) => asShown(cells[index]).slice(0, longestSample).toWellFormed())
      .filter((text) => text !== '')
      .slice(0, sampleCount)
  const found = headings.map((heading, index) => ({ heading, column: columns[index] ?? null, samples: samplesOf(index) }))
  return async () => ({ columns: found.filter(({ heading }) => comparableHeading(heading) !== '') })
}

/** Some of the first rows of a list can be empty. */
const sampleRows = 20
/** In characters. */
const longestSample = 40

/** Keeps which heading is which column, for every file with these headings in the organisation. */
export async function mapColumns(ctx: Context, { columns }: Input<typeof imports.mapColumns>['body']) {
  await setMapping(ctx, columns)
  await audit(ctx, 'importColumnsMapped', { detail: { columns: columns.flatMap(({ column }) => column ?? []) } })
  return {}
}

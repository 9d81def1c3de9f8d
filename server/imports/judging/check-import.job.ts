import { z } from 'zod'

import type { ImportRules } from '#domain/imports/checks.ts'
import { notificationMethods } from '#domain/notification.ts'
import { dateOf } from '#domain/moments.ts'
import { listFormChoices } from '#server/forms/forms.ts'
import { beginCheck, endCheck, lockImportJob, setImportStatus, type LockedImport } from '#server/imports/import-state.sql.ts'
import { tallyRows } from '#server/imports/import-tallies.ts'
import { invalidFile, onlyTab, readImportSheet } from '#server/imports/import-sheet.ts'
import { actForMember } from '#server/members/members.ts'
import { unsupportedMethods } from '#server/channels/channels.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { readWholeFile } from '#server/platform/files.sql.ts'
import type { Services } from '#server/platform/services.ts'
import { concurrency, job, workInSteps, type Steps } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import type { RowWork } from '#server/documents/spreadsheet/read.ts'

import type { CheckedBatch, CheckGiven } from './judge-in-thread.ts'
import { checkImportPatients, type CheckedImportPatient } from './judge-patients.ts'
import { inOrder, type CheckedRow } from './judge-rows.ts'
import { insertImportRows } from './judged-rows.sql.ts'

export const checkImportJob = job('check-import', z.object({ jobId: z.uuid() }))
type Data = { jobId: string }

/** A batch large enough to be fast and small enough to let other work run in between. */
const batchSize = 500

const judge = new URL('./judge-in-thread.ts', import.meta.url)

export const startCheckingImports = (services: Services) => workInSteps(services, checkImportJob, checkImport, concurrency.long)

/** Checks every row of an uploaded file. Starts again after an interruption. Stops when another run has taken over. */
export async function checkImport(steps: Steps, { jobId }: Data) {
  const { services, organisationId, step, signal } = steps
  const begun = await step((ctx) => begin(ctx, jobId))
  if (!begun) return
  try {
    // The upload has read the whole file. If the file is damaged after all, the rows are deleted.
    const given: CheckGiven = { rules: begun.rules, mapping: begun.mapping }
    const work = { module: judge, given } satisfies RowWork<CheckedBatch>
    let written = Promise.resolve(true)
    const bytes = await readWholeFile(services, { organisationId, fileId: jobId }) // outside a transaction, like all reading
    for await (const judged of readImportSheet<CheckedBatch>(bytes, {
      batchSize,
      work,
      isAlreadyChecked: true,
      ...(begun.mapping && { chooseTab: onlyTab }),
    })) {
      signal.throwIfAborted()
      if ('mismatch' in judged) throw invalidFile(judged.mismatch)
      // Patients are looked up while the rows before them are written.
      const [isOurs, rows] = await Promise.all([written, step((ctx) => withPatients(ctx, { ...begun, jobId }, judged.rows))])
      if (!isOurs) return
      written = step((ctx) => write(ctx, { jobId, run: begun.run }, rows, judged.exampleRows))
      written.catch(() => {}) // handled where the promise is awaited
    }
    if (!(await written)) return
    await step((ctx) => ifOurs(ctx, jobId, begun.run, () => endCheck(ctx, jobId)))
  } catch (error) {
    if (signal.aborted) throw error // another process continues, so this is no failure
    const words = error instanceof Problem && error.code === 'invalid_file' ? (error.detail ?? '') : undefined
    await step((ctx) =>
      ifOurs(ctx, jobId, begun.run, () =>
        words === undefined
          ? setImportStatus(
              ctx,
              jobId,
              'failed',
              'The check stopped unexpectedly. It is retried automatically for 2 days. You can also upload the file again.',
            )
          : endCheck(ctx, jobId, { refusal: words }),
      ),
    )
    if (words === undefined) throw error
  }
}

async function begin(ctx: Context, jobId: string) {
  const { status, isChecked, run, createdBy, mapping } = await lockImportJob(ctx, jobId)
  if (isChecked || (status !== 'checking' && status !== 'failed')) return undefined
  const { minimumAge } = await getOrganisationSettings(ctx)
  const uncarried = await unsupportedMethods(ctx)
  const rules: ImportRules = { forms: await listFormChoices(ctx), today: dateOf(new Date()), minimumAge, uncarried }
  await beginCheck(ctx, jobId, run + 1)
  return { run: run + 1, rules, createdBy, mapping }
}

/** False if another run has taken over and this run must change nothing more. */
async function ifOurs(ctx: Context, jobId: string, run: number, work: (job: LockedImport) => Promise<unknown>) {
  const job = await lockImportJob(ctx, jobId)
  if (job.run !== run) return false
  await work(job)
  return true
}

type Upload = { jobId: string; createdBy: string | null; rules: ImportRules }

/** Looks up the patients of a batch, with the permissions of the member who uploaded the file. */
async function withPatients(ctx: Context, { jobId, createdBy, rules }: Upload, rows: readonly CheckedRow[]) {
  const good = rows.flatMap(({ row }) => row ?? [])
  const carried = notificationMethods.filter((method) => rules.uncarried[method] === undefined)
  const people = await checkImportPatients(await actForMember(ctx, createdBy), good, { jobId, carried })
  let next = 0
  return rows.map((row) => (row.row ? withPatient(row, people[next++]!) : row)) // one for each valid row
}

const write = (ctx: Context, { jobId, run }: { jobId: string; run: number }, rows: CheckedRow[], exampleRows: number) =>
  ifOurs(ctx, jobId, run, ({ tallies }) =>
    insertImportRows(ctx, jobId, rows, { ...tallyRows(tallies, rows), exampleRows: tallies.exampleRows + exampleRows }),
  )

function withPatient({ row, ...rest }: CheckedRow, { patientId, refusals, warnings, method }: CheckedImportPatient): CheckedRow {
  const judged = { ...rest, row: row && { ...row, method } }
  if (refusals.length > 0) return { ...judged, patientId, verdict: 'error', row: null, problems: refusals }
  if (warnings.length === 0) return { ...judged, patientId }
  return { ...judged, patientId, verdict: 'warning', problems: inOrder([...judged.problems, ...warnings]) }
}

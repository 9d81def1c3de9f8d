import { z } from 'zod'

import type { ImportRules } from '#domain/import-checks.ts'
import { dateOf } from '#domain/dates.ts'
import { importColumnKeys } from '#domain/import-template.ts'
import { listFormChoices } from '#server/forms/find-form.ts'
import { getOrganisationSettings } from '#server/organisations/organisation-settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { Floor } from '#server/platform/floor.ts'
import { job, workInSteps, type Steps } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'

import { actForMember } from './act-for-member.ts'
import { beginCheck, endCheck, lockImportJob, setImportStatus } from './import-jobs.sql.ts'
import { insertImportRows, type JudgedRow } from './import-rows.sql.ts'
import { readImportRows } from './import-sheet.ts'
import { judgePatients } from './judge-patients.ts'
import { createRowJudge } from './judge-rows.ts'

export const checkImportJob = job('check-import', z.object({ jobId: z.uuid() }))
type Data = { jobId: string }

/** Large enough to be quick, small enough that others are served in between. */
const batchSize = 1_000

export const startCheckingImports = (floor: Floor) => workInSteps(floor, checkImportJob, checkImport)

/** Judges every row of an uploaded file. Broken off, it begins again from nothing; overtaken by another run of itself, it stops. */
export async function checkImport(steps: Steps, { jobId }: Data) {
  const { step, signal } = steps
  const begun = await step((ctx) => begin(ctx, jobId))
  if (!begun) return
  try {
    const judge = createRowJudge(begun.rules)
    for await (const rows of readImportRows(begun.bytes, { batchSize })) {
      signal.throwIfAborted()
      const isOurs = await step((ctx) => write(ctx, jobId, begun.run, rows.map(judge)))
      if (!isOurs) return
    }
    await step((ctx) => ifOurs(ctx, jobId, begun.run, () => endCheck(ctx, jobId)))
  } catch (error) {
    if (signal.aborted) throw error // handed over: nothing is wrong
    const words = error instanceof Problem && error.code === 'invalid_file' ? (error.detail ?? '') : undefined
    await step((ctx) =>
      ifOurs(ctx, jobId, begun.run, () =>
        words === undefined
          ? setImportStatus(ctx, jobId, 'failed', 'The check stopped unexpectedly. It is tried again by itself.')
          : endCheck(ctx, jobId, { refusal: words }),
      ),
    )
    if (words === undefined) throw error
  }
}

async function begin(ctx: Context, jobId: string) {
  const { status, isChecked, run } = await lockImportJob(ctx, jobId)
  if (isChecked || (status !== 'checking' && status !== 'failed')) return undefined
  const { minimumAge } = await getOrganisationSettings(ctx)
  const rules: ImportRules = { forms: await listFormChoices(ctx), today: dateOf(new Date()), minimumAge }
  return { run: run + 1, rules, bytes: await beginCheck(ctx, jobId, run + 1) }
}

type Locked = Awaited<ReturnType<typeof lockImportJob>>

/** False when another run has taken over: what it does then is no longer this one's to touch. */
async function ifOurs(ctx: Context, jobId: string, run: number, work: (job: Locked) => Promise<unknown>) {
  const job = await lockImportJob(ctx, jobId)
  if (job.run !== run) return false
  await work(job)
  return true
}

const write = (ctx: Context, jobId: string, run: number, rows: JudgedRow[]) =>
  ifOurs(ctx, jobId, run, async ({ createdBy }) => {
    const good = rows.flatMap(({ row }) => row ?? [])
    const judged = await judgePatients(await actForMember(ctx, createdBy), good)
    let next = 0
    await insertImportRows(
      ctx,
      jobId,
      rows.map((row) => (row.row ? withPatient(row, judged[next++]!) : row)), // as many as there are good rows
    )
  })

function withPatient(judged: JudgedRow, { refusals, warnings }: Awaited<ReturnType<typeof judgePatients>>[number]): JudgedRow {
  if (refusals.length > 0) return { ...judged, verdict: 'error', row: null, problems: refusals }
  if (warnings.length === 0) return judged
  const problems = [...judged.problems, ...warnings].toSorted(
    (one, other) => importColumnKeys.indexOf(one.column) - importColumnKeys.indexOf(other.column),
  )
  return { ...judged, verdict: 'warning', problems }
}

import readExcelFile from 'read-excel-file/node'

import type { ExportJob } from '#contract/exports.ts'
import type { World } from '#test/survival/round-context.ts'

import { Passing, persist, untilDone } from './persist.ts'

const address = '/api/forms/request/export'

/** An export is requested, made, downloaded and opened by another program. */
export async function exportRequests({ staff, ledger, organisationId, installation }: World, filters: Record<string, string> = {}) {
  const { id } = await persist('asking for an export', () => staff.call<{ id: string }>('POST', address, { json: { filters } }))
  const job = await untilDone('an export', async () => {
    const job = await staff.call<ExportJob>('GET', `${address}?id=${id}`)
    return job.status === 'completed' && job
  })
  const file = await persist('a download', async () => {
    const { downloadUrl } = await staff.call<ExportJob>('GET', `${address}?id=${id}`)
    return staff.download(downloadUrl!)
  })
  const [sheet] = await readExcelFile(Buffer.from(file))
  const rows = (sheet?.data.length ?? 0) - 1
  const [there] = await persist('counting what an export should hold', () =>
    installation
      .ask<{ count: number }>(
        `select count(*)::int as count from form_requests where organisation_id = $1 and ($2::uuid is null or import_job_id = $2)
           and created_at <= $3`,
        [organisationId, filters['importJobId'] ?? null, job.createdAt],
      )
      // Whoever counts is not spared either.
      .catch((error: Error) => Promise.reject(new Passing(error.message))),
  )
  if (rows !== there?.count || rows !== job.totalRows)
    throw new Error(`An export holds ${rows} rows, says ${job.totalRows}, and should hold ${there?.count}`)
  ledger.exports.push({ id, rows })
}

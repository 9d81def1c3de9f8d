import { spreadsheet } from '#contract/media-types.ts'
import type { FileAnswer } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { Problem } from '#server/platform/problem.ts'

import { enter } from './create-report.ts'
import { getReport } from './reports.sql.ts'

export async function downloadReport(ctx: Context, id: string): Promise<FileAnswer> {
  const { status, organisation } = await getReport(ctx, id)
  if (status !== 'completed') throw new Problem('not_found')
  await audit(await enter(ctx, organisation.id), 'reportDownloaded', { subjectId: id })
  const body = readFile(ctx.services, { organisationId: organisation.id, fileId: id })
  return { fileName: `system-report-${id}.xlsx`, type: spreadsheet, body }
}

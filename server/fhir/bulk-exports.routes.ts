import { fhirExports } from '#contract/fhir.ts'
import { type FhirResponse, type FileResponse, ndjson } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { baseOf } from './search.ts'
import { bulkExportJob } from './bulk-export.job.ts'
import { type BulkExport, countExports, deleteExport, getOwnExport, insertExport, isForm } from './bulk-exports.sql.ts'

/** FHIR Bulk Data Access 2.0.0 (https://hl7.org/fhir/uv/bulkdata/STU2/export.html) for the responses to one form. */
export const serveBulkExports = (deps: RouteDeps) =>
  serve(deps, fhirExports, {
    start: (ctx, { query }) => start(ctx, { formId: query._typeFilter, since: query._since }),
    status: async (ctx, { params }) => statusOf(ctx, await getOwnExport(ctx, params.id)),
    cancel: (ctx, { params }) => cancel(ctx, params.id),
    download: (ctx, { params }) => download(ctx, params.id),
  })

/** Each export reads every response of a form, and all of them share the worker. */
const mostUnfinished = 3
/** Each file has the answers to a whole form, and is kept for a day. */
const mostKept = 20
/** How long a client should wait before it asks again, in seconds. A worker writes some thousand responses a second. */
const secondsToWait = (left: number) => (left < 5_000 ? 2 : 10)

const outcome = (severity: 'information' | 'error', code: string, words: string) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity, code, details: { text: words } }],
})

const addressOf = (ctx: Context, id: string) => `${baseOf(ctx)}$export/${id}`

async function start(ctx: Context, { formId, since }: { formId: string; since: string | undefined }): Promise<FhirResponse> {
  // People export spreadsheets, which asks them for a reason and a proof of identity.
  if (ctx.actor.kind !== 'client') throw new Problem('not_permitted')
  if (!(await isForm(ctx, formId))) throw fieldProblem('_typeFilter', 'There is no form with this ID.')
  await lockKeys(ctx, [`bulk exports of ${ctx.actor.id}`])
  const { all, unfinished } = await countExports(ctx)
  if (unfinished >= mostUnfinished)
    throw new Problem(
      'conflict',
      `This integration client has ${mostUnfinished} exports that are not ready. Wait until one is ready, or cancel one.`,
    )
  if (all >= mostKept)
    throw new Problem(
      'conflict',
      `This integration client has ${mostKept} exports. Delete those that you have downloaded; each is deleted after 24 hours.`,
    )
  const id = await insertExport(ctx, { formId, since })
  await enqueue(ctx, bulkExportJob, { exportId: id })
  await audit(ctx, 'formRequestExported', { subjectId: id, detail: { scope: 'fhir', hasPersonalData: true, filters: { formId, since } } })
  return {
    resource: outcome('information', 'informational', 'The export has started. Content-Location has its status.'),
    status: 202,
    headers: { 'content-location': addressOf(ctx, id) },
  }
}

function statusOf(ctx: Context, found: BulkExport): FhirResponse {
  if (found.failure !== null) return { resource: outcome('error', 'exception', found.failure), status: 500 }
  if (!found.isCompleted)
    return {
      resource: outcome('information', 'informational', 'The export is not ready.'),
      status: 202,
      headers: {
        'x-progress': `${found.written} of ${found.total} responses`,
        'retry-after': String(secondsToWait(found.total - found.written)),
      },
    }
  return { resource: manifestOf(ctx, found), isJson: true, headers: { expires: new Date(found.expiresAt).toUTCString() } }
}

/** https://hl7.org/fhir/uv/bulkdata/STU2/export.html#response---complete-status */
function manifestOf(ctx: Context, { id, formId, sentAfter, sentUntil, written }: BulkExport) {
  const asked = new URLSearchParams({
    _type: 'QuestionnaireResponse',
    _typeFilter: `QuestionnaireResponse?questionnaire=Questionnaire/${formId}`,
    ...(sentAfter !== null && { _since: new Date(sentAfter).toISOString() }),
  })
  return {
    transactionTime: new Date(sentUntil).toISOString(),
    request: `${baseOf(ctx)}$export?${asked.toString()}`,
    requiresAccessToken: true,
    output:
      written > 0 ? [{ type: 'QuestionnaireResponse', url: `${addressOf(ctx, id)}/QuestionnaireResponse.ndjson`, count: written }] : [],
    error: [],
  }
}

async function cancel(ctx: Context, id: string): Promise<FhirResponse> {
  await getOwnExport(ctx, id)
  await deleteExport(ctx, id)
  await audit(ctx, 'exportStopped', { subjectId: id })
  return { resource: outcome('information', 'informational', 'The export and its file are deleted.'), status: 202 }
}

async function download(ctx: Context, id: string): Promise<FileResponse> {
  const { isCompleted } = await getOwnExport(ctx, id)
  if (!isCompleted) throw new Problem('not_found')
  const { services, organisationId } = ctx
  return { fileName: 'QuestionnaireResponse.ndjson', type: ndjson, body: readFile(services, { organisationId, fileId: id }) }
}

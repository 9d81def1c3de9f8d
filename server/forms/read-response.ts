import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { resultsOf } from '#server/submissions/submissions.ts'

import { getResponse } from './form-responses.sql.ts'

/** Whose answers were read, and of which request: the address names only the form. */
export async function readResponse(ctx: Context, formId: string, submissionId: string) {
  const response = await getResponse(ctx, formId, submissionId)
  await audit(ctx, 'formRequestRead', { subjectId: response.requestId, patientId: response.patient.id })
  return { ...response, ...(await resultsOf(ctx, [response.requestId]))(response.requestId) }
}

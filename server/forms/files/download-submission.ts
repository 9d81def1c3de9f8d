import { pdf } from '#contract/media-types.ts'
import type { FileAnswer } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { makePdf } from '#server/documents/pdf/make-pdf.ts'

import { submissionDocument } from './submission-document.ts'
import { getSubmission, organisationName } from './form-files.sql.ts'

/** The answers on paper: reading them, and the log says so. The pages are made when the transaction is over. */
export async function downloadSubmission(ctx: Context, requestId: string, ended: AbortSignal): Promise<FileAnswer> {
  const submission = await getSubmission(ctx, requestId)
  const organisation = await organisationName(ctx)
  await audit(ctx, 'formRequestRead', { subjectId: requestId, patientId: submission.patientId, detail: { isFile: true } })
  const document = submissionDocument(submission, { organisation, printedAt: new Date(), printedBy: ctx.actor.name })
  return { fileName: `submission-${requestId}.pdf`, type: pdf, body: makePdf(document, ended) }
}

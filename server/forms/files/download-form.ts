import { type FileResponse, pdf } from '#contract/route.ts'
import { dateOf, formatDate } from '#domain/dates.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { PdfDocument } from '#server/documents/pdf/document.ts'
import { makePdf, PdfQueueFull } from '#server/documents/pdf/make-pdf.ts'
import { getForm } from '#server/forms/forms.sql.ts'
import { getFormVersion } from '#server/forms/form-versions.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { blankForm } from './blank-form.ts'
import { getSubmission, organisationName } from './form-files.sql.ts'
import { submissionDocument } from './submission-document.ts'

export type RequestedForm = { title: string; definition: FormDefinition; version: number | 'draft'; versionWords: string }

/** One version of a form as a PDF for paper. The PDF is made after the transaction. */
export async function downloadForm(
  ctx: Context,
  id: string,
  version: number | 'draft' | undefined,
  ended: AbortSignal,
): Promise<FileResponse> {
  const form = await askedForm(ctx, id, version)
  const organisation = await organisationName(ctx)
  await audit(ctx, 'formRead', { subjectId: id, detail: { isFile: true, version: form.version } })
  const fileName = `form-${slugOf(form.title)}-${form.version === 'draft' ? 'draft' : `v${form.version}`}.pdf`
  return { fileName, type: pdf, body: pagesOf(blankForm(form, { organisation, printedAt: new Date() }), ended) }
}

/** makePdf, with messages for users. */
async function* pagesOf(document: PdfDocument, ended: AbortSignal) {
  try {
    yield* makePdf(document, ended)
  } catch (error) {
    if (!(error instanceof PdfQueueFull)) throw error
    throw new Problem('unavailable', 'The server is busy making other files. Try again in a minute.')
  }
}

async function askedForm(ctx: Context, id: string, version: number | 'draft' | undefined): Promise<RequestedForm> {
  const form = await getForm(ctx, id)
  const wanted = version ?? form.version ?? 'draft'
  if (wanted === 'draft') return { title: form.title, definition: form.draft, version: wanted, versionWords: 'Draft' }
  const { title, definition, publishedAt } = await getFormVersion(ctx, id, wanted)
  return { title, definition, version: wanted, versionWords: `Version ${wanted}, published ${formatDate(dateOf(publishedAt))}` }
}

/** A title as part of a file name: only letters and digits. */
const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'untitled'

/** The answers as a PDF. Audited as viewing them. The PDF is made after the transaction. */
export async function downloadSubmission(ctx: Context, requestId: string, ended: AbortSignal): Promise<FileResponse> {
  const submission = await getSubmission(ctx, requestId)
  const organisation = await organisationName(ctx)
  await audit(ctx, 'formRequestRead', { subjectId: requestId, patientId: submission.patientId, detail: { isFile: true } })
  const document = submissionDocument(submission, { organisation, printedAt: new Date(), printedBy: ctx.actor.name })
  return { fileName: `submission-${requestId}.pdf`, type: pdf, body: pagesOf(document, ended) }
}

const maxPerMember = 4

/** The number of PDFs in progress for each member, in this process. */
const underWay = new Map<string, number>()

/**
 * Counts a PDF for a member until `ended` is aborted. Throws `unavailable` above the limit, so that one member cannot hold up their
 * colleagues.
 */
export function countDownload(memberId: string, ended: AbortSignal) {
  const before = underWay.get(memberId) ?? 0
  if (before >= maxPerMember)
    throw new Problem('unavailable', `You already have ${maxPerMember} PDFs in progress. Wait until 1 has downloaded, then try again.`)
  underWay.set(memberId, before + 1)
  const leave = () => {
    const left = (underWay.get(memberId) ?? 1) - 1
    if (left > 0) underWay.set(memberId, left)
    else underWay.delete(memberId)
  }
  if (ended.aborted) leave()
  else ended.addEventListener('abort', leave, { once: true })
}

import type { FastifyReply, FastifyRequest } from 'fastify'

import { pdf } from '#contract/route.ts'
import { answersCopyDocument, answersCopyFile, countDownload, makeFormPdf } from '#server/forms/forms.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { endOf } from '#server/platform/request-body.ts'
import type { Services } from '#server/platform/services.ts'

import { isSentFromHere, servePage, type PageResponse } from './page-request.ts'

/**
 * The answers as a PDF, for the device that sent them. Anyone else is led to the start of the link. Returns a page, or undefined once the file
 * is sent.
 */
export async function answersCopy(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<PageResponse | undefined> {
  let document: Awaited<ReturnType<typeof answersCopyDocument>> | undefined
  const ended = endOf(reply)
  const response = await servePage(services, request, async (visit) => {
    const { ctx, assignment, base, language } = visit
    if (!isSentFromHere(visit)) return { to: base }
    // Before it is made and audited: one patient must not hold up the others.
    countDownload(assignment.requestId, ended)
    document = await answersCopyDocument(ctx, assignment.requestId, language)
    await audit(ctx, 'formRequestCopyDownloaded', { subjectId: assignment.requestId, patientId: document.patientId })
    return { to: base }
  })
  if (!document) return response
  // Whole before the first header, so that a failure is still a page.
  const pieces: Uint8Array[] = []
  for await (const piece of makeFormPdf(document.pdf, ended)) pieces.push(piece)
  await reply
    .type(pdf)
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${answersCopyFile}"`)
    .send(Buffer.concat(pieces))
  return undefined
}

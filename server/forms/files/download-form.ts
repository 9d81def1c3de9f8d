import { type FileResponse, pdf } from '#contract/route.ts'
import { answeringWords } from '#domain/answering.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf, formatDateTime } from '#domain/moments.ts'
import { answerText } from '#domain/form/answers.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { isAsked, numbersOf, visiblePath } from '#domain/form/path.ts'
import { scoreWords } from '#domain/form/score-words.ts'
import { raisedFlags, scoreResults } from '#domain/form/scoring.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import type { PdfBlock, PdfDocument } from '#server/documents/pdf/document.ts'
import { makePdf, PdfQueueFull } from '#server/documents/pdf/make-pdf.ts'
import { getFormVersion } from '#server/forms/form-versions.sql.ts'
import { getForm } from '#server/forms/forms.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { blankForm } from './blank-form.ts'
import { getSubmission, organisationName, type Submission } from './form-files.sql.ts'

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
  return { fileName, type: pdf, body: makeFormPdf(blankForm(form, { organisation, printedAt: new Date() }), ended) }
}

/** makePdf, with messages for users. */
export async function* makeFormPdf(document: PdfDocument, ended: AbortSignal) {
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
  return { fileName: `submission-${requestId}.pdf`, type: pdf, body: makeFormPdf(document, ended) }
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

/** No part of the name tells whose answers it holds, or to which questions. */
export const answersCopyFile = 'your-answers.pdf'

/** The patient's own copy: what was asked and answered, without scores, red flags and what staff know. */
export async function answersCopyDocument(ctx: Context, requestId: string): Promise<{ patientId: string; pdf: PdfDocument }> {
  const submission = await getSubmission(ctx, requestId)
  const { title, version, submittedAt, patientId } = submission
  const organisation = await organisationName(ctx)
  return {
    patientId,
    pdf: {
      title: `${title}: your answers`,
      running: { left: [organisation, title], right: ['Contains personal data'] },
      foot: `Sent ${formatDateTime(submittedAt)}`,
      blocks: [
        { kind: 'heading', level: 1, text: title },
        {
          kind: 'facts',
          facts: [
            { name: 'Sent to', value: organisation },
            { name: 'Sent', value: formatDateTime(submittedAt) },
            { name: 'Form version', value: String(version) },
          ],
        },
        ...answerBlocks(submission),
      ],
    },
  }
}

/** A submission on paper: the patient, urgent results first, then every question that was asked. */
function submissionDocument(
  submission: Submission,
  { organisation, printedAt, printedBy }: { organisation: string; printedAt: Date; printedBy: string },
): PdfDocument {
  const { patient, title, version } = submission
  const whose = patient.nhsNumber ? `${patient.name}, NHS number ${formatNhsNumber(patient.nhsNumber)}` : patient.name
  return {
    title: `${title}: answers`,
    running: { left: [organisation, `${title}, version ${version}`], right: ['Contains personal data', whose] },
    foot: `Printed ${formatDateTime(printedAt)} by ${printedBy}`,
    blocks: [
      { kind: 'heading', level: 1, text: title },
      { kind: 'facts', facts: factsOf(submission, organisation) },
      ...redFlagBlocks(submission),
      ...scoreBlocks(submission),
      ...answerBlocks(submission),
      ...noteBlocks(submission),
    ],
  }
}

function factsOf({ patient, version, submittedAt, answering, outcome }: Submission, organisation: string) {
  return [
    { name: 'Patient', value: patient.name },
    { name: 'Date of birth', value: formatDate(patient.dateOfBirth) },
    { name: 'NHS number', value: patient.nhsNumber ? formatNhsNumber(patient.nhsNumber) : 'Not known' },
    ...(patient.localPatientId ? [{ name: 'Hospital number', value: patient.localPatientId }] : []),
    { name: 'Organisation', value: organisation },
    { name: 'Submitted', value: formatDateTime(submittedAt) },
    { name: 'Answered', value: answeringWords(answering) },
    { name: 'Form version', value: String(version) },
    ...(outcome === null ? [] : [{ name: 'Outcome', value: outcome }]),
    { name: 'Notice', value: 'This document contains personal data.' },
  ]
}

/** The notes of staff, oldest first. A note that was corrected stays, and says so. */
function noteBlocks({ notes }: Submission): PdfBlock[] {
  if (notes.length === 0) return []
  const corrected = new Set(notes.map(({ correctsId }) => correctsId))
  return [
    { kind: 'heading', level: 2, text: 'Notes' },
    ...notes.flatMap(({ id, text, by, at, correctsId }): PdfBlock[] => [
      {
        kind: 'heading',
        level: 3,
        text: `${formatDateTime(at)}, ${by}${correctsId ? ', correcting an earlier note' : ''}${corrected.has(id) ? ' (corrected by a later note)' : ''}`,
      },
      { kind: 'text', text },
    ]),
  ]
}

function redFlagBlocks({ definition, answers }: Submission): PdfBlock[] {
  const raised = raisedFlags(definition, answers)
  if (raised.length === 0) return []
  return [
    { kind: 'heading', level: 2, text: 'Red flags' },
    { kind: 'list', mark: 'bullet', items: raised.map(({ name }) => name) },
  ]
}

function scoreBlocks({ definition, answers }: Submission): PdfBlock[] {
  const results = scoreResults(definition, answers)
  if (results.length === 0) return []
  return [
    { kind: 'heading', level: 2, text: 'Scores' },
    { kind: 'facts', facts: results.map((result) => ({ name: result.name, value: `${scoreWords(result)}\n${result.formula}` })) },
  ]
}

/** Questions that were not asked are left out and counted at the end, so that they do not look unanswered. */
function answerBlocks({ definition, answers }: Submission): PdfBlock[] {
  const numbers = numbersOf(definition.questions)
  const path = visiblePath(definition, answers)
  const shown = path.filter((question, at) => isAsked(question) || (question.type === 'section' && hasAnswers(path, at)))
  const left = numbers.size - shown.filter(isAsked).length
  return [
    ...(shown[0]?.type === 'section' ? [] : [{ kind: 'heading', level: 2, text: 'Answers' } as const]),
    ...shown.flatMap((question): PdfBlock[] =>
      isAsked(question)
        ? [
            { kind: 'heading', level: 3, text: `${numbers.get(question.id) ?? ''}. ${question.title}` },
            answerBlock(answerText(question, answers[question.id])),
          ]
        : [{ kind: 'heading', level: 2, text: question.title }],
    ),
    ...(left > 0 ? [{ kind: 'text', tone: 'muted', text: notAsked(left) } as const] : []),
  ]
}

/** An unanswered question is blank, never a word that could be an answer (FORM-5). */
const answerBlock = (answer: string): PdfBlock =>
  answer === '' ? { kind: 'space', space: { kind: 'blank', alt: 'Not answered' } } : { kind: 'text', tone: 'answer', text: answer }

const hasAnswers = (path: Question[], at: number) => {
  const next = path.slice(at + 1).find((question) => isAsked(question) || question.type === 'section')
  return next !== undefined && isAsked(next)
}

const notAsked = (count: number) =>
  count === 1
    ? 'One question of the form is not shown: it was not asked because of other answers.'
    : `${count} questions of the form are not shown: they were not asked because of other answers.`

import { type FileResponse, pdf } from '#contract/route.ts'
import { answeringWords } from '#domain/answering.ts'
import { formatDate } from '#domain/dates.ts'
import { english } from '#domain/languages.ts'
import { formatDateTime } from '#domain/moments.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { isAsked, numbersOf, visiblePath } from '#domain/form/path.ts'
import { scoreWords } from '#domain/form/score-words.ts'
import { flagSources, scoreResults } from '#domain/form/scoring.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import type { PdfBlock, PdfDocument, PdfText } from '#server/documents/pdf/document.ts'
import { makePdf, PdfQueueFull } from '#server/documents/pdf/make-pdf.ts'
import { getFormVersion } from '#server/forms/form-versions.sql.ts'
import { getForm } from '#server/forms/forms.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { blankForm, numbered } from './blank-form.ts'
import { type FormInLanguage, formInLanguage } from './form-in-language.ts'
import { getSubmission, organisationName, type Submission } from './form-files.sql.ts'

export type RequestedForm = { title: string; definition: FormDefinition } & (
  { version: number; publishedAt: string } | { version: 'draft'; publishedAt?: undefined }
)

/** One version of a form as a PDF for paper. The PDF is made after the transaction. */
export async function downloadForm(
  ctx: Context,
  id: string,
  { version, language }: { version?: number | 'draft' | undefined; language: string },
  ended: AbortSignal,
): Promise<FileResponse> {
  const form = await askedForm(ctx, id, version)
  const organisation = await organisationName(ctx)
  await audit(ctx, 'formRead', { subjectId: id, detail: { isFile: true, version: form.version } })
  const paper = formInLanguage(form, language)
  const state = form.version === 'draft' ? 'draft' : `v${form.version}`
  const fileName = ['form', slugOf(form.title), state, ...(paper.chosen === english ? [] : [paper.chosen])].join('-') + '.pdf'
  return { fileName, type: pdf, body: makeFormPdf(blankForm(form, paper, { organisation, printedAt: new Date() }), ended) }
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

/** A draft without changes is the live version, and is printed as that version. */
async function askedForm(ctx: Context, id: string, version: number | 'draft' | undefined): Promise<RequestedForm> {
  const form = await getForm(ctx, id)
  const live = form.version ?? 'draft'
  const wanted = version === undefined || (version === 'draft' && !form.isChanged) ? live : version
  if (wanted === 'draft') return { title: form.title, definition: form.draft, version: wanted }
  const { title, definition, publishedAt } = await getFormVersion(ctx, id, wanted)
  return { title, definition, version: wanted, publishedAt }
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

/** The patient's own copy in the language of the page: what was asked and answered, without scores, red flags and what staff know. */
export async function answersCopyDocument(
  ctx: Context,
  requestId: string,
  language: string,
): Promise<{ patientId: string; pdf: PdfDocument }> {
  const submission = await getSubmission(ctx, requestId)
  const { version, submittedAt, patientId } = submission
  const organisation = await organisationName(ctx)
  const form = formInLanguage(submission, language)
  const { words, title } = form
  const sent = words.moment(submittedAt)
  return {
    patientId,
    pdf: {
      language: form.language,
      title: words.copy(title),
      running: { left: [organisation, title], right: [words.personalData] },
      foot: `${words.sent} ${sent}`,
      pageNumber: words.pageNumber,
      blocks: [
        { kind: 'heading', level: 1, text: form.titleText },
        {
          kind: 'facts',
          facts: [
            { name: words.sentTo, value: organisation },
            { name: words.sent, value: sent },
            { name: words.formVersion, value: String(version) },
          ],
        },
        ...answerBlocks(submission, form),
      ],
    },
  }
}

/** A submission on paper, in English for staff: the patient, urgent results first, then every question that was asked. */
function submissionDocument(
  submission: Submission,
  { organisation, printedAt, printedBy }: { organisation: string; printedAt: Date; printedBy: string },
): PdfDocument {
  const { patient, title, version } = submission
  const form = formInLanguage(submission, english)
  const whose = patient.nhsNumber ? `${patient.name}, NHS number ${formatNhsNumber(patient.nhsNumber)}` : patient.name
  return {
    language: form.language,
    title: `${title}: answers`,
    running: { left: [organisation, `${title}, version ${version}`], right: ['Contains personal data', whose] },
    foot: `Printed ${formatDateTime(printedAt)} by ${printedBy}`,
    pageNumber: form.words.pageNumber,
    blocks: [
      { kind: 'heading', level: 1, text: title },
      { kind: 'facts', facts: factsOf(submission, organisation) },
      ...redFlagBlocks(submission),
      ...scoreBlocks(submission),
      ...answerBlocks(submission, form, flagsByQuestion(submission)),
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

function redFlagBlocks({ redFlags }: Submission): PdfBlock[] {
  if (redFlags.length === 0) return []
  return [
    { kind: 'heading', level: 2, text: 'Red flags' },
    { kind: 'list', mark: 'bullet', items: redFlags.map(({ name }) => name) },
  ]
}

/** The names of the red flags that the answer to each question raised. */
function flagsByQuestion({ definition, answers, redFlags }: Submission): ReadonlyMap<string, string[]> {
  const sources = flagSources(definition, answers)
  const raised = redFlags.flatMap(({ id, name }) => (sources.get(id)?.questionIds ?? []).map((questionId) => ({ questionId, name })))
  return new Map([...Map.groupBy(raised, ({ questionId }) => questionId)].map(([id, flags]) => [id, flags.map(({ name }) => name)]))
}

function scoreBlocks({ definition, answers }: Submission): PdfBlock[] {
  const results = scoreResults(definition, answers)
  if (results.length === 0) return []
  return [
    { kind: 'heading', level: 2, text: 'Scores' },
    { kind: 'facts', facts: results.map((result) => ({ name: result.name, value: `${scoreWords(result)}\n${result.formula}` })) },
  ]
}

/**
 * Questions that were not asked are left out and counted at the end, so that they do not look unanswered. `flags`: the red flags of each answer, which
 * are not in the patient's own copy.
 */
function answerBlocks(
  { definition, answers }: Submission,
  { words, questionText, answer }: FormInLanguage,
  flags: ReadonlyMap<string, string[]> = new Map(),
): PdfBlock[] {
  const numbers = numbersOf(definition.questions)
  const path = visiblePath(definition, answers)
  const shown = path.filter((question, at) => isAsked(question) || (question.type === 'section' && hasAnswers(path, at)))
  const left = numbers.size - shown.filter(isAsked).length
  return [
    ...(shown[0]?.type === 'section' ? [] : [{ kind: 'heading', level: 2, text: words.answersHeading } as const]),
    ...shown.flatMap((question): PdfBlock[] =>
      isAsked(question)
        ? [
            { kind: 'heading', level: 3, text: numbered(numbers.get(question.id), questionText(question, 'title')) },
            answerBlock(answer(question, answers[question.id]), words.notAnswered),
            ...(flags.get(question.id) ?? []).map((name): PdfBlock => ({ kind: 'text', tone: 'strong', text: `Red flag: ${name}` })),
          ]
        : [{ kind: 'heading', level: 2, text: questionText(question, 'title') }],
    ),
    ...(left > 0 ? [{ kind: 'text', tone: 'muted', text: words.notAsked(left) } as const] : []),
  ]
}

/** An unanswered question is blank, never a word that could be an answer (FORM-5). */
const answerBlock = (answer: PdfText, notAnswered: string): PdfBlock =>
  answer === '' ? { kind: 'space', space: { kind: 'blank', alt: notAnswered } } : { kind: 'text', tone: 'answer', text: answer }

const hasAnswers = (path: Question[], at: number) => {
  const next = path.slice(at + 1).find((question) => isAsked(question) || question.type === 'section')
  return next !== undefined && isAsked(next)
}

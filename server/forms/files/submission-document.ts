import { formatDate, formatDateTime } from '#domain/dates.ts'
import { answerText } from '#domain/form/answers.ts'
import type { Question } from '#domain/form/definition.ts'
import { isAsked, numbersOf, visiblePath } from '#domain/form/path.ts'
import { raisedFlags, scoreResults, scoreWords } from '#domain/form/scoring.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import type { PdfBlock, PdfDocument } from '#server/documents/pdf/document.ts'

import type { Submission } from './form-files.sql.ts'

const channels: Record<string, string> = { web: 'Online, by the patient' }

/** A submission on paper: the patient, urgent results first, then every question that was asked. */
export function submissionDocument(
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
    ],
  }
}

function factsOf({ patient, version, submittedAt, channel }: Submission, organisation: string) {
  return [
    { name: 'Patient', value: patient.name },
    { name: 'Date of birth', value: formatDate(patient.dateOfBirth) },
    { name: 'NHS number', value: patient.nhsNumber ? formatNhsNumber(patient.nhsNumber) : 'Not known' },
    ...(patient.localPatientId ? [{ name: 'Hospital number', value: patient.localPatientId }] : []),
    { name: 'Organisation', value: organisation },
    { name: 'Submitted', value: formatDateTime(submittedAt) },
    { name: 'Answered', value: channels[channel] ?? channel },
    { name: 'Form version', value: String(version) },
    { name: 'Notice', value: 'This document contains personal data.' },
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

import { type FileResponse, spreadsheet } from '#contract/route.ts'
import type { Patient } from '#contract/patients.ts'
import { answerChannelLabels, answererLabels } from '#domain/answering.ts'
import { formatDate } from '#domain/dates.ts'
import { languageName } from '#domain/languages.ts'
import { answerSections } from '#domain/form/answers.ts'
import { dateOf, formatDateTime } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { categoryLabel, methodLabel, notificationStatusLabel } from '#domain/notification.ts'
import { admissionStatusLabels, sexLabels } from '#domain/patient-choices.ts'
import { mergeReasonLabels } from '#domain/patient-merge.ts'
import { requestStatusLabel } from '#domain/request-status.ts'
import { outcomeLabel, queueLabel } from '#domain/waiting-list.ts'
import { findArchivedBefore, readLogOfPatient } from '#server/audit/audit.ts'
import { type OutgoingColumn, type OutgoingRow, type OutgoingSheet, writeWorkbook } from '#server/documents/spreadsheet/write.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import { getPatient } from '#server/patients/patients.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import {
  type EnrolmentRow,
  listEnrolments,
  listMergedRecords,
  listMessages,
  listNotes,
  listRecords,
  listRemovals,
  listRequests,
  listReviews,
  listScores,
  listSubmissions,
  type MergedRow,
  type MessageRow,
  type NoteRow,
  type RemovalRow,
  type RequestRow,
  type ReviewRow,
  type ScoreRow,
  type SubmissionRow,
} from './record-sheets.sql.ts'

const text = (header: string, width = 24): OutgoingColumn => ({ header, kind: 'text', width })
const date = (header: string): OutgoingColumn => ({ header, kind: 'date', width: 14 })
const moment = (header: string): OutgoingColumn => ({ header, kind: 'datetime', width: 18 })

/** Everything held about one patient, in the words of the screens. One patient is read whole: the file has a few hundred rows. */
export async function downloadRecord(ctx: Context, patientId: string): Promise<FileResponse> {
  const patient = await getPatient(ctx, patientId)
  const records = await listRecords(ctx, patientId)
  if (records.some(({ isSeen }) => !isSeen)) throw new Problem('conflict', unseenRecordMissing)
  const [{ name }, requests, submissions, scores, messages, notes, reviews, removals, enrolments, log, archivedBefore] = await Promise.all([
    getOrganisationSettings(ctx),
    listRequests(ctx, patientId),
    listSubmissions(ctx, patientId),
    listScores(ctx, patientId),
    listMessages(ctx, patientId),
    listNotes(ctx, patientId),
    listReviews(ctx, patientId),
    listRemovals(ctx, patientId),
    listEnrolments(ctx, patientId),
    readLogOfPatient(ctx, patientId),
    findArchivedBefore(ctx),
  ])
  const merged = await listMergedRecords(ctx, patientId)
  const mergedIds = records.map(({ id }) => id).filter((id) => id !== patientId)
  await audit(ctx, 'patientRecordExported', { subjectId: patientId, patientId, patientIds: mergedIds })
  const sheets: OutgoingSheet[] = [
    aboutSheet(name, new Date(), archivedBefore),
    detailsSheet(patient),
    ...(merged.length > 0 ? [mergedSheet(merged)] : []),
    requestsSheet(requests),
    answersSheet(submissions),
    scoresSheet(scores),
    messagesSheet(messages),
    notesSheet(notes),
    reviewsSheet(reviews),
    removalsSheet(removals),
    enrolmentsSheet(enrolments),
    {
      name: 'Who has seen it',
      columns: [moment('When'), text('Who', 28), text('What', 80)],
      rows: log.map(({ at, by, description }) => [at, by.name, description]),
    },
  ]
  // The name of the patient is not in the name of the file, which other programs show and keep.
  return { fileName: `patient-record-${dateOf(new Date())}.xlsx`, type: spreadsheet, body: writeWorkbook({ sheets }) }
}

/** The file is of everything, so a member who does not see a part of the record does not get it (MEM-4). */
const unseenRecordMissing =
  'A record of a ward that you cannot see was merged into this record. Ask an admin who can see all wards to download the record.'

const aboutSheet = (organisation: string, now: Date, archivedBefore: string | null): OutgoingSheet => ({
  name: 'About this file',
  columns: [text('About', 26), text('Explanation', 110)],
  rows: [
    ['Organisation', organisation],
    ['Created', formatDateTime(now)],
    [
      'What it holds',
      'Everything that this organisation holds about the patient in Formward. Other systems of the organisation can hold more.',
    ],
    [
      'Before you give it to the patient',
      'Ask a clinician who knows the patient to read it. Remove what is about other people, and what could cause serious harm (Data Protection Act 2018, schedules 2 and 3).',
    ],
    [
      'What it does not hold',
      'The texts of sent messages, which are not stored; technical details of their delivery; files and rows that are deleted after some days or weeks: exports, imports and letters.',
    ],
    ...(archivedBefore === null
      ? []
      : [
          [
            'Who has seen it',
            `Events before ${formatDate(archivedBefore)} may be in the archive of the audit log and not in this file. Ask the operator of the server to search the archive.`,
          ],
        ]),
    ['Times', 'UK time'],
  ],
})

function detailsSheet(patient: Patient): OutgoingSheet {
  const { address, optOuts } = patient
  const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')
  return {
    name: 'Details',
    columns: [text('Detail', 30), text('Value', 60)],
    rows: [
      ['First name', patient.firstName],
      ['Last name', patient.lastName],
      ['NHS number', patient.nhsNumber && formatNhsNumber(patient.nhsNumber)],
      ['Local patient ID', patient.localPatientId],
      ['Date of birth', formatDate(patient.dateOfBirth)],
      ['Sex', patient.sex && sexLabels[patient.sex]],
      ['Address', [address.line1, address.line2, address.town, address.county, address.postcode].filter(Boolean).join(', ')],
      ['Phone number', patient.phoneNumber],
      ['Email address', patient.emailAddress],
      ['Preferred method', patient.preferredMethod && methodLabel(patient.preferredMethod)],
      ['May be contacted', yesOrNo(patient.mayBeContacted)],
      ['Does not want', optOuts.map(({ method, at }) => `${methodLabel(method)} since ${formatDate(dateOf(at))}`).join(', ')],
      ['Language', patient.locale && languageName(patient.locale)],
      ['Ward', patient.ward?.name],
      ['Admission status', admissionStatusLabels[patient.admissionStatus]],
      ['Left out of the NHS App', yesOrNo(patient.leftOutOfNhsApp)],
      ['Has died', yesOrNo(patient.deceased)],
      ['Date of death', patient.dateOfDeath && formatDate(patient.dateOfDeath)],
      ['Archived', patient.archivedAt && formatDateTime(patient.archivedAt)],
      ['Legal hold', patient.legalHold && `${patient.legalHold.reason}, since ${formatDate(dateOf(patient.legalHold.since))}`],
      ['Added', formatDateTime(patient.createdAt)],
      ['Last changed', formatDateTime(patient.updatedAt)],
    ],
  }
}

/** Details of records that were merged into this one, which the record that was kept may not have. */
const mergedSheet = (records: readonly MergedRow[]): OutgoingSheet => ({
  name: 'Merged records',
  columns: [
    moment('Merged'),
    text('First name'),
    text('Last name'),
    date('Date of birth'),
    text('Local patient ID'),
    text('Address', 60),
    text('Phone number'),
    text('Email address', 40),
    text('Reason', 50),
    text('Note', 60),
  ],
  rows: records.map((one) => [
    one.mergedAt,
    one.firstName,
    one.lastName,
    one.dateOfBirth,
    one.localPatientId,
    one.address,
    one.phoneNumber,
    one.emailAddress,
    mergeReasonLabels[one.reason],
    one.note,
  ]),
})

const requestsSheet = (requests: readonly RequestRow[]): OutgoingSheet => ({
  name: 'Form requests',
  columns: [
    text('Form', 40),
    text('Status'),
    moment('Created'),
    moment('Opened'),
    moment('Completed'),
    moment('Closed'),
    moment('Expires'),
    text('Assigned to'),
    text('Outcome'),
    text('Urgent', 10),
    text('Specialty code', 14),
    text('Location'),
    text('Pathway ID'),
    text('Event', 40),
    date('Waiting since'),
    text('Sent by', 14),
  ],
  rows: requests.map((one) => [
    one.form,
    requestStatusLabel(one.status),
    one.createdAt,
    one.openedAt,
    one.completedAt,
    one.closedAt,
    one.expiresAt,
    one.assignee,
    one.outcome,
    one.isUrgent ? 'Yes' : 'No',
    one.specialty,
    one.location,
    one.pathwayId,
    one.event,
    one.waitingSince,
    methodLabel(one.method),
  ]),
})

const answersSheet = (submissions: readonly SubmissionRow[]): OutgoingSheet => ({
  name: 'Answers',
  columns: [text('Form', 40), moment('Sent'), text('How', 30), text('Question', 60), text('Answer', 60)],
  rows: submissions.flatMap(answerRows),
})

const answerRows = ({ form, definition, answers, submittedAt, ...by }: SubmissionRow): OutgoingRow[] =>
  answerSections(definition, answers).flatMap(({ rows }) =>
    rows
      .filter(({ state }) => state !== 'not asked')
      .map(({ question, words }) => [form, submittedAt, howAnswered(by), question.title, words]),
  )

function howAnswered({
  channel,
  answeredBy,
  carerName,
  carerRelationship,
}: Pick<SubmissionRow, 'channel' | 'answeredBy' | 'carerName' | 'carerRelationship'>) {
  if (!channel || !answeredBy) return 'Typed and not sent'
  const carer = [carerName, carerRelationship].filter(Boolean).join(', ')
  return [answerChannelLabels[channel], carer ? `${answererLabels[answeredBy]} (${carer})` : answererLabels[answeredBy]].join(', ')
}

const scoresSheet = (scores: readonly ScoreRow[]): OutgoingSheet => ({
  name: 'Scores and red flags',
  columns: [
    text('Form', 40),
    moment('Sent'),
    text('Kind', 12),
    text('Name', 40),
    { header: 'Score', kind: 'number', width: 10 },
    text('Band', 30),
  ],
  rows: scores.map(({ form, submittedAt, name, value, band, isFlag }) => [
    form,
    submittedAt,
    isFlag ? 'Red flag' : 'Score',
    name,
    value,
    band,
  ]),
})

const messagesSheet = (messages: readonly MessageRow[]): OutgoingSheet => ({
  name: 'Messages',
  columns: [
    text('Form', 40),
    text('About', 30),
    text('Method', 14),
    text('Sent to', 30),
    text('Status'),
    moment('Created'),
    moment('Sent'),
  ],
  rows: messages.map((one) => [
    one.form,
    categoryLabel(one.category),
    methodLabel(one.method),
    one.sentTo,
    notificationStatusLabel(one.status),
    one.createdAt,
    one.sentAt,
  ]),
})

const notesSheet = (notes: readonly NoteRow[]): OutgoingSheet => ({
  name: 'Notes',
  columns: [text('Form', 40), moment('Written'), text('By', 28), text('Note', 100), text('Corrects an earlier note', 24)],
  rows: notes.map(({ form, at, by, text: note, isCorrection }) => [form, at, by, note, isCorrection ? 'Yes' : 'No']),
})

const reviewsSheet = (reviews: readonly ReviewRow[]): OutgoingSheet => ({
  name: 'Waiting list',
  columns: [text('Form', 40), text('Queue', 30), moment('Since'), text('Decision', 40), moment('Decided'), text('Note', 60)],
  rows: reviews.map(({ form, queue, openedAt, decision, decidedAt, note }) => [
    form,
    queueLabel(queue),
    openedAt,
    decision && outcomeLabel(decision),
    decidedAt,
    note,
  ]),
})

const removalsSheet = (removals: readonly RemovalRow[]): OutgoingSheet => ({
  name: 'Removals from the list',
  columns: [
    text('Form', 40),
    text('Reason', 60),
    moment('Approved'),
    text('By', 28),
    moment('Last day to reply'),
    text('State', 14),
    moment('Patient was told'),
  ],
  rows: removals.map(({ form, reason, approvedAt, approvedBy, finalAt, state, toldAt }) => [
    form,
    reason,
    approvedAt,
    approvedBy,
    finalAt,
    removalStateLabels[state] ?? state,
    toldAt,
  ]),
})
const removalStateLabels: Record<string, string> = {
  approved: 'Approved',
  changed_mind: 'The patient changed their mind',
  withdrawn: 'Withdrawn',
  final: 'Final',
}

const enrolmentsSheet = (enrolments: readonly EnrolmentRow[]): OutgoingSheet => ({
  name: 'Series',
  columns: [text('Series', 40), date('Starts'), text('State', 14), moment('Enrolled')],
  rows: enrolments.map(({ series, startsOn, state, createdAt }) => [series, startsOn, state, createdAt]),
})

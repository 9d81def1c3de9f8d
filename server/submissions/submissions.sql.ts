import { sql } from 'kysely'

import type { AnswerChannel, Answerer, Answering, AssistedChannel, IdentityDetail } from '#domain/answering.ts'
import type { Answers } from '#domain/form/question.ts'
import type { Context } from '#server/platform/context.ts'

/** How a user got the answers that they typed. Undefined for those of the patient's own device. */
export type SubmittedBy = {
  channel: AssistedChannel
  answeredBy: Answerer
  carerName: string
  carerRelationship: string
  typedBy: string
  checkedDetails: IdentityDetail[]
}

type Submission = {
  requestId: string
  formId: string
  formVersion: number
  answers: Answers
  /** The language in which the patient read the form. */
  language?: string | undefined
  by?: SubmittedBy | undefined
}

/** Stores the submitted answers and deletes the draft. */
export async function insertSubmission({ tx }: Context, { requestId, formId, formVersion, answers, language, by }: Submission) {
  await tx
    .insertInto('submissions')
    .values({
      request_id: requestId,
      form_id: formId,
      form_version: formVersion,
      answers: JSON.stringify(answers),
      ...(language !== undefined && { language }),
      ...(by && {
        channel: by.channel,
        answered_by: by.answeredBy,
        carer_name: by.carerName,
        carer_relationship: by.carerRelationship,
        typed_by: by.typedBy,
        checked_details: by.checkedDetails,
      }),
    })
    .execute()
  await tx.deleteFrom('answer_drafts').where('request_id', '=', requestId).execute()
}

/** The columns that say how answers were given, of `submissions as s` with `members as m` for the user who typed them. */
export const answeringColumns = [
  's.channel',
  's.answered_by',
  's.carer_name',
  's.carer_relationship',
  's.checked_details',
  's.language',
] as const
export const typedByName = sql<
  string | null
>`case when s.typed_by is not null then coalesce(m.first_name || ' ' || m.last_name, 'A former member') end`

type AnsweringRow = {
  channel: string
  answered_by: string
  carer_name: string
  carer_relationship: string
  checked_details: string[]
  language: string | null
  typed_by_name: string | null
}

export const toAnswering = (row: AnsweringRow): Answering & { checkedDetails: IdentityDetail[]; language: string | null } => ({
  channel: row.channel as AnswerChannel, // check constraints hold the same values
  answeredBy: row.answered_by as Answerer,
  carerName: row.carer_name,
  carerRelationship: row.carer_relationship,
  typedBy: row.typed_by_name,
  language: row.language,
  checkedDetails: row.checked_details as IdentityDetail[], // written by `insertSubmission` only
})

import { sql } from 'kysely'

import type { RequestDetails } from '#contract/request-records.ts'
import { reasonUnreachable } from '#domain/contactability.ts'
import { answerSections } from '#domain/form/answers.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import type { NotificationCategory, NotificationMethod, NotificationStatus } from '#domain/notification.ts'
import { reminderAt } from '#domain/reminders.ts'
import { supportedMethods } from '#server/channels/channels.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { findFirstReading } from '#server/submissions/submissions.ts'
import { getSummary } from '#server/worklist/worklist.ts'

/** One request with its details. The queries are sent together. */
export async function getRequestDetails(ctx: Context, id: string): Promise<RequestDetails> {
  const [summary, row, answers, firstRead, timeline, notifications, { reminderDays }] = await Promise.all([
    getSummary(ctx, id),
    findRow(ctx, id),
    findAnswers(ctx, id),
    findFirstReading(ctx, id),
    listTimeline(ctx, id),
    listNotifications(ctx, id),
    getOrganisationSettings(ctx),
  ])
  if (!row) throw new Problem('not_found')
  const isReminded = notifications.some(({ category }) => category === 'request_reminder')
  return {
    ...summary,
    closedAt: row.closed_at,
    contact: { phoneNumber: row.phone_number, emailAddress: row.email_address, localPatientId: row.local_patient_id },
    answers,
    firstRead: firstRead ?? null,
    timeline,
    notifications,
    unreachable:
      reasonUnreachable(
        {
          archived: row.is_archived,
          mayBeContacted: row.may_be_contacted,
          preferredMethod: null,
          phoneNumber: row.phone_number,
          emailAddress: row.email_address,
          nhsNumber: summary.patient.nhsNumber,
        },
        summary.notificationMethod,
        supportedMethods(ctx.services.config),
      ) ?? null,
    reminderAt: reminderAt({ ...summary, notifiedAt: row.notified_at, isReminded }, reminderDays)?.toISOString() ?? null,
    link: { isLocked: row.locked_at !== null, wrongAttempts: row.wrong_attempts ?? 0 },
  }
}

const findRow = ({ tx }: Context, id: string) =>
  tx
    .selectFrom('form_requests as r')
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .leftJoin('patient_links as l', (on) => on.onRef('l.organisation_id', '=', 'r.organisation_id').onRef('l.request_id', '=', 'r.id'))
    .select(['r.closed_at', 'r.notified_at', 'p.phone_number', 'p.email_address', 'p.local_patient_id'])
    .select(['p.is_archived', 'p.may_be_contacted', 'l.locked_at', 'l.wrong_attempts'])
    .where('r.id', '=', id)
    .executeTakeFirst()

/** The answers beside the questions of the version that was sent. An unanswered question is blank, never "No". */
async function findAnswers({ tx }: Context, requestId: string): Promise<RequestDetails['answers']> {
  const row = await tx
    .selectFrom('submissions as s')
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 's.organisation_id')
        .onRef('v.form_id', '=', 's.form_id')
        .onRef('v.version', '=', 's.form_version'),
    )
    .select(['s.answers', 'v.definition'])
    .where('s.request_id', '=', requestId)
    .executeTakeFirst()
  if (!row) return null
  const [definition, answers] = [row.definition as FormDefinition, row.answers as Answers] // checked before they were stored
  return answerSections(definition, answers).flatMap(({ section, rows }) =>
    rows.map(({ question, state, words }) => ({
      questionId: question.id,
      title: question.title,
      category: question.category ?? null,
      section: section?.title ?? null,
      isAsked: state !== 'not asked',
      answer: words,
    })),
  )
}

/** The member named by the detail of a timeline event. */
const nameOf = (key: 'memberId' | 'tookOverFrom') =>
  sql<string | null>`(select o.first_name || ' ' || o.last_name from members o
    where o.organisation_id = t.organisation_id and o.id = (t.detail->>${sql.lit(key)})::uuid)`

async function listTimeline({ tx }: Context, requestId: string): Promise<RequestDetails['timeline']> {
  const rows = await tx
    .selectFrom('form_request_events as t')
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 't.organisation_id').onRef('m.id', '=', 't.actor_id'))
    .select(['t.id', 't.at', 't.kind', 't.actor_kind', 't.detail', sql<string | null>`m.first_name || ' ' || m.last_name`.as('name')])
    .select([nameOf('memberId').as('to_name'), nameOf('tookOverFrom').as('from_name')])
    .where('t.request_id', '=', requestId)
    .orderBy('t.at')
    .orderBy('t.id')
    .limit(500)
    .execute()
  const byKind: Record<string, string> = { patient: 'Patient', worker: 'Formward' }
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    kind: row.kind,
    by: row.name ?? byKind[row.actor_kind] ?? 'A former member',
    detail: {
      ...(row.detail as Record<string, unknown>),
      ...(row.to_name && { to: row.to_name }),
      ...(row.from_name && { from: row.from_name }),
    },
  }))
}

async function listNotifications({ tx }: Context, requestId: string): Promise<RequestDetails['notifications']> {
  const rows = await tx.selectFrom('notifications').selectAll().where('request_id', '=', requestId).orderBy('created_at').execute()
  return rows.map((row) => ({
    id: row.id,
    category: row.category as NotificationCategory, // check constraints hold the same values
    method: row.method as NotificationMethod,
    status: row.status as NotificationStatus,
    reason: row.reason,
    attempts: row.attempts,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }))
}

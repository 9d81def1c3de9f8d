import { sql } from 'kysely'

import type { RequestDetails } from '#contract/request-records.ts'
import { orderFor } from '#domain/cascade.ts'
import { reasonUnreachable } from '#domain/contactability.ts'
import { answerSections } from '#domain/form/answers.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import { type FlagSource, flagSources } from '#domain/form/scoring.ts'
import { letterRefusal } from '#domain/letters.ts'
import { type NotificationMethod, notificationMethods } from '#domain/notification.ts'
import { type SendingHours, sendingMomentOf } from '#domain/sending-times.ts'
import { stillUnderWay } from '#domain/unreached.ts'
import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import { waitingListOutcomes } from '#domain/waiting-list.ts'
import { supportedMethods } from '#server/channels/channels.ts'
import { findFormReminders } from '#server/forms/forms.ts'
import { listMessagesOf } from '#server/messages/messages.ts'
import { notesOf } from '#server/notes/notes.ts'
import { findTemplatesOf, reminderMethodOf } from '#server/notifications/notifications.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { withGenericPlans } from '#server/platform/generic-plan.sql.ts'
import { Problem } from '#server/platform/problem.ts'
import { answeringColumns, findFirstReadings, toAnswering, typedByName } from '#server/submissions/submissions.ts'
import { getSummary } from '#server/worklist/worklist.ts'

import { reminderAfterLetter } from './act-on-requests.ts'
import { organisationRule, remindersToCome } from './reminders.ts'

/** One request with its details. The queries are sent together; each finds rows of this request by their key. */
export async function getRequestDetails(ctx: Context, id: string): Promise<RequestDetails> {
  const [summary, row, submission, readings, timeline, waitingList, notes, messages, templates, settings, carried] = await withGenericPlans(
    ctx,
    () =>
      Promise.all([
        getSummary(ctx, id),
        findRow(ctx, id),
        findSubmission(ctx, id),
        findFirstReadings(ctx, [id]),
        listTimeline(ctx, id),
        listReviews(ctx, id),
        notesOf(ctx, id),
        listMessagesOf(ctx, id),
        findTemplatesOf(ctx, id),
        getOrganisationSettings(ctx),
        supportedMethods(ctx),
      ]),
  )
  if (!row) throw new Problem('not_found')
  const patient = {
    deceased: row.is_deceased,
    archived: row.is_archived,
    mayBeContacted: row.may_be_contacted,
    optedOutMethods: row.opted_out_methods as NotificationMethod[], // a check constraint holds the same three
    preferredMethod: null,
    phoneNumber: row.phone_number,
    emailAddress: row.email_address,
    nhsNumber: summary.patient.nhsNumber,
    address: { line1: row.line1, line2: row.line2, town: row.town, county: row.county, postcode: row.postcode },
  }
  const rule = (await findFormReminders(ctx, summary.form.id)) ?? organisationRule(settings)
  const { unreached, notificationMethod: method } = summary
  const { reminder_method: reminderMethod } = row
  const isUnreached = unreached !== null && !stillUnderWay.includes(unreached.reason)
  const asked = { ...summary, isUnreached, leftAt: row.sent_again_at ?? row.notified_at, method: reminderMethod }
  return {
    ...summary,
    isWaitingListForm: row.form_type === 'waiting_list',
    closedAt: row.closed_at,
    contact: { phoneNumber: row.phone_number, emailAddress: row.email_address, localPatientId: row.local_patient_id, locale: row.locale },
    redFlags: summary.redFlags.map((flag) => ({ ...flag, ...(submission?.flagSources.get(flag.id) ?? noSource) })),
    answers: submission?.answers ?? null,
    answering: submission?.answering ?? null,
    firstRead: readings.get(id) ?? null,
    timeline,
    notes,
    notifications: messages.map(({ sendAfter: _, reminderNumber: __, ...message }) => ({
      ...message,
      template: templates.get(message.id) ?? null,
    })),
    unreachable: reasonUnreachable(patient, method, carried) ?? null,
    leavesAt: momentsOf(row.send_at, settings.sendingHours),
    // The dialog asks whether a patient who has had a letter gets another.
    letterRefusal: letterRefusal({ request: summary, patient, lastMessage: messages.at(-1), carried, again: true }, new Date()) ?? null,
    methodOrder: orderFor({ cascade: settings.cascade, after: method, patient, carried }),
    reminderMethod,
    reminderRefusal: reminderMethod === 'letter' ? reminderAfterLetter : (reasonUnreachable(patient, reminderMethod, carried) ?? null),
    reminders: remindersToCome(asked, patient, messages, { rule, settings }),
    series: row.series,
    waitingList,
    link: { isLocked: row.locked_at !== null, wrongAttempts: row.wrong_attempts ?? 0 },
  }
}

/** When a message that is sent now leaves, by method; null: at once. A send date of the form request that is still to come is kept. */
function momentsOf(sendAt: string, hours: SendingHours) {
  const now = new Date()
  const asked = new Date(Math.max(now.getTime(), Date.parse(sendAt)))
  return Object.fromEntries(
    notificationMethods.map((method) => {
      const moment = sendingMomentOf(method, asked, hours)
      return [method, moment > now ? moment.toISOString() : null]
    }),
  ) as RequestDetails['leavesAt'] // every method
}

const seriesOfRequest = sql<RequestDetails['series']>`(
  select jsonb_build_object('id', s.id, 'name', s.name, 'dateLabel', s.date_label, 'startsOn', e.starts_on,
    'offset', jsonb_build_object('amount', o.amount, 'unit', o.unit))
  from series_occasions o
  join series_enrolments e on e.organisation_id = o.organisation_id and e.id = o.enrolment_id
  join series s on s.organisation_id = e.organisation_id and s.id = e.series_id
  where o.organisation_id = r.organisation_id and o.request_id = r.id)`

const findRow = ({ tx }: Context, id: string) =>
  tx
    .selectFrom('form_requests as r')
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .innerJoin('forms as f', (on) => on.onRef('f.organisation_id', '=', 'r.organisation_id').onRef('f.id', '=', 'r.form_id'))
    .leftJoin('patient_links as l', (on) => on.onRef('l.organisation_id', '=', 'r.organisation_id').onRef('l.request_id', '=', 'r.id'))
    .select([
      'r.closed_at',
      'r.send_at',
      'r.notified_at',
      'r.sent_again_at',
      'p.is_deceased',
      'p.opted_out_methods',
      'p.phone_number',
      'p.email_address',
      'p.local_patient_id',
      'p.locale',
    ])
    .select(['p.line1', 'p.line2', 'p.town', 'p.county', 'p.postcode'])
    .select(['p.is_archived', 'p.may_be_contacted', 'l.locked_at', 'l.wrong_attempts', reminderMethodOf.as('reminder_method')])
    .select(['f.type as form_type', seriesOfRequest.as('series')])
    .where('r.id', '=', id)
    .executeTakeFirst()

type FoundSubmission = Pick<RequestDetails, 'answers' | 'answering'> & { flagSources: ReadonlyMap<string, FlagSource> }

const noSource: FlagSource = { questionIds: [], scoreId: null }

/**
 * The answers beside the questions of the version that was sent, and what raised its red flags. An unanswered question is blank, never "No".
 */
async function findSubmission({ tx }: Context, requestId: string): Promise<FoundSubmission | undefined> {
  const row = await tx
    .selectFrom('submissions as s')
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 's.organisation_id')
        .onRef('v.form_id', '=', 's.form_id')
        .onRef('v.version', '=', 's.form_version'),
    )
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 's.organisation_id').onRef('m.id', '=', 's.typed_by'))
    .select(['s.answers', 'v.definition', ...answeringColumns])
    .select(typedByName.as('typed_by_name'))
    .where('s.request_id', '=', requestId)
    .executeTakeFirst()
  if (!row) return undefined
  const [definition, answers] = [row.definition as FormDefinition, row.answers as Answers] // checked before they were stored
  const shown = answerSections(definition, answers).flatMap(({ section, rows }) =>
    rows.map(({ question, state, words }) => ({
      questionId: question.id,
      title: question.title,
      category: question.category ?? null,
      section: section?.title ?? null,
      isAsked: state !== 'not asked',
      answer: words,
    })),
  )
  return { answers: shown, answering: toAnswering(row), flagSources: flagSources(definition, answers) }
}

async function listReviews({ tx, organisationId }: Context, requestId: string): Promise<RequestDetails['waitingList']> {
  const rows = await tx
    .selectFrom('waiting_list_reviews as w')
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'w.organisation_id').onRef('m.id', '=', 'w.decided_by'))
    .select([
      'w.queue',
      'w.opened_at',
      'w.decision',
      'w.decided_at',
      'w.note',
      sql<string | null>`m.first_name || ' ' || m.last_name`.as('by'),
    ])
    .where('w.organisation_id', '=', organisationId)
    .where('w.request_id', '=', requestId)
    .execute()
  return waitingListQueues.flatMap((queue) =>
    rows
      .filter((row) => row.queue === queue)
      .map((row) => ({
        queue,
        openedAt: row.opened_at,
        done: row.decided_at === null ? null : { decision: decisionOf(row.decision), by: row.by ?? '', at: row.decided_at, note: row.note },
      })),
  )
}
const decisionOf = (text: string | null) => waitingListOutcomes.find((one) => one === text) ?? null

/** The member named by the detail of a timeline event. */
const nameOf = (key: 'memberId' | 'tookOverFrom') =>
  sql<string | null>`(select o.first_name || ' ' || o.last_name from members o
    where o.organisation_id = t.organisation_id and o.id = (t.detail->>${sql.lit(key)})::uuid)`

async function listTimeline({ tx }: Context, requestId: string): Promise<RequestDetails['timeline']> {
  const rows = await tx
    .selectFrom('form_request_events as t')
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 't.organisation_id').onRef('m.id', '=', 't.actor_id'))
    .leftJoin('integration_clients as c', (on) => on.onRef('c.organisation_id', '=', 't.organisation_id').onRef('c.id', '=', 't.actor_id'))
    .select(['t.id', 't.at', 't.kind', 't.actor_kind', 't.detail', 'm.id as member_id'])
    .select(sql<string | null>`coalesce(m.first_name || ' ' || m.last_name, c.name)`.as('name'))
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
    memberId: row.member_id,
    detail: {
      ...(row.detail as Record<string, unknown>),
      ...(row.to_name && { to: row.to_name }),
      ...(row.from_name && { from: row.from_name }),
    },
  }))
}

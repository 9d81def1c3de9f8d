import { sql } from 'kysely'

import type { RequestSummary } from '#contract/request-records.ts'
import type { MessageMethod, NotificationCategory, NotificationMethod, NotificationStatus } from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import { unreachedReasonOf } from '#domain/unreached.ts'
import { compiledOnce, type Later } from '#server/platform/compiled-once.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { tenOrMore } from '#server/platform/generic-plan.sql.ts'
import { resultsOf, type Results } from '#server/submissions/submissions.ts'

/** A letter leaves when it is printed. */
const leavesAt = sql<
  string | null
>`case when n.status = 'queued' and n.method <> 'letter' and n.send_after > n.created_at + interval '1 second'
  and n.send_after > now() then n.send_after end`.as('leaves_at')

const selectSummaries = (tx: Context['tx']) =>
  tx
    .selectFrom('form_requests as r')
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 'r.organisation_id')
        .onRef('v.form_id', '=', 'r.form_id')
        .onRef('v.version', '=', 'r.form_version'),
    )
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'r.organisation_id').onRef('m.id', '=', 'r.assignee_id'))
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('notifications as n')
          .select(['n.category', 'n.method', 'n.status', 'n.reason', sql<string>`coalesce(n.sent_at, n.created_at)`.as('at'), leavesAt])
          .whereRef('n.organisation_id', '=', 'r.organisation_id')
          .whereRef('n.request_id', '=', 'r.id')
          .orderBy('n.created_at', 'desc')
          .limit(1)
          .as('n'),
      (on) => on.onTrue(),
    )
    .select([
      'r.id',
      'r.status',
      'r.is_urgent',
      'r.is_unreached',
      'r.unreached_reason',
      'r.unreached_at',
      'r.form_id',
      'r.form_version',
      'r.specialty',
      'r.pathway_id',
      'r.location',
      'r.event',
      'r.notification_method',
    ])
    .select(['r.created_at', 'r.updated_at', 'r.opened_at', 'r.completed_at', 'r.expires_at', 'r.assignee_id', 'r.patient_id'])
    .select(['r.outcome_id', 'r.outcome_name', 'r.waiting_since'])
    .select([
      'p.first_name',
      'p.last_name',
      'p.nhs_number',
      'p.date_of_birth',
      'v.title',
      'm.first_name as assignee_first',
      'm.last_name as assignee_last',
    ])
    .select(['n.category as message_category', 'n.method as message_method', 'n.status as message_status'])
    .select(['n.reason as message_reason', 'n.at as message_at', 'n.leaves_at as message_leaves_at'])
type Row = Awaited<ReturnType<ReturnType<typeof selectSummaries>['executeTakeFirstOrThrow']>>
const findSummaries = compiledOnce((tx, ids: Later<string[]>) =>
  selectSummaries(tx).where((e) => sql`${e.ref('r.id')} = any(${ids}::uuid[])`),
)

/** The rows of these requests for the worklist, in the given order. */
export async function summariesOf(tx: Context['tx'], ids: string[]): Promise<RequestSummary[]> {
  if (!ids.length) return []
  const [rows, madeOf] = await Promise.all([findSummaries(tx, tenOrMore(ids)), resultsOf({ tx }, ids)])
  const byId = new Map(rows.map((row) => [row.id, { ...toSummary(row), ...madeOf(row.id) }]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const toSummary = (row: Row): Omit<RequestSummary, keyof Results> => ({
  id: row.id,
  status: row.status as RequestStatus, // a check constraint holds the same seven
  isUrgent: row.is_urgent,
  patient: {
    id: row.patient_id,
    firstName: row.first_name,
    lastName: row.last_name,
    nhsNumber: row.nhs_number,
    dateOfBirth: row.date_of_birth,
  },
  form: { id: row.form_id, title: row.title, version: row.form_version },
  specialty: row.specialty,
  pathwayId: row.pathway_id,
  location: row.location,
  event: row.event,
  notificationMethod: row.notification_method as NotificationMethod, // likewise
  notification:
    row.message_at === null
      ? null
      : {
          category: row.message_category as NotificationCategory,
          method: row.message_method as MessageMethod,
          status: row.message_status as NotificationStatus,
          reason: row.message_reason ?? '',
          at: row.message_at,
          leavesAt: row.message_leaves_at,
        },
  isUnreached: row.is_unreached,
  unreached: row.unreached_at === null ? null : { reason: unreachedReasonOf(row.unreached_reason ?? ''), since: row.unreached_at },
  assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: `${row.assignee_first} ${row.assignee_last}` },
  outcome: row.outcome_id === null ? null : { id: row.outcome_id, name: row.outcome_name! }, // a check constraint sets both
  waitingSince: row.waiting_since,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  openedAt: row.opened_at,
  submittedAt: row.completed_at,
  expiresAt: row.expires_at,
})

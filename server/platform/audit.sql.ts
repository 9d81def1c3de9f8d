import { sql } from 'kysely'

import type { AuditEventType } from '#domain/audit-events.ts'

import type { Context } from './context.ts'
import { sendNow } from './database.ts'

export type AuditSubject = {
  subjectId?: string | undefined
  patientId?: string | undefined
  /** The patients of a list, an export or an import. */
  patientIds?: readonly string[]
  detail?: Record<string, unknown>
}

/** Writes an audit event in the transaction of the act. `detail` holds ids and our own words, never answers. */
export async function audit(ctx: Audited, event: AuditEventType, subject?: AuditSubject) {
  await send(ctx, event, subject)
}

/** Writes it as the last statement of a transaction, which is committed only with it: nothing waits between the two. */
export function auditAtEnd(ctx: Audited, event: AuditEventType, subject?: AuditSubject) {
  void send(ctx, event, subject)
}

type Audited = Pick<Context, 'tx' | 'actor' | 'organisationId'>

const send = (
  { tx, actor, organisationId }: Audited,
  event: AuditEventType,
  { subjectId, patientId, patientIds = [], detail = {} }: AuditSubject = {},
) =>
  sendNow(tx, {
    name: 'audit',
    text: `insert into audit_events (organisation_id, event_type, actor_kind, actor_id, subject_id, patient_id, patient_ids, detail)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      organisationId,
      event,
      actor.kind,
      actor.id,
      subjectId ?? null,
      patientId ?? null,
      patientIds.length > 0 ? [...patientIds] : null,
      JSON.stringify(detail),
    ],
  })

/** Writes the same event for many subjects, in one statement. */
export async function auditAll(
  { tx, actor, organisationId }: Context,
  event: AuditEventType,
  subjects: readonly { subjectId: string; patientId: string; detail?: Record<string, unknown> }[],
) {
  await sql`
    insert into audit_events (organisation_id, event_type, actor_kind, actor_id, subject_id, patient_id, detail)
    select ${organisationId}::uuid, ${event}, ${actor.kind}, ${actor.id}::uuid, n.subject_id, n.patient_id, n.detail
    from unnest(${subjects.map(({ subjectId }) => subjectId)}::uuid[], ${subjects.map(({ patientId }) => patientId)}::uuid[],
      ${subjects.map(({ detail = {} }) => JSON.stringify(detail))}::jsonb[]) as n(subject_id, patient_id, detail)`.execute(tx)
}

export const auditPatients = (ctx: Context, event: AuditEventType, patientIds: readonly string[]) =>
  auditAll(
    ctx,
    event,
    patientIds.map((id) => ({ subjectId: id, patientId: id })),
  )

/** Stores the result of a verification, so that /metrics of every process can show it. */
export async function insertAuditCheck(
  { tx, organisationId }: Context,
  { events, brokenLanes, isWhole }: { events: number; brokenLanes: number; isWhole: boolean },
) {
  await tx
    .insertInto('audit_checks')
    .values({ organisation_id: organisationId, events, broken_lanes: brokenLanes, is_whole: isWhole })
    .execute()
}

export const findLastCheck = ({ tx }: Pick<Context, 'tx'>) =>
  tx
    .selectFrom('audit_checks')
    .select(['at', 'events', 'broken_lanes'])
    .where('at', '<=', sql<string>`now()`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The last verification of the whole log, and not only of what was new. */
export const findLastWholeCheck = ({ tx }: Pick<Context, 'tx'>) =>
  tx
    .selectFrom('audit_checks')
    .select('at')
    .where('is_whole', '=', true)
    .where('at', '<=', sql<string>`now()`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

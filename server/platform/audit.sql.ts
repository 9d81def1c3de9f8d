import { sql } from 'kysely'

import type { AuditEventType } from '#domain/audit-events.ts'

import type { Context } from './context.ts'

export type AuditSubject = { subjectId?: string | undefined; patientId?: string | undefined; detail?: Record<string, unknown> }

/** Writes what happened in the act's own transaction. Details hold ids and words of ours, never answers. */
export async function audit(
  { tx, actor, organisationId }: Context,
  event: AuditEventType,
  { subjectId, patientId, detail }: AuditSubject = {},
) {
  await tx
    .insertInto('audit_events')
    .values({
      organisation_id: organisationId,
      event_type: event,
      actor_kind: actor.kind,
      actor_id: actor.id,
      subject_id: subjectId ?? null,
      patient_id: patientId ?? null,
      detail: JSON.stringify(detail ?? {}),
    })
    .execute()
}

/** The same act on many patients, in one statement. */
export async function auditPatients({ tx, actor, organisationId }: Context, event: AuditEventType, patientIds: readonly string[]) {
  if (!patientIds.length) return
  await tx
    .insertInto('audit_events')
    .columns(['organisation_id', 'event_type', 'actor_kind', 'actor_id', 'subject_id', 'patient_id'])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ id: string }>`unnest(${patientIds}::uuid[])`.as<'p'>(sql`p(id)`))
        .select([
          sql<string>`${organisationId}::uuid`.as('organisation_id'),
          sql<string>`${event}`.as('event_type'),
          sql<string>`${actor.kind}`.as('actor_kind'),
          sql<string | null>`${actor.id}::uuid`.as('actor_id'),
          'p.id as subject_id',
          'p.id as patient_id',
        ]),
    )
    .execute()
}

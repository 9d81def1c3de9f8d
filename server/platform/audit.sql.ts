import type { AuditEventType } from '#domain/audit-events.ts'

import type { Context } from './context.ts'

export type AuditSubject = { subjectId?: string | undefined; patientId?: string | undefined; detail?: Record<string, unknown> }

/** Writes what happened in the act's own transaction. Details hold ids and words of ours, never answers. */
export async function audit({ tx, actor, organisationId }: Context, event: AuditEventType, { subjectId, patientId, detail }: AuditSubject = {}) {
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

import type { AuditEventType } from '#domain/audit-events.ts'

import type { AuditSubject } from './audit.sql.ts'
import type { Actor } from './context.ts'
import { type Database, sendAlone } from './database.ts'

export type ReadEvent = { event: AuditEventType; actor: Pick<Actor, 'kind' | 'id'>; subject: Omit<AuditSubject, 'detail'> }

/** A connection that has gone without a word must not hold up every later read of the organisation. */
const longestMs = 10_000

/** Writes the events of one organisation in a transaction of their own, all or none. */
export const insertReads = (db: Database, organisationId: string, events: readonly ReadEvent[]) =>
  sendAlone(db, {
    name: 'record reads',
    query_timeout: longestMs,
    text: 'select record_reads($1, $2)',
    values: [
      organisationId,
      JSON.stringify(
        events.map(({ event, actor, subject: { subjectId, patientId, patientIds = [] } }) => ({
          event_type: event,
          actor_kind: actor.kind,
          actor_id: actor.id,
          subject_id: subjectId,
          patient_id: patientId,
          patient_ids: patientIds.length > 0 ? patientIds : null,
        })),
      ),
    ],
  })

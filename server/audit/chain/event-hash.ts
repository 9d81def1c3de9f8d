import { createHash } from 'node:crypto'

/** An event as it is chained: every field as text, so that nothing is lost on the way out of the database. */
export type ChainedEvent = {
  organisationId: string
  lane: number
  seq: number
  id: string
  /** Microseconds since 1970. */
  at: string
  actorKind: string
  actorId: string
  subjectId: string
  patientId: string
  /** Joined by commas. */
  patientIds: string
  eventType: string
  detail: string
  hash: Buffer
}

/** What the first event of a lane follows. */
export const startOfLane = Buffer.alloc(32)

const counted = (text: string) => `${Buffer.byteLength(text)}:${text}`

/** What the hash of an event must be: the same sum as the database's trigger makes, made elsewhere. */
export function hashOf(event: ChainedEvent, previous: Buffer) {
  const { organisationId, lane, seq, id, at, actorId, subjectId, patientId, patientIds } = event
  const told = [organisationId, lane, seq, id, at, actorId, subjectId, patientId, patientIds]
  const text = [...told, counted(event.actorKind), counted(event.eventType), event.detail].join('|')
  return createHash('sha256').update(previous).update(text).digest()
}

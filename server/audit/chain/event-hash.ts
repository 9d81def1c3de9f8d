import { createHash } from 'node:crypto'

import type { Keys } from '#server/platform/keys.ts'

import type { ArchivedRange } from './archived-ranges.sql.ts'
import type { Checkpoint } from './chain.sql.ts'

/** An event in the form that is hashed: every field as text, so that nothing is lost. */
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

/** The hash before the first event of a lane. */
export const startOfLane = Buffer.alloc(32)

const counted = (text: string) => `${Buffer.byteLength(text)}:${text}`

/** The hash of an event, computed independently of the database trigger. */
export function hashOf(event: ChainedEvent, previous: Buffer) {
  const { organisationId, lane, seq, id, at, actorId, subjectId, patientId, patientIds } = event
  const told = [organisationId, lane, seq, id, at, actorId, subjectId, patientId, patientIds]
  const text = [...told, counted(event.actorKind), counted(event.eventType), event.detail].join('|')
  return createHash('sha256').update(previous).update(text).digest()
}

/** A digest of everything signed until a time, in one line: `<microseconds>/<organisation or all>/<sum>`. */
type Digest = { until: string; scope: string; sum: string }

export const digestText = ({ until, scope, sum }: Digest) => `${until}/${scope}/${sum}`

/** Finds a digest in a text, for example in saved output of the command. */
export function readDigest(text: string): Digest {
  const [, until, scope, sum] = /(\d{15,17})\/([0-9a-f-]{36}|all)\/([\w-]{43})/.exec(text) ?? []
  if (!until || !scope || !sum) throw new Error('There is no digest of an audit log in --against')
  return { until, scope, sum }
}

/** Signs the last event of a lane. The signature includes the one before it, so that none can be removed. */
export const signatureOf = (keys: Keys, organisationId: string, { lane, seq, hash, at }: Omit<Checkpoint, 'signature'>, previous: string) =>
  keys.sign('audit-checkpoint', [organisationId, lane, seq, hash.toString('hex'), at, previous].join('|'))

/** Signs what is known of events that were moved to the archive, so that nobody can hide deleted events as archived ones. */
export const rangeSignatureOf = (keys: Keys, organisationId: string, range: Omit<ArchivedRange, 'signature'>) => {
  const { lane, first, last, before } = range
  const hashes = [range.hashBefore, range.hashAfter, range.fileDigest].map((one) => one.toString('hex'))
  return keys.sign('archived-audit-range', [organisationId, lane, first, last, before, ...hashes].join('|'))
}

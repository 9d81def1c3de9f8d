import type { Keys } from '#server/platform/keys.ts'

import type { Checkpoint } from './chain.sql.ts'

/** Signs how far a lane has come; the signature before is signed too, so that none can be taken out. */
export const signatureOf = (keys: Keys, organisationId: string, { lane, seq, hash, at }: Omit<Checkpoint, 'signature'>, previous: string) =>
  keys.sign('audit-checkpoint', [organisationId, lane, seq, hash.toString('hex'), at, previous].join('|'))

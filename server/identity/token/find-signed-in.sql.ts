import { graceDays } from '#domain/sign-in-rules.ts'
import { hashed } from '#server/identity/provider/hashed.ts'
import type { Actor } from '#server/platform/context.ts'
import { inTransaction, sendAlone } from '#server/platform/database.ts'
import type { MemberRow } from '#server/platform/directory.ts'
import type { Services } from '#server/platform/services.ts'

import { proofLifetimeSeconds } from './check-proof.ts'
import { markSeen } from './seen-proofs.sql.ts'
import type { AccessToken } from './verify-access-token.ts'

type Deps = Pick<Services, 'db' | 'directory'>
type SignedIn = { isTokenValid: boolean; isProofFresh: boolean; actor: Actor | undefined }
type Row = { is_proof_fresh: boolean; is_token_valid: boolean; member_id: string | null } & Omit<MemberRow, 'id' | 'subject'>

/** Reads everything about a token in one statement: the member, the account, the session, and whether the proof was used before. */
export async function findSignedIn(
  { db, directory }: Deps,
  { subject, sessionId, issuedAt }: AccessToken,
  proofId: string | undefined,
  isOurs: boolean,
): Promise<SignedIn> {
  const session = sessionId === undefined ? null : hashed(sessionId)
  const [found] = await sendAlone<Row>(db, {
    name: 'find signed in',
    text: `select is_proof_fresh, is_token_valid, member_id, organisation_id, first_name, last_name, role
      from find_signed_in($1, $2, $3, $4, $5, $6, $7)`,
    values: [subject, isOurs, session, issuedAt, proofId, proofLifetimeSeconds, graceDays],
  })
  const { is_proof_fresh, is_token_valid, member_id, ...member } = found! // always one row
  return {
    isTokenValid: is_token_valid,
    isProofFresh: is_proof_fresh,
    actor: member_id === null ? undefined : directory.toActor({ ...member, id: member_id, subject }),
  }
}

/** Reads everything about the token of an integration client in one round trip, and counts the call. */
export const findClientOf = ({ db, directory }: Deps, token: AccessToken, proofId: string | undefined) =>
  inTransaction(db, { key: token.subject }, async (tx) => {
    const [client, isProofFresh] = await Promise.all([
      directory.findClientActor(tx, token),
      proofId === undefined ? true : markSeen(tx, proofId, proofLifetimeSeconds),
    ])
    return { client, isProofFresh }
  })

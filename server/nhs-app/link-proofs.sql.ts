import type { Context } from '#server/platform/context.ts'

/** Stores a used proof. False if it was used before. Deletes the ones that have expired. */
export async function useProof({ tx, organisationId }: Context, requestId: string, proofHash: Buffer, expiresAt: Date) {
  await tx
    .deleteFrom('used_link_proofs')
    .where('organisation_id', '=', organisationId)
    .where('expires_at', '<', new Date().toISOString())
    .execute()
  const used = await tx
    .insertInto('used_link_proofs')
    .values({ proof_hash: proofHash, request_id: requestId, expires_at: expiresAt.toISOString() })
    .onConflict((on) => on.columns(['organisation_id', 'proof_hash']).doNothing())
    .returning('request_id')
    .executeTakeFirst()
  return used !== undefined
}

import type { Context } from '#server/platform/context.ts'

import { findGrownLanes, holdSigning, insertCheckpoint } from './chain.sql.ts'
import { signatureOf } from './checkpoint-signature.ts'

/** Signs where every lane of an organisation has come. */
export async function signLanes(ctx: Context) {
  await holdSigning(ctx)
  for (const { previous, ...lane } of await findGrownLanes(ctx))
    await insertCheckpoint(ctx, { ...lane, signature: signatureOf(ctx.services.keys, ctx.organisationId, lane, previous) })
}

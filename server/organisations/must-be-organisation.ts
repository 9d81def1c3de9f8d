import type { Context } from '#server/platform/context.ts'

import { getOrganisation } from './organisations.sql.ts'

/** Throws not-found where there is no such organisation, and for the one that runs the system. */
export async function mustBeOrganisation(ctx: Context, id: string) {
  await getOrganisation(ctx, id)
}

import type { Context } from './context.ts'
import { Problem } from './problem.ts'

/** Throws not_found if the transaction is bound to an organisation that does not exist. */
export async function requireOrganisation({ tx, organisationId }: Pick<Context, 'tx' | 'organisationId'>) {
  const found = await tx.selectFrom('organisations').select('id').where('id', '=', organisationId).executeTakeFirst()
  if (!found) throw new Problem('not_found')
}

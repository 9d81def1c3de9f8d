import type { PepConfig } from '#contract/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

/** Throws not_found if PEP is disabled (specification section 8). */
export async function getPepConfig({ tx, organisationId }: Context): Promise<PepConfig> {
  const row = await tx
    .selectFrom('pep_configs')
    .select(['address', 'client_id', 'secret_set_at', 'finds_departments', 'finds_clinics'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return {
    enabled: true,
    address: row.address,
    clientId: row.client_id,
    secretSetAt: row.secret_set_at,
    findsDepartments: row.finds_departments,
    findsClinics: row.finds_clinics,
  }
}

type Fields = Omit<PepConfig, 'enabled' | 'secretSetAt'>

const toColumns = ({ address, clientId, findsDepartments, findsClinics }: Fields) => ({
  address,
  client_id: clientId,
  finds_departments: findsDepartments,
  finds_clinics: findsClinics,
})

/** Stores the configuration with a new secret, over any earlier one. */
export async function putPepConfig({ tx, organisationId }: Context, fields: Fields, sealedSecret: Buffer) {
  const columns = { ...toColumns(fields), client_secret: sealedSecret, secret_set_at: new Date().toISOString() }
  await tx
    .insertInto('pep_configs')
    .values({ organisation_id: organisationId, ...columns })
    .onConflict((on) => on.column('organisation_id').doUpdateSet(columns))
    .execute()
}

/**
 * Changes the configuration but keeps the secret, if the address stays the same: another address must not get the secret. False if there
 * is no secret for this address.
 */
export async function changePepConfig({ tx, organisationId }: Context, fields: Fields) {
  const { numUpdatedRows } = await tx
    .updateTable('pep_configs')
    .set(toColumns(fields))
    .where('organisation_id', '=', organisationId)
    .where('address', '=', fields.address)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deletePepConfig = ({ tx, organisationId }: Context) =>
  tx.deleteFrom('pep_configs').where('organisation_id', '=', organisationId).execute()

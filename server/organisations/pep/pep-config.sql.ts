import type { PepConfig } from '#contract/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

/** Not found: disabled (specification section 8). */
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

/** Whole, with a new secret: there may be one already. */
export async function putPepConfig({ tx, organisationId }: Context, fields: Fields, sealedSecret: Buffer) {
  const columns = { ...toColumns(fields), client_secret: sealedSecret, secret_set_at: new Date().toISOString() }
  await tx
    .insertInto('pep_configs')
    .values({ organisation_id: organisationId, ...columns })
    .onConflict((on) => on.column('organisation_id').doUpdateSet(columns))
    .execute()
}

/** Its secret stays where it was set for: a secret that went along to another address would be given away. False when none is set for this one. */
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

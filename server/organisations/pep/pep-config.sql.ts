import type { PepConfig } from '#contract/pep.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { pepSecretPurpose } from './pep.ts'

type ForConfig = Pick<Context, 'tx' | 'organisationId' | 'services'>

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

/** What is needed to call the PEP of an organisation. */
export type PepConnection = Fields & {
  changedAt: string
  /** The client secret. Undefined if it was sealed for another address or organisation, or by a version that never used it (0.2.0). */
  openSecret: () => string | undefined
}

export async function findPepConnection({ tx, organisationId, services }: ForConfig): Promise<PepConnection | undefined> {
  const row = await tx
    .selectFrom('pep_configs')
    .select(['address', 'client_id', 'client_secret', 'finds_departments', 'finds_clinics', 'updated_at'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return (
    row && {
      address: row.address,
      clientId: row.client_id,
      findsDepartments: row.finds_departments,
      findsClinics: row.finds_clinics,
      changedAt: row.updated_at,
      openSecret: () => {
        try {
          return services.keys.unseal(row.client_secret, pepSecretPurpose(organisationId, row.address)).toString('utf8')
        } catch {
          return undefined
        }
      },
    }
  )
}

type Fields = Omit<PepConfig, 'enabled' | 'secretSetAt'>

const toColumns = ({ address, clientId, findsDepartments, findsClinics }: Fields) => ({
  address,
  client_id: clientId,
  finds_departments: findsDepartments,
  finds_clinics: findsClinics,
})

/** Stores the configuration with a new secret, over any earlier one. */
export async function putPepConfig({ tx, organisationId, services }: ForConfig, fields: Fields, secret: string) {
  const client_secret = services.keys.seal(Buffer.from(secret), pepSecretPurpose(organisationId, fields.address))
  const columns = { ...toColumns(fields), client_secret, secret_set_at: new Date().toISOString() }
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

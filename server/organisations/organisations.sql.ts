import type { CurrentOrganisation } from '#contract/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

export async function getCurrentOrganisation({ tx, organisationId }: Context): Promise<CurrentOrganisation> {
  const row = await tx
    .selectFrom('organisations')
    .select((e) => ['id', 'name', 'ods_code', 'clinician_timeout', 'minimum_age', e('logo', 'is not', null).as('has_logo')])
    .where('id', '=', organisationId)
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return {
    id: row.id,
    name: row.name,
    odsCode: row.ods_code,
    hasLogo: Boolean(row.has_logo),
    clinicianTimeout: row.clinician_timeout,
    minimumAge: row.minimum_age,
  }
}

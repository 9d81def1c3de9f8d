import type { Context } from '#server/platform/context.ts'

type Logo = { bytes: Uint8Array; type: string }

export async function findLogoOf({ tx }: Context, organisationId: string) {
  const row = await tx
    .selectFrom('organisations')
    .select(['logo', 'logo_type', 'logo_version'])
    .where('id', '=', organisationId)
    .executeTakeFirst()
  return row?.logo && row.logo_type && row.logo_version ? { bytes: row.logo, type: row.logo_type, version: row.logo_version } : undefined
}

/** Stores the logo and returns its new version. Undefined if the organisation does not exist. */
export async function setLogoOf({ tx }: Context, organisationId: string, logo: Logo | undefined) {
  const row = await tx
    .updateTable('organisations')
    .set({ logo: logo ? Buffer.from(logo.bytes) : null, logo_type: logo?.type ?? null })
    .where('id', '=', organisationId)
    .where('is_system', '=', false)
    .returning('logo_version')
    .executeTakeFirst()
  return row && { logo: row.logo_version }
}

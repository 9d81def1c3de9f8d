import type { Context } from '#server/platform/context.ts'

/** What an organisation has decided that other features act by (ORG-6). Days are whole days. */
export async function getOrganisationSettings({ tx, organisationId }: Context) {
  const row = await tx
    .selectFrom('organisations')
    .select(['name', 'reminder_days', 'expiry_days', 'auto_close_days', 'minimum_age', 'ward_access'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return {
    name: row.name,
    reminderDays: row.reminder_days,
    expiryDays: row.expiry_days,
    autoCloseDays: row.auto_close_days,
    minimumAge: row.minimum_age,
    wardAccess: row.ward_access,
  }
}

/** Every organisation with patients; for the worker, bound to the system organisation, which alone sees them all. */
export async function listOrganisationIds({ tx }: Context) {
  const rows = await tx.selectFrom('organisations').select('id').where('is_system', '=', false).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

import type { Context } from '#server/platform/context.ts'

/** The settings of an organisation that other features use (ORG-6). */
export async function getOrganisationSettings({ tx, organisationId }: Context) {
  const row = await tx
    .selectFrom('organisations')
    .select(['name', 'reminder_days', 'expiry_days', 'auto_close_days', 'minimum_age', 'ward_access'])
    .select(['sending_from', 'sending_until', 'sends_on_weekdays_only'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return {
    name: row.name,
    reminderDays: row.reminder_days,
    expiryDays: row.expiry_days,
    autoCloseDays: row.auto_close_days,
    minimumAge: row.minimum_age,
    wardAccess: row.ward_access,
    sendingHours: { sendingFrom: row.sending_from, sendingUntil: row.sending_until, sendsOnWeekdaysOnly: row.sends_on_weekdays_only },
  }
}

/** Every organisation with patients. For the worker, bound to the system organisation, which alone sees them all. */
export async function listOrganisationIds({ tx }: Context) {
  const rows = await tx.selectFrom('organisations').select('id').where('is_system', '=', false).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * A second call keeps the day, which would otherwise move with every call.
 * @param from the day from which the second factor is required; null if it is not
 * @returns whether anything changed
 */
export async function setSecondFactor({ tx, organisationId }: Pick<Context, 'tx' | 'organisationId'>, from: string | null) {
  const { numUpdatedRows } = await tx
    .updateTable('organisations')
    .set({ second_factor_required: from !== null, second_factor_from: from })
    .where('id', '=', organisationId)
    .where('second_factor_required', '=', from === null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

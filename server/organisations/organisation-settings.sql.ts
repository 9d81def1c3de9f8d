import { sql } from 'kysely'

import type { NotificationMethod } from '#domain/notification.ts'
import type { InformationSettings } from '#domain/patient-information.ts'
import type { Context } from '#server/platform/context.ts'
import { sendAlone } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

/** The settings of an organisation that other features use (ORG-6). */
export async function getOrganisationSettings({ tx, organisationId, services }: Context) {
  const row = await tx
    .selectFrom('organisations')
    .select(['name', 'reminder_days', 'expiry_days', 'auto_close_days', 'removal_days', 'minimum_age', 'ward_access'])
    .select(['sending_from', 'sending_until', 'sends_on_weekdays_only', 'sends_on_bank_holidays'])
    .select(['second_reminder_days', 'last_reminder_days', 'cascade_methods', 'app_unread_hours', 'not_delivered_hours'])
    .select(['sms_fragment_price', 'letter_price', 'contact_phone', 'contact_hours', 'contact_address'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return {
    name: row.name,
    reminderDays: row.reminder_days,
    secondReminderDays: row.second_reminder_days,
    lastReminderDays: row.last_reminder_days,
    expiryDays: row.expiry_days,
    autoCloseDays: row.auto_close_days,
    removalDays: row.removal_days,
    minimumAge: row.minimum_age,
    wardAccess: row.ward_access,
    sendingHours: {
      sendingFrom: row.sending_from,
      sendingUntil: row.sending_until,
      sendsOnWeekdaysOnly: row.sends_on_weekdays_only,
      sendsOnBankHolidays: row.sends_on_bank_holidays,
      proclaimedHolidays: services.config.EXTRA_BANK_HOLIDAYS,
    },
    cascade: {
      methods: row.cascade_methods as NotificationMethod[], // a check constraint holds the same three
      appUnreadHours: row.app_unread_hours,
      notDeliveredHours: row.not_delivered_hours,
    },
    smsFragmentPrice: row.sms_fragment_price === null ? null : Number(row.sms_fragment_price),
    letterPrice: row.letter_price === null ? null : Number(row.letter_price),
    contactPhone: row.contact_phone,
    contactHours: row.contact_hours,
    contactAddress: row.contact_address,
  }
}

/** What the pages with information for patients say (PTN-7). */
export async function getPatientInformation({ tx, organisationId }: Pick<Context, 'tx' | 'organisationId'>): Promise<InformationSettings> {
  const row = await tx
    .selectFrom('organisations')
    .select(['name', 'contact_phone', 'contact_hours', 'contact_address', 'contact_web'])
    .select(['data_controller', 'data_protection_contact', 'privacy_notice', 'accessibility_statement'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return {
    name: row.name,
    contactPhone: row.contact_phone,
    contactHours: row.contact_hours,
    contactAddress: row.contact_address,
    contactWeb: row.contact_web,
    dataController: row.data_controller,
    dataProtectionContact: row.data_protection_contact,
    privacyNotice: row.privacy_notice,
    accessibilityStatement: row.accessibility_statement,
  }
}

/** Every organisation with patients. For the worker, bound to the system organisation, which alone sees them all. */
export async function listOrganisationIds({ tx }: Pick<Context, 'tx'>) {
  const rows = await tx.selectFrom('organisations').select('id').where('is_system', '=', false).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Without those that are being moved to another installation, where their work goes on. */
export async function listOrganisationsAtWork({ tx }: Pick<Context, 'tx'>) {
  const rows = await tx
    .selectFrom('organisations as o')
    .select('o.id')
    .where('o.is_system', '=', false)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('moved_organisations as m').whereRef('m.id', '=', 'o.id').select('m.id'))))
    .orderBy('o.id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The organisations in which a job has something to do, the system organisation included: one statement for all of them, which reads each as a
 * transaction bound to it does. `job`: one that has_work() in the migrations knows.
 */
export async function listOrganisationsWithWork({ db }: Pick<Services, 'db'>, job: string) {
  const statement = { name: 'organisations with work', text: 'select organisations_with_work($1) as id', values: [job] }
  return (await sendAlone<{ id: string }>(db, statement)).map(({ id }) => id)
}

/** Undefined if no organisation has this ODS code. For work that is bound to the system organisation. */
export async function organisationIdOf({ tx }: Pick<Context, 'tx'>, odsCode: string) {
  const row = await tx
    .selectFrom('organisations')
    .select('id')
    .where(sql`upper(ods_code)`, '=', odsCode.toUpperCase())
    .executeTakeFirst()
  return row?.id
}

/** Whether there are other organisations, which can use the accounts of the installation too. */
export async function isInstallationShared({ tx }: Context) {
  const { rows } = await sql<{ shared: boolean }>`select is_installation_shared() as shared`.execute(tx)
  return rows[0]!.shared // a function returns one row
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

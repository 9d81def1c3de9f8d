import { sql } from 'kysely'
import type { z } from 'zod'

import type { CurrentOrganisation, Organisation, OrganisationFields } from '#contract/organisations.ts'
import { toColumns } from '#server/platform/columns.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

type All = z.output<typeof OrganisationFields>
type Fields = { [K in keyof Omit<All, 'secondFactorFrom'>]?: All[K] | undefined } & { secondFactorFrom?: string | null | undefined }
type Sort = 'name' | 'odsCode' | 'createdAt' | 'totalPatients' | 'totalMembers'
type Page = { page: number; limit: number; sort?: Sort | `-${Sort}` | undefined; filters: { search?: string | undefined } }

const total = (column: 'members' | 'patients' | 'active_patients') =>
  sql<number>`coalesce((select sum(t.${sql.ref(column)}) from organisation_totals t where t.organisation_id = o.id), 0)::bigint`

const organisationsOf = (tx: Context['tx']) =>
  tx
    .selectFrom('organisations as o')
    .select(['o.id', 'o.name', 'o.ods_code', 'o.code', 'o.vital_type', 'o.regulatory_body', 'o.clinician_timeout', 'o.minimum_age'])
    .select([
      'o.reminder_days',
      'o.expiry_days',
      'o.auto_close_days',
      'o.removal_days',
      'o.ward_access',
      'o.second_factor_required',
      'o.created_at',
    ])
    .select(['o.second_factor_from', 'o.retention_years', 'o.deletes_old_records'])
    .select(['o.second_reminder_days', 'o.last_reminder_days', 'o.sends_on_bank_holidays', 'o.cascade_methods', 'o.app_unread_hours'])
    .select(['o.not_delivered_hours', 'o.sms_fragment_price', 'o.letter_price', 'o.contact_phone', 'o.contact_hours', 'o.contact_address'])
    .select([
      'o.contact_web',
      'o.support_contact',
      'o.data_controller',
      'o.data_protection_contact',
      'o.privacy_notice',
      'o.accessibility_statement',
    ])
    .select(['o.logo_version', 'o.sending_from', 'o.sending_until', 'o.sends_on_weekdays_only'])
    .select([total('members').as('members'), total('patients').as('patients'), total('active_patients').as('active_patients')])
    .where('o.is_system', '=', false)

type Row = Awaited<ReturnType<ReturnType<typeof organisationsOf>['executeTakeFirstOrThrow']>>

type Basics = Omit<CurrentOrganisation, 'uncarriedMethods' | 'pep'>

export async function getCurrentOrganisation({ tx, organisationId }: Context): Promise<Basics> {
  const row = await tx
    .selectFrom('organisations')
    .select(['id', 'name', 'ods_code', 'clinician_timeout', 'minimum_age', 'logo_version', 'support_contact'])
    .where('id', '=', organisationId)
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toCurrent(row)
}

export async function getOrganisation({ tx }: Context, id: string): Promise<Organisation> {
  const row = await organisationsOf(tx).where('o.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toOrganisation(row)
}

/** Read once no other transaction is changing the organisation, so that what is written depends on nothing older. Throws not_found. */
export async function lockOrganisation({ tx }: Context, id: string): Promise<Organisation> {
  const row = await organisationsOf(tx).where('o.id', '=', id).forNoKeyUpdate('o').executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toOrganisation(row)
}

const orders = {
  name: 'o.name',
  odsCode: 'o.ods_code',
  createdAt: 'o.created_at',
  totalPatients: 'patients',
  totalMembers: 'members',
} as const satisfies Record<Sort, string>

/** Bound to the system organisation, which alone sees them all. */
export async function listOrganisations({ tx }: Context, { page, limit, sort = 'name', filters: { search } }: Page) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const pattern = search ? `%${search.replace(/[%_\\]/g, '\\$&')}%` : undefined
  const found = organisationsOf(tx).$if(pattern !== undefined, (q) =>
    q.where((e) => e.or([e('o.name', 'ilike', pattern!), e('o.ods_code', 'ilike', pattern!), e('o.code', 'ilike', pattern!)])),
  )
  const [rows, { count }] = await Promise.all([
    found
      .orderBy(orders[sort.replace('-', '') as Sort], direction) // the contract lets only the five names through
      .orderBy('o.id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    found
      .clearSelect()
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { docs: rows.map(toOrganisation), page, totalDocs: count }
}

export async function insertOrganisation({ tx }: Context, fields: Fields & { name: string; odsCode: string }) {
  const { id } = await tx
    .insertInto('organisations')
    .values({ ...organisationColumns(fields), name: fields.name, ods_code: fields.odsCode.toUpperCase() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setOrganisation({ tx }: Context, id: string, fields: Fields) {
  const columns = organisationColumns(fields)
  if (Object.keys(columns).length)
    await tx.updateTable('organisations').set(columns).where('id', '=', id).where('is_system', '=', false).execute()
}

const columnOf = {
  name: 'name',
  vitalType: 'vital_type',
  regulatoryBody: 'regulatory_body',
  odsCode: 'ods_code',
  code: 'code',
  clinicianTimeout: 'clinician_timeout',
  reminderDays: 'reminder_days',
  secondReminderDays: 'second_reminder_days',
  lastReminderDays: 'last_reminder_days',
  expiryDays: 'expiry_days',
  autoCloseDays: 'auto_close_days',
  removalDays: 'removal_days',
  retentionYears: 'retention_years',
  deletesOldRecords: 'deletes_old_records',
  minimumAge: 'minimum_age',
  wardAccess: 'ward_access',
  secondFactorRequired: 'second_factor_required',
  secondFactorFrom: 'second_factor_from',
  sendingFrom: 'sending_from',
  sendingUntil: 'sending_until',
  sendsOnWeekdaysOnly: 'sends_on_weekdays_only',
  sendsOnBankHolidays: 'sends_on_bank_holidays',
  cascadeMethods: 'cascade_methods',
  appUnreadHours: 'app_unread_hours',
  notDeliveredHours: 'not_delivered_hours',
  smsFragmentPrice: 'sms_fragment_price',
  letterPrice: 'letter_price',
  contactPhone: 'contact_phone',
  contactHours: 'contact_hours',
  contactAddress: 'contact_address',
  contactWeb: 'contact_web',
  supportContact: 'support_contact',
  dataController: 'data_controller',
  dataProtectionContact: 'data_protection_contact',
  privacyNotice: 'privacy_notice',
  accessibilityStatement: 'accessibility_statement',
} as const satisfies Record<keyof Fields, string>

const organisationColumns = (fields: Fields) => toColumns(columnOf, { ...fields, odsCode: fields.odsCode?.toUpperCase() })

type CurrentRow = Pick<Row, 'id' | 'name' | 'ods_code' | 'clinician_timeout' | 'minimum_age' | 'logo_version' | 'support_contact'>

const toCurrent = (row: CurrentRow): Basics => ({
  id: row.id,
  name: row.name,
  odsCode: row.ods_code,
  logo: row.logo_version,
  clinicianTimeout: row.clinician_timeout,
  minimumAge: row.minimum_age,
  supportContact: row.support_contact,
})

const toOrganisation = (row: Row): Organisation => ({
  ...toCurrent(row),
  vitalType: row.vital_type,
  regulatoryBody: row.regulatory_body,
  code: row.code,
  reminderDays: row.reminder_days,
  secondReminderDays: row.second_reminder_days,
  lastReminderDays: row.last_reminder_days,
  expiryDays: row.expiry_days,
  autoCloseDays: row.auto_close_days,
  removalDays: row.removal_days,
  retentionYears: row.retention_years,
  deletesOldRecords: row.deletes_old_records,
  wardAccess: row.ward_access as Organisation['wardAccess'], // the check constraint holds the same two
  secondFactorRequired: row.second_factor_required,
  secondFactorFrom: row.second_factor_required ? row.second_factor_from : null,
  sendingFrom: row.sending_from,
  sendingUntil: row.sending_until,
  sendsOnWeekdaysOnly: row.sends_on_weekdays_only,
  sendsOnBankHolidays: row.sends_on_bank_holidays,
  cascadeMethods: row.cascade_methods as Organisation['cascadeMethods'], // the check constraint holds the same three
  appUnreadHours: row.app_unread_hours,
  notDeliveredHours: row.not_delivered_hours,
  smsFragmentPrice: row.sms_fragment_price === null ? null : Number(row.sms_fragment_price),
  letterPrice: row.letter_price === null ? null : Number(row.letter_price),
  contactPhone: row.contact_phone,
  contactHours: row.contact_hours,
  contactAddress: row.contact_address,
  contactWeb: row.contact_web,
  dataController: row.data_controller,
  dataProtectionContact: row.data_protection_contact,
  privacyNotice: row.privacy_notice,
  accessibilityStatement: row.accessibility_statement,
  totalMembers: row.members,
  totalPatients: row.patients,
  totalActivePatients: row.active_patients,
  createdAt: row.created_at,
})

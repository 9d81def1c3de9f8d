import { sql } from 'kysely'

import type { NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

import { isArchivedByUndo } from './imported-patients.sql.ts'

/**
 * The details of patients that sending depends on. Leaves out patients whom the member may not see. With a lock, nobody changes them until
 * the transaction ends.
 */
export async function findPatients({ tx }: Context, ids: string[], { areHeld = false } = {}) {
  const rows = await tx
    .selectFrom('patients')
    .select([
      'id',
      'first_name',
      'last_name',
      'date_of_birth',
      'nhs_number',
      'phone_number',
      'email_address',
      'preferred_method',
      'locale',
      'may_be_contacted',
      'is_deceased',
      'opted_out_methods',
      'archived_at',
      'updated_at',
    ])
    .select(['line1', 'line2', 'town', 'county', 'postcode'])
    .select(isArchivedByUndo.as('is_undone'))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .$if(areHeld, (query) => query.orderBy('id').forShare())
    .execute()
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
    nhsNumber: row.nhs_number,
    phoneNumber: row.phone_number,
    emailAddress: row.email_address,
    preferredMethod: row.preferred_method as NotificationMethod | null, // a check constraint holds the same three
    locale: row.locale,
    mayBeContacted: row.may_be_contacted,
    deceased: row.is_deceased,
    optedOutMethods: row.opted_out_methods as NotificationMethod[], // likewise
    archivedAt: row.archived_at,
    updatedAt: row.updated_at,
    address: { line1: row.line1, line2: row.line2, town: row.town, county: row.county, postcode: row.postcode },
    /** Archived because the import that created them was undone, and unchanged since. */
    isUndone: row.is_undone,
  }))
}

import { auditPatients } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { setMissingContacts, type Contacts } from './patients-in-bulk.sql.ts'

/** Adds the phone numbers and email addresses that are not known yet; what is known stays, because the record is right until somebody changes it. */
export async function fillContacts(ctx: Context, contacts: readonly Contacts[]) {
  if (contacts.length) await auditPatients(ctx, 'patientUpdated', await setMissingContacts(ctx, contacts))
}

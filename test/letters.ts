import { sendFormToPatient } from './send-form-to-patient.ts'
import type { TestOrganisation } from './organisation.ts'

const address = { line1: '14 Woodhouse Lane', line2: '', town: 'Leeds', county: '', postcode: 'LS2 9JT' }

type Asked = Parameters<typeof sendFormToPatient>[1] & { address?: Partial<typeof address> }

/** A request whose message failed, so a letter can be printed. Its patient has a postal address. */
export async function unreachedRequest(ward: TestOrganisation, { address: changed = {}, ...asked }: Asked = {}) {
  const sent = await sendFormToPatient(ward, asked)
  const { line1, line2, town, county, postcode } = { ...address, ...changed }
  await ward.query('update patients set line1 = $2, line2 = $3, town = $4, county = $5, postcode = $6 where id = $1', [
    sent.patientId,
    line1,
    line2,
    town,
    county,
    postcode,
  ])
  await ward.query(
    "update notifications set status = 'failed', reason_code = 'wrong_contact_detail', sent_at = now() - interval '1 hour' where id = $1",
    [sent.notificationId],
  )
  return sent
}

/** The phone number for patients, without which no letter is printed. */
export const withContactPhone = (ward: TestOrganisation) =>
  ward.query(
    "update organisations set contact_phone = '0113 496 0000', contact_hours = 'Monday to Friday, 9am to 5pm', contact_address = $2 where id = $1",
    [ward.id, 'Riverside House\nLeeds\nLS11 5AB'],
  )

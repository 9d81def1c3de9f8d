import { streets, towns } from '#database/demo/names.ts'
import { randomFrom } from '#database/demo/random.ts'
import { nhsNumberCheckDigit } from '#domain/nhs-number.ts'

import type { Organisation } from './organisations.ts'
import { day, iso, timestampOf, uuid } from './moments.ts'
import { pickFirstName, pickLastName } from './names.ts'

export type BenchPatient = ReturnType<typeof patientOf>

/** The n-th patient of an organisation, derived from its number alone, so that nothing has to be stored. */
export function patientOf(organisation: Organisation, n: number) {
  const { id: organisation_id, wards, patients, now, seed } = organisation
  const random = randomFrom(seed * 7_919 + n * 2_654_435)
  const id = uuid(random)
  const [first, last] = [pickFirstName(random), pickLastName(random)]
  const place = random.pick(towns)
  const created = timestampOf(n, patients, now)
  const age = 17 + 75 * Math.sqrt(random.next())
  const hasPhone = random.chance(0.92)
  const letter = () => 'ABDEFGHJLNPQRSTUWXYZ'[random.whole(20)]
  return {
    organisation_id,
    id,
    nhs_number: random.chance(0.97) ? nhsNumber(n) : null,
    local_patient_id: random.chance(0.9) ? localPatientId(n) : null,
    first_name: first.text,
    last_name: last.text,
    name_key: `${last.key} ${first.key}`,
    date_of_birth: new Date(now - age * 365.2425 * day).toISOString().slice(0, 10),
    sex: random.chance(0.01) ? null : random.chance(0.54) ? 'female' : 'male',
    line1: `${1 + random.whole(180)} ${random.pick(streets)}`,
    line2: random.chance(0.15) ? `Flat ${1 + random.whole(30)}` : '',
    town: place.town,
    county: place.county,
    postcode: `${place.outward.slice(0, 2)}${1 + random.whole(40)} ${1 + random.whole(9)}${letter()}${letter()}`,
    phone_number: hasPhone ? `+447700900${String(random.whole(1_000)).padStart(3, '0')}` : null,
    email_address: !hasPhone || random.chance(0.7) ? `patient${n}@example.com` : null,
    preferred_method: hasPhone ? (random.chance(0.25) ? 'nhs_app' : 'sms') : 'email',
    may_be_contacted: !random.chance(0.02),
    admission_status: random.pick(['outpatient', 'outpatient', 'waiting', 'waiting', 'admitted', 'discharged', '']),
    is_submitted: false,
    is_on_record: random.chance(0.6),
    locale: 'en',
    ward_id: random.chance(0.9) ? random.pick(wards).id : null,
    archived_at: random.chance(0.05) ? iso(created + random.next() * (now - created)) : null,
    created_at: iso(created),
    updated_at: iso(created),
  }
}

/** Seven digits for the first nine million patients, and eight for those after them. */
const localPatientId = (n: number) => `R${n < 9_000_000 ? 1_000_000 + ((n * 7_368_787) % 9_000_000) : 1_000_000 + n}`

/** The n-th of ten million invented numbers with a true check digit; all begin with 9, as no patient's does. */
function nhsNumber(n: number) {
  const eight = `9${String((n * 6_180_339) % 10_000_000).padStart(7, '0')}`
  for (let last = 0; ; last++) {
    const checkDigit = nhsNumberCheckDigit(`${eight}${last}`)
    if (checkDigit !== undefined) return `${eight}${last}${checkDigit}`
  }
}

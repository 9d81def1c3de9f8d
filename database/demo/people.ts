import { nameKeyOf } from '#domain/patient-search.ts'
import { syntheticNhsNumber } from '#domain/nhs-number.ts'

import { firstNames, lastNames, streets, towns } from './names.ts'
import type { Random } from './random.ts'

const dayMs = 86_400_000
const inwardLetters = 'ABDEFGHJLNPQRSTUWXYZ'

type Ward = { id: string; name: string }
const wardFor = (sex: 'female' | 'male', ward: Ward, [first = ward]: Ward[]) => (sex === 'male' && ward.name === 'Maternity' ? first : ward)

export type DemoPatient = ReturnType<typeof makePatient>

/** One invented patient; the n-th synthetic NHS number, which no person has. */
export function makePatient(random: Random, n: number, now: number, wards: Ward[]) {
  const sex = random.chance(0.54) ? ('female' as const) : ('male' as const)
  const [firstName, lastName] = [random.pick<string>(firstNames[sex]), random.pick<string>(lastNames)]
  const place = random.pick<{ town: string; county: string; outward: string }>(towns)
  // More older people than young ones, as in any hospital.
  const age = 17 + Math.floor(75 * Math.sqrt(random.next()))
  const born = new Date(now - age * 365.2425 * dayMs - random.whole(360) * dayMs)
  const created = new Date(now - random.between(185, 700) * dayMs)
  const isArchived = random.chance(0.04)
  const hasPhone = random.chance(0.92)
  const hasEmail = random.chance(0.7)
  return {
    id: random.uuid(),
    nhs_number: random.chance(0.97) ? syntheticNhsNumber(1_000 + n) : null,
    local_patient_id: `${place.outward[0]}${String(400_000 + n * 37)}`,
    first_name: firstName,
    last_name: lastName,
    name_key: nameKeyOf(firstName, lastName),
    date_of_birth: born.toISOString().slice(0, 10),
    sex,
    line1: `${1 + random.whole(120)} ${random.pick(streets)}`,
    line2: random.chance(0.15) ? `Flat ${1 + random.whole(30)}` : '',
    town: place.town,
    county: place.county,
    postcode: `${place.outward} ${1 + random.whole(9)}${inwardLetters[random.whole(20)]}${inwardLetters[random.whole(20)]}`,
    // 07700 900000 to 900999 is kept by Ofcom for fiction.
    phone_number: hasPhone ? `+447700900${String((n * 7 + random.whole(7)) % 1_000).padStart(3, '0')}` : null,
    email_address: hasEmail || !hasPhone ? `patient${n}@example.com` : null,
    preferred_method: hasPhone ? (random.chance(0.25) && hasEmail ? 'email' : 'sms') : 'email',
    may_be_contacted: !random.chance(0.02),
    admission_status: random.pick(['outpatient', 'outpatient', 'waiting', 'waiting', 'admitted', 'discharged']),
    is_submitted: false,
    is_on_record: random.chance(0.6),
    ward_id: random.chance(0.9) ? wardFor(sex, random.pick(wards), wards).id : null,
    archived_at: isArchived ? new Date(now - random.between(1, 60) * dayMs).toISOString() : null,
    created_at: created.toISOString(),
  }
}

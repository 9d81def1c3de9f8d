import { randomFrom, type Random } from '#database/demo/random.ts'
import type { Role } from '#domain/roles.ts'

import { makeForms, type BenchForm } from './forms.ts'
import { uuid } from './moments.ts'
import { pickFirstName, pickLastName } from './names.ts'

export type BenchMember = {
  id: string
  subject: string
  first_name: string
  last_name: string
  email_address: string
  role: Role
  wardIds: string[]
}
export type Organisation = {
  id: string
  name: string
  seed: number
  now: number
  patients: number
  requests: number
  wards: { id: string; name: string }[]
  members: BenchMember[]
  forms: BenchForm[]
  events: string[]
}

const places = ['Ward', 'Day Surgery', 'Outpatients', 'Clinic', 'Community', 'Maternity', 'Theatre', 'Imaging', 'Therapies', 'Emergency']
const occasions = [
  'Pre-assessment',
  'Follow-up',
  'Discharge',
  'First appointment',
  'Waiting list check',
  'Annual review',
  'Clinic',
  'Talking therapy',
]
const roles: [string, Role][] = [
  ['orgadmin', 'Forms OrgAdmin'],
  ['admin', 'Admin'],
  ['user', 'Forms User'],
  ['bookings', 'User'],
]

/** The first organisation is the one that is measured; nine small ones lie beside it, each a hundredth of its size. */
export function makeOrganisations(size: number, now: number): Organisation[] {
  return Array.from({ length: 10 }, (_, nth) => {
    const random = randomFrom(1_000 + nth)
    const count = nth === 0 ? size : Math.max(20, Math.floor(size / 100))
    const id = uuid(random)
    const wards = Array.from({ length: nth === 0 ? 24 : 4 }, (_, at) => ({
      id: uuid(random),
      name: `${places[at % places.length]} ${at + 1}`,
    }))
    const members = makeMembers(random, nth, wards)
    return {
      id,
      name: nth === 0 ? 'Northbury University Hospitals' : `Small Organisation ${nth}`,
      seed: nth + 1,
      now,
      patients: count,
      requests: count,
      wards,
      members,
      forms: makeForms(random, nth === 0 ? 30 : 6, now),
      events: Array.from(
        { length: nth === 0 ? 200 : 12 },
        (_, at) => `${occasions[at % occasions.length]} ${1 + Math.floor(at / occasions.length)}`,
      ),
    }
  })
}

/** One member a role first, then colleagues: sixty in all in the organisation that is measured. */
function makeMembers(random: Random, nth: number, wards: { id: string }[]): BenchMember[] {
  const place = nth === 0 ? 'bench' : `small${nth}`
  const one = (name: string, role: Role): BenchMember => ({
    id: uuid(random),
    subject: uuid(random),
    first_name: pickFirstName(random).text,
    last_name: pickLastName(random).text,
    email_address: `${name}@${place}.formward.example`,
    role,
    wardIds: [...new Set([random.pick(wards).id, random.pick(wards).id, random.pick(wards).id])],
  })
  const colleagues = Array.from({ length: nth === 0 ? 56 : 4 }, (_, at) => one(`colleague${at + 1}`, 'Forms User'))
  return [...roles.map(([name, role]) => one(name, role)), ...colleagues]
}

/** Who is measured with: their passwords are that of the demonstration. */
export const benchEmail = (name: string) => `${name}@bench.formward.example`

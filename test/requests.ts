import { randomUUID } from 'node:crypto'

import type { FormDefinition } from '#domain/form/definition.ts'
import { nameKeyOf } from '#domain/patient-search.ts'
import type { RequestStatus } from '#domain/request-status.ts'

import { next, nextNhsNumber, type TestOrganisation } from './organisation.ts'

const feelings: FormDefinition = {
  questions: [
    { id: 'needed', type: 'single_select', title: 'Do you still need your operation?', required: true, options: yesNo() },
    { id: 'mood', type: 'free_text', title: 'How do you feel?', required: false, category: 'feelings' },
    { id: 'since', type: 'date', title: 'Since when?', required: false },
  ],
}

function yesNo() {
  return [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ]
}

type PatientSeed = Partial<{
  firstName: string
  lastName: string
  nhsNumber: string | null
  localPatientId: string | null
  dateOfBirth: string
  phoneNumber: string | null
  emailAddress: string | null
  preferredMethod: string | null
  mayBeContacted: boolean
  archivedAt: string | null
  wardId: string | null
}>

/** A patient as stored in the database. */
export async function aPatient(ward: TestOrganisation, seed: PatientSeed = {}) {
  const patient = {
    firstName: 'Grace',
    lastName: 'Hopper',
    nhsNumber: nextNhsNumber(),
    localPatientId: null,
    dateOfBirth: '1961-03-09',
    phoneNumber: '+447700900123',
    emailAddress: 'grace@example.com',
    preferredMethod: null,
    mayBeContacted: true,
    archivedAt: null,
    wardId: null,
    ...seed,
  }
  const id = randomUUID()
  await ward.query(
    `insert into patients (organisation_id, id, first_name, last_name, name_key, nhs_number, local_patient_id, date_of_birth, phone_number,
                           email_address, preferred_method, may_be_contacted, archived_at, ward_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ward.id,
      id,
      patient.firstName,
      patient.lastName,
      nameKeyOf(patient.firstName, patient.lastName),
      patient.nhsNumber,
      patient.localPatientId,
      patient.dateOfBirth,
      patient.phoneNumber,
      patient.emailAddress,
      patient.preferredMethod,
      patient.mayBeContacted,
      patient.archivedAt,
      patient.wardId,
    ],
  )
  return { id, ...patient }
}

/** A form with one published version. */
export async function aForm(ward: TestOrganisation, title = `Waiting list check ${next()}`, definition = feelings) {
  const id = randomUUID()
  await ward.query('insert into forms (organisation_id, id, title, draft, live_version) values ($1, $2, $3, $4, 1)', [
    ward.id,
    id,
    title,
    JSON.stringify(definition),
  ])
  await ward.query('insert into form_versions (organisation_id, form_id, version, title, definition) values ($1, $2, 1, $3, $4)', [
    ward.id,
    id,
    title,
    JSON.stringify(definition),
  ])
  return { id, title }
}

type RequestSeed = Partial<{
  patientId: string
  formId: string
  status: RequestStatus
  assigneeId: string | null
  specialty: string
  pathwayId: string
  location: string
  event: string
  waitingSince: string
  method: string
  isUrgent: boolean
  createdAt: string
  sendAt: string
  openedAt: string | null
  completedAt: string | null
  expiresAt: string
}>

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** A request in whatever state a story begins with. */
export async function aRequest(ward: TestOrganisation, seed: RequestSeed = {}) {
  const { patientId = (await aPatient(ward)).id, formId = (await aForm(ward)).id, status = 'unopened', createdAt = daysFromNow(-1) } = seed
  const id = randomUUID()
  await ward.query(
    `insert into form_requests (organisation_id, id, patient_id, form_id, form_version, status, assignee_id, assigned_at, specialty, pathway_id,
                                location, event, notification_method, is_urgent, created_at, send_at, opened_at, completed_at, expires_at, waiting_since, patient_name_key, ward_id)
     select $1, $2, p.id, $4, 1, $5, $6, case when $6::uuid is null then null else now() end, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, p.name_key, p.ward_id
     from patients p where p.id = $3`,
    [
      ward.id,
      id,
      patientId,
      formId,
      status,
      seed.assigneeId ?? null,
      seed.specialty ?? '',
      seed.pathwayId ?? '',
      seed.location ?? '',
      seed.event ?? '',
      seed.method ?? 'sms',
      seed.isUrgent ?? false,
      createdAt,
      seed.sendAt ?? createdAt,
      seed.openedAt ?? null,
      seed.completedAt ?? null,
      seed.expiresAt ?? daysFromNow(28),
      seed.waitingSince ?? null,
    ],
  )
  await ward.query('insert into patient_links (organisation_id, request_id, token_hash) values ($1, $2, $3)', [
    ward.id,
    id,
    Buffer.from(id),
  ])
  return { id, patientId, formId }
}

/** What a patient has answered. */
export async function answered(ward: TestOrganisation, request: { id: string; formId: string }, answers: Record<string, unknown>) {
  await ward.query('insert into submissions (organisation_id, request_id, form_id, form_version, answers) values ($1, $2, $3, 1, $4)', [
    ward.id,
    request.id,
    request.formId,
    JSON.stringify(answers),
  ])
}

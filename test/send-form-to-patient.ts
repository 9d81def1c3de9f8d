import { randomUUID } from 'node:crypto'

import type { FormDefinition } from '#domain/form/definition.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import { hashOfLink, linkToken } from '#server/notifications/notifications.ts'

import { nextNhsNumber, type TestOrganisation } from './organisation.ts'

export const shortForm: FormDefinition = {
  questions: [
    { id: 'allergies', type: 'free_text', title: 'What are you allergic to?', required: true, long: true },
    {
      id: 'smoker',
      type: 'single_select',
      title: 'Do you smoke?',
      required: false,
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    },
    { id: 'operation', type: 'date', title: 'When was your last operation?', required: true },
  ],
}

type Asked = {
  status?: RequestStatus
  definition?: FormDefinition
  formTitle?: string
  description?: string
  method?: NotificationMethod
  expiresInDays?: number
  isArchived?: boolean
  mayBeContacted?: boolean
  phoneNumber?: string | null
  emailAddress?: string | null
}

/** A patient (Samira Okafor, born 15 March 1984) with a sent form and its link. */
export async function sendFormToPatient(organisation: TestOrganisation, asked: Asked = {}) {
  const { id: organisationId, query, services } = organisation
  const [patientId, formId, requestId, notificationId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const { status = 'unopened', definition = shortForm, formTitle = 'Before your operation', description = '', method = 'sms' } = asked
  await query(
    `insert into patients (organisation_id, id, nhs_number, first_name, last_name, name_key, date_of_birth, phone_number, email_address, archived_at, may_be_contacted, created_at, updated_at)
     values ($1, $2, $3, 'Samira', 'Okafor', 'okafor samira', '1984-03-15', $4, $5, $6, $7, now() - interval '1 day', now() - interval '1 day')`,
    [
      organisationId,
      patientId,
      nextNhsNumber(),
      asked.phoneNumber === undefined ? '+447700900123' : asked.phoneNumber,
      asked.emailAddress === undefined ? 'samira@example.com' : asked.emailAddress,
      asked.isArchived ? new Date() : null,
      asked.mayBeContacted ?? true,
    ],
  )
  await query('insert into forms (organisation_id, id, title, live_version) values ($1, $2, $3, 1)', [organisationId, formId, formTitle])
  await query(
    'insert into form_versions (organisation_id, form_id, version, title, description, definition) values ($1, $2, 1, $3, $4, $5)',
    [organisationId, formId, formTitle, description, definition],
  )
  await query(
    `insert into form_requests (organisation_id, id, patient_id, form_id, form_version, status, notification_method, expires_at, patient_name_key)
     values ($1, $2, $3, $4, 1, $5, $6, now() + make_interval(days => $7), 'okafor samira')`,
    [organisationId, requestId, patientId, formId, status, method, asked.expiresInDays ?? 28],
  )
  const token = linkToken(services.keys, requestId)
  await query('insert into patient_links (organisation_id, request_id, token_hash) values ($1, $2, $3)', [
    organisationId,
    requestId,
    hashOfLink(token),
  ])
  await query("insert into notifications (organisation_id, id, request_id, category, method) values ($1, $2, $3, 'request_created', $4)", [
    organisationId,
    notificationId,
    requestId,
    method,
  ])
  return { patientId, formId, requestId, notificationId, token, link: `/r/${token}` }
}

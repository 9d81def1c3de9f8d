import { randomUUID } from 'node:crypto'

import type { FormDefinition } from '#domain/form/definition.ts'

import { nextNhsNumber, type TestOrganisation } from './organisation.ts'

export const twoQuestions: FormDefinition = {
  questions: [
    { id: 'drink', type: 'single_select', title: 'What do you drink?', required: true, options: [{ value: 'tea', label: 'Tea' }] },
    { id: 'more', type: 'free_text', title: 'Anything else?', required: false },
  ],
}

/**
 * A patient with a sent form and, if there are answers, a submission. Written directly to the database, because this is not what is tested.
 */
export async function sentTo(ward: TestOrganisation, form: { id: string; version: number }, answers?: Record<string, string | string[]>) {
  const [patientId, requestId, submissionId] = [randomUUID(), randomUUID(), randomUUID()]
  await ward.query(
    `insert into patients (organisation_id, id, first_name, last_name, name_key, date_of_birth, nhs_number)
     values ($1, $2, 'Grace', 'Hopper', 'hopper grace', '1961-03-09', $3)`,
    [ward.id, patientId, nextNhsNumber()],
  )
  await ward.query(
    `insert into form_requests (organisation_id, id, patient_id, form_id, form_version, status, opened_at, completed_at, notification_method, expires_at,
                                patient_name_key)
     values ($1, $2, $3, $4, $5, $6, $7, $7, 'sms', now() + interval '7 days', 'hopper grace')`,
    [ward.id, requestId, patientId, form.id, form.version, ...(answers ? ['completed', new Date().toISOString()] : ['unopened', null])],
  )
  if (answers)
    await ward.query(
      'insert into submissions (organisation_id, id, request_id, form_id, form_version, answers) values ($1, $2, $3, $4, $5, $6)',
      [ward.id, submissionId, requestId, form.id, form.version, JSON.stringify(answers)],
    )
  return { patientId, requestId, submissionId }
}

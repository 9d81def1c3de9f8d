import { randomUUID } from 'node:crypto'

import { syntheticNhsNumber } from '#domain/nhs-number.ts'

import type { Installation } from './installation.ts'

export const memberAddress = 'user@demo.formward.example'
export const demoDateOfBirth = { 'date-of-birth-day': '9', 'date-of-birth-month': '3', 'date-of-birth-year': '1961' }

const definition = {
  questions: [
    { id: 'allergies', type: 'free_text', title: 'What are you allergic to?', required: true, long: true },
    {
      id: 'smoker',
      type: 'single_select',
      title: 'Do you smoke?',
      required: true,
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    },
    { id: 'more', type: 'free_text', title: 'Is there anything else?', required: true },
  ],
}

let nextPerson = 10_000
/**
 * A number that no other patient has: beyond those of the demonstration, and with another ninth digit than those that the bench invents
 * (bench/filling/patients.ts).
 */
export function nextNhsNumber() {
  for (;;) {
    const number = syntheticNhsNumber(nextPerson++)
    if (!/^.{8}[01]/.test(number)) return number
  }
}

/** A form and patients of the demonstration's organisation whose answers and dates of birth the test knows, and an order of methods. */
export async function createTestData({ ask }: Pick<Installation, 'ask'>) {
  const [member] = await ask<{ id: string; organisation_id: string }>('select id, organisation_id from members where email_address = $1', [
    memberAddress,
  ])
  const { id: memberId, organisation_id: organisationId } = member!
  await ask(
    `update organisations set cascade_methods = '{nhs_app,sms,email}', app_unread_hours = 24, not_delivered_hours = 72,
       reminder_days = 3, second_reminder_days = 6 where id = $1`,
    [organisationId],
  )
  return { memberId, organisationId, methods: ['email', 'sms', 'nhs_app'], ...(await addFormAndPatients(ask, organisationId)) }
}

/** `since`: the moment before the first form request of the test. */
export async function addFormAndPatients(ask: Installation['ask'], organisationId: string) {
  const form = { id: randomUUID(), title: 'Before your operation, in an emergency' }
  await ask('insert into forms (organisation_id, id, title, live_version) values ($1, $2, $3, 1)', [organisationId, form.id, form.title])
  await ask('insert into form_versions (organisation_id, form_id, version, title, definition) values ($1, $2, 1, $3, $4)', [
    organisationId,
    form.id,
    form.title,
    definition,
  ])
  const patients = await ask<{ id: string }>(
    `insert into patients (organisation_id, nhs_number, first_name, last_name, name_key, date_of_birth, phone_number, email_address)
     select $1, number, 'Samira', 'Okafor', 'okafor samira', '1961-03-09', '+447700900123', 'samira@example.com' from unnest($2::text[]) as number returning id`,
    [organisationId, Array.from({ length: 40 }, nextNhsNumber)],
  )
  const [moment] = await ask<{ now: string }>('select now()::text as now')
  return { form, patientIds: patients.map(({ id }) => id), since: moment!.now }
}

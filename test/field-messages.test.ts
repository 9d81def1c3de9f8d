import { describe, expect, test } from 'vitest'

import { dateOf } from '#domain/moments.ts'
import { checkPatient, wireNameOf, type PatientField } from '#domain/patient-rules.ts'
import { bodyOf as memberBody, checkMember, noMember } from '#web/staff/members/manage/member-fields.ts'
import { emptyTemplate, checkValues as checkTemplate } from '#web/staff/notifications/template-values.ts'

import { openOrganisation, type TestOrganisation } from './organisation.ts'

type Refusal = { errors?: { field: string; message: string }[] }
type Member = Awaited<ReturnType<TestOrganisation['staff']>>
type Values = Record<string, unknown>

/** One form: what a browser says of its values, and what the server says of the body that they become. */
type Form = {
  name: string
  good: Values
  bad: Record<string, unknown[]>
  check: (values: Values) => Record<string, string | undefined>
  send: (values: Values) => Promise<{ statusCode: number; json: () => Refusal }>
  wire?: (field: string) => string
}

const blank = ['', '   ']
const notEmails = ['x', 'x@', '@x.uk', 'x@y', 'x y@example.com', `${'x'.repeat(65)}@example.com`]
const notPhones = ['x', '123', '020 7946 0018', '+1 202 555 0100', '07700']

const memberForm = (name: string, isNew: boolean, send: Form['send']): Form => ({
  name,
  good: {
    ...noMember,
    firstName: 'Ada',
    lastName: 'Byron',
    emailAddress: `${crypto.randomUUID()}@example.com`,
    role: 'User',
    ...(isNew && { password: 'Good-enough-1!', passwordAgain: 'Good-enough-1!' }),
  },
  bad: {
    firstName: blank,
    lastName: blank,
    emailAddress: [...blank, ...notEmails],
    phoneNumber: notPhones,
    clinicianTimeout: ['0', '1441'],
  },
  check: (values) => checkMember(values as typeof noMember),
  send,
})

const born = (years: number) => `${Number(dateOf(new Date()).slice(0, 4)) - years}${dateOf(new Date()).slice(4)}`
const patientForm = (name: string, send: Form['send']): Form => ({
  name,
  good: { firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1961-03-09' },
  bad: {
    firstName: [...blank, 'x'.repeat(101)],
    lastName: [...blank, 'x'.repeat(101)],
    dateOfBirth: [...blank, 'x', '2026-02-30', born(16), born(3), '1801-01-01', '9999-01-01'],
    nhsNumber: ['9990000019', '1', '99900000180', 'x'],
    phoneNumber: notPhones,
    emailAddress: notEmails,
    preferredMethod: ['post'],
    sex: ['x'],
    postcode: ['x', 'AAAA 1AA', '99'],
    localPatientId: ['x'.repeat(51)],
    line1: ['x'.repeat(101)],
    admissionStatus: ['gone'],
  },
  check: (values) =>
    Object.fromEntries(checkPatient(values, { today: dateOf(new Date()), minimumAge: 16 }).map(({ field, message }) => [field, message])),
  send,
  wire: (field) => wireNameOf(field as PatientField),
})
const patientBody = ({ line1, postcode, ...values }: Values) => ({
  ...values,
  ...((line1 ?? postcode) !== undefined && { address: { line1: line1 ?? '', postcode: postcode ?? '' } }),
})

const templateForm = (send: Form['send']): Form => ({
  name: 'notificationTemplates.create',
  good: { ...emptyTemplate, description: 'Good', body: 'Please open ((link))', isSelected: false },
  bad: {
    description: blank,
    body: [...blank, 'Please ((open', '((nobody)) ((link))', 'http://example.com ((link))', `((link)) ${'x'.repeat(1_000)}`],
  },
  check: (values) => checkTemplate(values as typeof emptyTemplate),
  send,
})

async function compare({ name, good, bad, check, send, wire = String }: Form) {
  expect(Object.values(check(good)).filter(Boolean), name).toEqual([])
  const different: string[] = []
  for (const [field, values] of Object.entries(bad))
    for (const value of values) {
      const typed = { ...good, [field]: value }
      const said = check(typed)[field]
      const answer = await send(typed)
      const told =
        answer.statusCode === 400 ? answer.json().errors?.find((one) => one.field === wire(field))?.message : String(answer.statusCode)
      if (!said || told !== said) different.push(`${name} ${field} ${JSON.stringify(value).slice(0, 40)}: ${said} / ${told}`)
    }
  return different
}

describe('The messages of fields', () => {
  test('the browser and the server have the same messages for fields, in the forms of users, patients and templates (VAL-1, VAL-2)', async () => {
    const ward = await openOrganisation()
    const [admin, user] = [await ward.staff('Admin'), await ward.staff('User')] as [Member, Member]
    const somebody = await ward.staff('User')
    const [tenants, patients] = ['/api/tenants/tenant', '/api/patients/patient']
    const { id: patientId } = (await user.post(patients, { firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1961-03-09' })).json()

    const forms: Form[] = [
      memberForm('members.create', true, (values) => admin.put(`${tenants}/${ward.id}/members`, memberBody(values as typeof noMember))),
      memberForm('members.update', false, (values) =>
        admin.patch(`${tenants}/${ward.id}/members/${somebody.id}`, memberBody(values as typeof noMember)),
      ),
      patientForm('patients.create', (values) => user.post(patients, patientBody(values))),
      patientForm('patients.update', (values) => user.patch(`${patients}/${patientId}`, patientBody(values))),
      templateForm((values) => admin.post('/api/tenants/notification-template', values)),
    ]
    const different = []
    for (const form of forms) different.push(...(await compare(form)))

    expect(different).toEqual([])
  })
})

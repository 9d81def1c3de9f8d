import fc from 'fast-check'
import { expect, test } from 'vitest'

import { cleanText, isBlankRow } from './import-cell.ts'
import type { ImportCells } from './import-checks.ts'
import { checkImportRow } from './import-row.ts'
import { importColumnKeys, importColumns, importInstructions, importTabs } from './import-template.ts'

const forms = [
  { id: 'f1', title: 'Waiting list check' },
  { id: 'f2', title: 'Pre-assessment' },
  { id: 'f3', title: 'Pre-Assessment ' },
]
const rules = { forms, today: '2026-11-21', minimumAge: 16 }
const good: ImportCells = {
  nhsNumber: '999 000 0018',
  localPatientId: '00012345',
  firstName: ' Amira ',
  lastName: 'Khan',
  dateOfBirth: { date: '1961-03-09' },
  sex: 'F',
  phone: '07700 900123',
  email: null,
  postcode: 'zz993vz',
  form: 'waiting  list check',
  specialty: '320',
  pathwayId: 'RXX000123',
  method: 'sms',
}
const neverWas = 'Date of birth is 29 February 1900, which only spreadsheets have: 1900 was no leap year.'
const errorsOf = (overrides: ImportCells, otherRules = rules) => checkImportRow({ ...good, ...overrides }, otherRules).errors

test('IMP-4 a good row is read, with leading zeros kept and everything in the shape it is stored in', () => {
  expect(checkImportRow(good, rules)).toEqual({
    errors: [],
    row: {
      nhsNumber: '9990000018',
      localPatientId: '00012345',
      firstName: 'Amira',
      lastName: 'Khan',
      dateOfBirth: '1961-03-09',
      sex: 'female',
      phone: '+447700900123',
      email: null,
      line1: null,
      line2: null,
      town: null,
      county: null,
      postcode: 'ZZ99 3VZ',
      formId: 'f1',
      specialty: '320',
      pathwayId: 'RXX000123',
      location: null,
      event: null,
      method: 'sms',
    },
  })
})

const cases: [string, ImportCells, string[]][] = [
  ['a bad check digit', { nhsNumber: '9990000019' }, ['Needs to be a valid NHS number.']],
  ['a computed 10', { nhsNumber: '9990000000' }, ['Needs to be a valid NHS number.']],
  ['no NHS number', { nhsNumber: ' ' }, ['NHS number is required.']],
  ['the NHS number as a number', { nhsNumber: 9_990_000_018 }, []],
  ['a phone that lost its zero', { phone: 7_700_900_123 }, []],
  ['a landline', { phone: '020 7946 0018' }, ['Phone must be a valid UK mobile phone number.']],
  ['SMS without a phone', { phone: null }, ['Phone is required when the method is SMS.']],
  ['Email without an e-mail', { method: 'Email' }, ['Email is required when the method is Email.']],
  ['a bad e-mail', { email: 'amira@example' }, ['Email must be a valid email address.']],
  ['the NHS App with no phone or e-mail', { method: 'NHS App', phone: null }, []],
  ['an unknown method', { method: 'Post' }, ['Method must be SMS, Email or NHS App.']],
  ['a date as a serial', { dateOfBirth: 22_349 }, []],
  ['a date as text', { dateOfBirth: '09/03/1961' }, []],
  ['a date of another country', { dateOfBirth: '03/23/1961' }, ['Date of birth must be a real date in the past, such as 09/03/1961.']],
  ['a date to come', { dateOfBirth: '09/03/2061' }, ['Date of birth must be a real date in the past, such as 09/03/1961.']],
  ['a date of another century', { dateOfBirth: 12 }, []],
  ['the day that only spreadsheets have', { dateOfBirth: 60 }, [neverWas]],
  ['the same shown as a date', { dateOfBirth: { date: '1900-02-29' } }, [neverWas]],
  ['no date', { dateOfBirth: null }, ['Date of birth is required.']],
  ['sixteen today', { dateOfBirth: { date: '2010-11-21' } }, ['Patient must be at least 16 years old.']],
  ['sixteen yesterday', { dateOfBirth: { date: '2010-11-20T00:00:00' } }, []],
  ['a specialty as a number', { specialty: 320 }, []],
  ['a retired specialty', { specialty: '191' }, []],
  ['no such specialty', { specialty: '999' }, ['There is no specialty with this code.']],
  ['a form by its id', { form: 'f2' }, []],
  ['no such form', { form: 'Other' }, ['There is no published form with this title or id.']],
  ['two forms of one title, one of them written exactly', { form: 'Pre-assessment' }, []],
  ['two forms of one title', { form: 'PRE-ASSESSMENT' }, ["Several forms have this title: write the form's id instead."]],
  ['no such sex', { sex: 'x' }, ['Sex must be Male or Female.']],
  ['a bad postcode', { postcode: '12345' }, ['Postcode must be a UK postcode.']],
  ['a long pathway', { pathwayId: 'x'.repeat(21) }, ['Pathway ID must be 20 characters or fewer.']],
  [
    'an id too long for a number',
    { localPatientId: 1e15 },
    ['Local patient ID holds a number too long for a spreadsheet. Make the cell text and write it again.'],
  ],
  ['an id turned into a date', { pathwayId: { date: '2026-01-02' } }, ['Pathway ID holds a date. Make the cell text and write it again.']],
  ['a failed formula', { firstName: { error: '#REF!' } }, ['First name holds a formula that failed.']],
]

test.each(cases)('IMP-4 a row with %s', (_name, overrides, messages) => {
  expect(errorsOf(overrides).map(({ message }) => message)).toEqual(messages)
})

test('ORG-6 IMP-4 a lower minimum age lets a child in, but never to the NHS App', () => {
  const child = { dateOfBirth: { date: '2014-01-01' } }
  expect(errorsOf(child, { ...rules, minimumAge: 0 })).toEqual([])
  expect(errorsOf({ ...child, method: 'NHS App' }, { ...rules, minimumAge: 0 }).map(({ code }) => code)).toEqual(['too_young'])
})

test('IMP-3 an empty row of values tells every required column at once, in the order of the columns', () => {
  const required = importColumnKeys.filter((key) => importColumns[key].isRequired)
  expect(checkImportRow({}, rules).errors.map(({ column, code }) => [column, code])).toEqual(required.map((key) => [key, 'required']))
})

const anyCell = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.record({ date: fc.string() }),
  fc.record({ error: fc.string() }),
)
const anyRow = fc.record(Object.fromEntries(importColumnKeys.map((key) => [key, anyCell])), { requiredKeys: [] })

test('SAFE-3 no row makes the check fail, a row is either good or has errors, and errors never repeat what was written', () => {
  fc.assert(
    fc.property(anyRow, (cells) => {
      const { row, errors } = checkImportRow({ ...good, ...cells }, rules)
      expect(row === undefined).toBe(errors.length > 0)
    }),
  )
  const secret = 'Zq7secret'
  const { errors } = checkImportRow(Object.fromEntries(importColumnKeys.map((key) => [key, secret.repeat(70)])), rules)
  expect(errors.length).toBeGreaterThan(10)
  expect(JSON.stringify(errors)).not.toContain(secret)
})

test('IMP-1 the instructions explain every column, and each example is itself taken', () => {
  expect(importTabs).toEqual({ rows: 'Form requests', instructions: 'Instructions' })
  expect(importInstructions).toHaveLength(importColumnKeys.length + 2)
  const examples = Object.fromEntries(importColumnKeys.map((key) => [key, importColumns[key].example]))
  expect(checkImportRow(examples, rules).errors).toEqual([])
})

test('IMP-4 marks that spreadsheets leave on text are taken off, and blank rows are seen as such', () => {
  expect(cleanText("\u{FEFF}'0012 ")).toBe('0012')
  expect(cleanText("'t Hooft")).toBe("'t Hooft")
  expect(isBlankRow([null, undefined, ' ', ''])).toBe(true)
  expect(isBlankRow([null, 0])).toBe(false)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cleanText, isBlankRow } from './cells.ts'
import type { ImportCells } from './checks.ts'
import { checkImportRow } from './row.ts'
import { exampleRow, importColumnKeys, importColumns, importInstructions, importTabs } from './template.ts'

const forms = [
  { id: 'f1', title: 'Waiting list check', type: 'waiting_list' },
  { id: 'f2', title: 'Pre-assessment', type: 'pre_assessment' },
  { id: 'f3', title: 'Pre-Assessment ', type: 'pre_assessment' },
]
const rules = { forms, today: '2026-11-21', minimumAge: 16, uncarried: {} }
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
const noDate = 'Date of birth must be a real date, such as 09/03/1961, 9 March 1961 or 1961-03-09.'
const tooLongAgo = 'Date of birth is more than 120 years ago. Check the year.'
const yearOrAge = 'Date of birth is a number that could be a year or an age. Write the whole date, such as 09/03/1961.'
const errorsOf = (overrides: ImportCells, otherRules = rules) => checkImportRow({ ...good, ...overrides }, otherRules).errors

describe('checkImportRow', () => {
  test('a valid row keeps leading zeros and has every value in its stored format (IMP-4)', () => {
    expect(checkImportRow(good, rules)).toEqual({
      errors: [],
      warnings: [],
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
        waitingSince: null,
        method: 'sms',
      },
    })
  })

  const cases: [string, ImportCells, string[]][] = [
    ['a bad check digit', { nhsNumber: '9990000019' }, ['Needs to be a valid NHS number.']],
    ['a computed 10', { nhsNumber: '9990000000' }, ['Needs to be a valid NHS number.']],
    ['the NHS number of the example', { nhsNumber: exampleRow.nhsNumber }, ['NHS number is still the one of the example row.']],
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
    ['a date of another country', { dateOfBirth: '03/23/1961' }, [noDate]],
    ['a date to come', { dateOfBirth: '09/03/2061' }, ['Date of birth must be in the past.']],
    ['a year of birth as a number', { dateOfBirth: 1961 }, [yearOrAge]],
    ['a year of birth as text', { dateOfBirth: '1961' }, [yearOrAge]],
    ['a year of birth shown as a time', { dateOfBirth: { time: 1961 } }, [yearOrAge]],
    ['this year as a number', { dateOfBirth: 2026 }, [yearOrAge]],
    ['next year as a number', { dateOfBirth: 2027 }, [tooLongAgo]],
    ['an age', { dateOfBirth: 30 }, [yearOrAge]],
    ['the oldest age', { dateOfBirth: 120 }, [yearOrAge]],
    ['an age with a fraction', { dateOfBirth: 30.5 }, [tooLongAgo]],
    ['a day as six digits', { dateOfBirth: '010361' }, [noDate]],
    ['a day as eight digits', { dateOfBirth: 9_031_961 }, [noDate]],
    ['a date 120 years ago', { dateOfBirth: { date: '1906-11-21' } }, []],
    ['a date more than 120 years ago', { dateOfBirth: { date: '1906-11-20' } }, [tooLongAgo]],
    ['a year typed into a date cell', { dateOfBirth: { date: '1905-05-14' } }, [tooLongAgo]],
    ['a date with a time zone', { dateOfBirth: '1961-06-01T23:00:00Z' }, [noDate]],
    ['a year of two digits', { dateOfBirth: '09/03/61' }, [noDate]],
    ['the day that only spreadsheets have', { dateOfBirth: { date: '1900-02-29' } }, [neverWas]],
    ['no date', { dateOfBirth: null }, ['Date of birth is required.']],
    ['sixteen today', { dateOfBirth: { date: '2010-11-21' } }, ['Patient must be at least 16 years old.']],
    ['sixteen yesterday', { dateOfBirth: { date: '2010-11-20T00:00:00' } }, []],
    ['a specialty as a number', { specialty: 320 }, []],
    ['a retired specialty', { specialty: '191' }, []],
    ['a specialty with its name', { specialty: '320 Cardiology' }, []],
    ['a specialty with its name in brackets', { specialty: '320 - cardiology' }, []],
    ['the code of one specialty and the name of another', { specialty: '320 Urology' }, ['There is no specialty with this code.']],
    ['a code of four digits', { specialty: '3200 Cardiology' }, ['There is no specialty with this code.']],
    ['no specialty', { specialty: ' ' }, []],
    ['no such specialty', { specialty: '999' }, ['There is no specialty with this code.']],
    ['a form by its id', { form: 'f2' }, []],
    ['no such form', { form: 'Other' }, ['There is no published form with this title or id.']],
    ['two forms of one title, one of them written exactly', { form: 'Pre-assessment' }, []],
    ['two forms of one title', { form: 'PRE-ASSESSMENT' }, ["Several forms have this title: write the form's id instead."]],
    ['no such sex', { sex: 'x' }, ['Sex must be Male or Female.']],
    ['a bad postcode', { postcode: '12345' }, ['Postcode must be a UK postcode.']],
    [
      'a control character',
      { lastName: 'Love\u0007lace', pathwayId: 'P\u009d1' },
      [
        'Last name contains hidden characters. Delete the value and type it again.',
        'Pathway ID contains hidden characters. Delete the value and type it again.',
      ],
    ],
    ['a line break in a cell, and a mark of writing direction', { lastName: 'Love\nlace', firstName: 'A\u202eda' }, []],
    ['a long pathway', { pathwayId: 'x'.repeat(21) }, ['Pathway ID must be 20 characters or fewer.']],
    [
      'an id too long for a number',
      { localPatientId: 1e15 },
      ['Local patient ID holds a number too long for a spreadsheet. Make the cell text and write it again.'],
    ],
    [
      'an id turned into a date',
      { pathwayId: { date: '2026-01-02' } },
      ['Pathway ID holds a date or a time. Make the cell text and write it again.'],
    ],
    [
      'an id turned into a time',
      { pathwayId: { time: 0.5 } },
      ['Pathway ID holds a date or a time. Make the cell text and write it again.'],
    ],
    [
      'a formula that was never calculated',
      { firstName: { error: '' } },
      ['First name holds a formula that was never calculated. Open the file in Excel and save it again, or write the value itself.'],
    ],
    ['a failed formula', { firstName: { error: '#REF!' } }, ['First name holds a formula that failed.']],
  ]

  test.each(cases)('refuses a row with %s (IMP-4)', (_name, overrides, messages) => {
    expect(errorsOf(overrides).map(({ message }) => message)).toEqual(messages)
  })

  test.each([
    '09/03/1961',
    '9.3.1961',
    '09-03-1961 00:00',
    '09/03/1961 00:00:00',
    '1961-03-09T00:00:00',
    '1961-03-09 00:00:00.000',
    '1961/03/09',
    '1961.3.9',
    '9 March 1961',
    '9th March 1961',
    '09-Mar-1961',
    '9 mar. 1961',
    '09/MAR/1961',
    'March 9, 1961',
    'Mar 9th 1961 12:00 AM',
  ])('a date of birth written %s is read as 9 March 1961 (IMP-4)', (dateOfBirth) => {
    expect(checkImportRow({ ...good, dateOfBirth }, rules)).toMatchObject({ row: { dateOfBirth: '1961-03-09' }, warnings: [] })
  })

  test.each(['31 February 1961', '9 Ma 1961', '9 Marchember 1961', '1961/13/09', 'soon', '09/03/1961 late'])(
    'a date of birth written %s is an error (IMP-4)',
    (dateOfBirth) => expect(errorsOf({ dateOfBirth }).map(({ message }) => message)).toEqual([noDate]),
  )

  test('a number without a date format is read as a day number, and a warning shows the date (IMP-4)', () => {
    for (const dateOfBirth of [22_349, 22_349.5, '22349', { time: 22_349.25 }])
      expect(checkImportRow({ ...good, dateOfBirth }, rules)).toMatchObject({
        row: { dateOfBirth: '1961-03-09' },
        warnings: [{ column: 'dateOfBirth', code: 'day_number', message: expect.stringContaining('09-Mar-1961') }],
      })
    expect(checkImportRow({ ...good, dateOfBirth: 20_887 }, { ...rules, is1904: true })).toMatchObject({
      row: { dateOfBirth: '1961-03-09' },
    })
  })

  test.each([
    ['a date cell', { date: '2026-03-09' }, '2026-03-09', []],
    ['text', '9 March 2026', '2026-03-09', []],
    ['a number without a date format', 46_090, '2026-03-09', ['day_number']],
    ['nothing', ' ', null, []],
    ['today', '21/11/2026', '2026-11-21', []],
    ['20 years ago', '21/11/2006', '2006-11-21', []],
  ])('waiting since as %s is read like a date of birth (PTN-5, IMP-4)', (_, waitingSince, day, warnings) => {
    const checked = checkImportRow({ ...good, waitingSince }, rules)
    expect(checked).toMatchObject({ row: { waitingSince: day } })
    expect('warnings' in checked && checked.warnings.map(({ code }) => code)).toEqual(warnings)
  })

  test.each([
    ['tomorrow', '22/11/2026', 'in_the_future', 'Waiting since must not be in the future.'],
    ['more than 20 years ago', '20/11/2006', 'too_long_ago', 'Waiting since is more than 20 years ago. Check the year.'],
    [
      'a number of weeks',
      26,
      'year_or_weeks',
      'Waiting since is a number that could be a year or a number of weeks. Write the whole date, such as 09/03/2025.',
    ],
    ['a year', '2025', 'year_or_weeks', expect.stringContaining('could be a year')],
    ['no real day', '31/02/2026', 'not_valid', 'Waiting since must be a real date, such as 09/03/2025, 9 March 2025 or 2025-03-09.'],
    ['a formula that failed', { error: '#N/A' }, 'cell_error', 'Waiting since holds a formula that failed.'],
  ])('waiting since as %s is an error (PTN-5, IMP-4)', (_, waitingSince, code, message) => {
    expect(errorsOf({ waitingSince })).toEqual([{ column: 'waitingSince', code, message }])
  })

  test('waiting since is refused for a form of another type, and a row without the date is not (PTN-5, IMP-4)', () => {
    const other = [{ id: 'f2', title: 'Pre-assessment', type: 'pre_assessment' }]
    const message = 'Waiting since can be given only for a form of the type “Waiting list”. Delete the date or choose another form.'
    const form = { form: 'Pre-assessment' }
    expect(errorsOf({ ...form, waitingSince: '09/03/2026' }, { ...rules, forms: other })).toEqual([
      { column: 'waitingSince', code: 'wrong_form_type', message },
    ])
    expect(errorsOf({ ...form, waitingSince: '' }, { ...rules, forms: other })).toEqual([])
  })

  test.each([
    ['a phone', {}, {}, 'sms'],
    ['an email only', { phone: null, email: 'amira@example.com' }, {}, 'email'],
    ['neither', { phone: null }, {}, 'nhs_app'],
    ['a phone where SMS cannot be sent', {}, { sms: 'No provider.' }, 'nhs_app'],
  ])('a row without a method and with %s gets the first method that has its contact detail (IMP-4)', (_, cells, uncarried, method) => {
    expect(checkImportRow({ ...good, ...cells, method: '' }, { ...rules, uncarried })).toMatchObject({
      errors: [],
      row: { method, isMethodDerived: true },
    })
  })

  test('a row without a method and without a contact detail for any needs a method (IMP-4)', () => {
    const uncarried = { nhs_app: 'No service.' }
    expect(checkImportRow({ ...good, phone: null, method: null }, { ...rules, uncarried }).errors).toEqual([
      {
        column: 'method',
        code: 'not_valid',
        message: 'Method is required, because there is no contact detail for another method that can be used.',
      },
    ])
  })

  test('a method that cannot be sent is the only error, and its contact detail is not required (IMP-4, NOT-7)', () => {
    const withoutProvider = { ...rules, uncarried: { sms: 'No SMS provider is set up.' } }
    const message = 'Method cannot be used. No SMS provider is set up.'
    expect(errorsOf({ method: 'SMS', phone: null }, withoutProvider)).toEqual([{ column: 'method', code: 'not_carried', message }])
    expect(errorsOf({ method: 'SMS', phone: 'no number' }, withoutProvider).map(({ column }) => column)).toEqual(['phone', 'method'])
    expect(errorsOf({ method: 'Email', email: 'amira@example.com' }, withoutProvider)).toEqual([])
  })

  test('a lower minimum age accepts a child, but never for the NHS App (ORG-6, IMP-4)', () => {
    const child = { dateOfBirth: { date: '2014-01-01' } }
    expect(errorsOf(child, { ...rules, minimumAge: 0 })).toEqual([])
    expect(errorsOf({ ...child, method: 'NHS App' }, { ...rules, minimumAge: 0 }).map(({ code }) => code)).toEqual(['too_young'])
  })

  test('an empty row reports every required column in the order of the columns (IMP-3)', () => {
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
    fc.record({ time: fc.double() }),
  )
  const anyRow = fc.record(Object.fromEntries(importColumnKeys.map((key) => [key, anyCell])), { requiredKeys: [] })

  test('no row makes the check throw, and errors never repeat the values of the row (SAFE-3)', () => {
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
})

describe('importInstructions', () => {
  test('every column is explained, and each example is valid (IMP-1)', () => {
    expect(importTabs).toEqual({ rows: 'Form requests', instructions: 'Instructions' })
    expect(importInstructions).toHaveLength(importColumnKeys.length + 3)
    const examples = Object.fromEntries(importColumnKeys.map((key) => [key, importColumns[key].example]))
    expect(checkImportRow(examples, rules).errors).toEqual([])
  })
})

describe('cleanText and isBlankRow', () => {
  test('characters that spreadsheets add are removed, and blank rows are recognised (IMP-4)', () => {
    expect(cleanText("\u{FEFF}'0012 ")).toBe('0012')
    expect(cleanText('Ami\u200B\u200Cra\u200D\u2060\u00AD\u202C')).toBe('Amira')
    expect(cleanText("'t Hooft")).toBe("'t Hooft")
    expect(isBlankRow([null, undefined, ' ', ''])).toBe(true)
    expect(isBlankRow([null, 0])).toBe(false)
  })
})

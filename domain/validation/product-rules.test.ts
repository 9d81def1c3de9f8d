import fc from 'fast-check'
import { expect, test } from 'vitest'

import { olderThan, validate } from './rules.ts'
import { firstError } from './rule.ts'

const { accept, confirmed, either, email, nhsNumber, password, phone, required, sixteenYearsAgo } = validate

const today = '2026-11-21'

test.each([
  [undefined, true],
  [null, true],
  ['', true],
  [' \t\n', true],
  [false, true],
  [0, true],
  [[], true],
  ['x', false],
  [true, false],
  [['x'], false],
  ['0', false],
])('VAL-1 required: %o is missing: %s', (value, isMissing) => {
  expect(firstError(value, [required], 'First name')).toBe(isMissing ? 'First name is required.' : undefined)
})

test('VAL-1 accept takes nothing but true', () => {
  expect(accept(true)).toBeUndefined()
  for (const value of [false, 'true', 1, undefined]) expect(firstError(value, [accept], 'the terms')).toBe('You must accept the terms.')
})

test.each([
  ['', true],
  ['amira.khan@example.com', true],
  ["o'brien+clinic@mail.example.co.uk", true],
  ['a@b.uk', true],
  ['amira@example.c', false],
  ['amira@example', false],
  ['amira@@example.com', false],
  ['amira khan@example.com', false],
  ['.amira@example.com', false],
  ['amira..khan@example.com', false],
  ['@example.com', false],
  ['amira@-example.com', false],
  ['amira@example.com ', false],
  [`${'a'.repeat(65)}@example.com`, false],
  [`a@${'example.'.repeat(40)}com`, false],
])('VAL-1 IMP-4 the e-mail %s is good: %s', (value, isGood) => {
  expect(firstError(value, [email], 'Email')).toBe(isGood ? undefined : 'Email must be a valid email address.')
})

test('VAL-1 a phone left empty passes, a mobile passes, a landline does not', () => {
  expect(phone('')).toBeUndefined()
  expect(phone('07700 900123')).toBeUndefined()
  expect(firstError('020 7946 0018', [phone], 'Phone')).toBe('Phone must be a valid UK mobile phone number.')
})

const weak = 'Password must have at least one uppercase, one lowercase, one number and one special character.'
test.each([
  ['', undefined],
  ['Abc1!', 'Password must be at least 8 characters.'],
  ['Formward1!', undefined],
  ['formward1!', weak],
  ['FORMWARD1!', weak],
  ['Formward!!', weak],
  ['Formward11', weak],
  ['Formward1_', weak],
  ['Formward1-', undefined],
])('VAL-1 the password %s: %s', (value, message) => {
  expect(firstError(value, [password], 'Password')).toBe(message)
})

test('VAL-1 one of two fields is enough, and a repeated password must be the same', () => {
  expect(either('', 'x')).toBeUndefined()
  expect(either('x', '')).toBeUndefined()
  expect(firstError('', [(value) => either(value, ' ')], 'SMS', 'Email')).toBe('Either SMS or Email need to be selected.')
  expect(confirmed('a', 'a')).toBeUndefined()
  expect(confirmed('a', 'b')).toBe("Passwords don't match.")
})

test('VAL-1 an NHS number left empty passes, a wrong one does not', () => {
  expect(nhsNumber('')).toBeUndefined()
  expect(nhsNumber('999 000 0018')).toBeUndefined()
  expect(nhsNumber('999 000 0019')).toBe('Needs to be a valid NHS number.')
})

test.each([
  ['2010-11-20', undefined],
  ['2010-11-21', 'Patient must be at least 16 years old.'],
  ['2010-11-22', 'Patient must be at least 16 years old.'],
  ['2027-01-01', 'Patient must be at least 16 years old.'],
  ['2010-02-30', 'Date of birth is not valid.'],
  ['', undefined],
])('VAL-1 born %s, on the day of 21 November 2026: %s', (born, message) => {
  expect(firstError(born, [(value) => sixteenYearsAgo(value, today)], 'Date of birth')).toBe(message)
})

test('ORG-6 an organisation with another minimum age says that age', () => {
  expect(olderThan('2010-11-20', today, 18)).toBe('Patient must be at least 18 years old.')
})

test('VAL-2 the first rule that fails speaks, and the others are not asked', () => {
  const never = () => expect.unreachable()
  expect(firstError('', [required, never], 'Email')).toBe('Email is required.')
  expect(firstError('x', [required, email], '$& {fieldTwo}')).toBe('$& {fieldTwo} must be a valid email address.')
})

test('SAFE-3 no value, of whatever shape, makes a rule fail', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (value, other) => {
      for (const rule of [required, accept, email, phone, password, nhsNumber]) rule(value)
      either(value, other)
      confirmed(value, other)
      sixteenYearsAgo(value, today)
    }),
  )
})

test('SAFE-3 an e-mail made to keep a pattern busy is refused, and does not hang', () => {
  for (const hostile of [`${'a.'.repeat(50_000)}@`, `a@${'a-'.repeat(50_000)}.`, `${'a'.repeat(100_000)}@a`])
    expect(email(hostile)).toBeDefined()
})

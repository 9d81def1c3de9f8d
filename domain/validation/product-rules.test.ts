import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { olderThan, validate } from './rules.ts'
import { firstError } from './rule.ts'

const { accept, confirmed, either, email, nhsNumber, password, phone, required, sixteenYearsAgo } = validate

const today = '2026-11-21'

describe('validate.required', () => {
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
  ])('%o is missing: %s (VAL-1)', (value, isMissing) => {
    expect(firstError(value, [required], 'First name')).toBe(isMissing ? 'First name is required.' : undefined)
  })
})

describe('validate.accept', () => {
  test('accepts only true (VAL-1)', () => {
    expect(accept(true)).toBeUndefined()
    for (const value of [false, 'true', 1, undefined]) expect(firstError(value, [accept], 'the terms')).toBe('You must accept the terms.')
  })
})

describe('validate.email', () => {
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
  ])('the email address %s is valid: %s (VAL-1, IMP-4)', (value, isGood) => {
    expect(firstError(value, [email], 'Email')).toBe(isGood ? undefined : 'Email must be a valid email address.')
  })
})

describe('validate.phone', () => {
  test('accepts an empty value and a mobile number, and refuses a landline number (VAL-1)', () => {
    expect(phone('')).toBeUndefined()
    expect(phone('07700 900123')).toBeUndefined()
    expect(firstError('020 7946 0018', [phone], 'Phone')).toBe('Phone must be a valid UK mobile phone number.')
  })
})

const weak = 'Password must have at least one uppercase, one lowercase, one number and one special character.'
describe('validate.password', () => {
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
  ])('the password %s: %s (VAL-1)', (value, message) => {
    expect(firstError(value, [password], 'Password')).toBe(message)
  })
})

describe('validate.either and validate.confirmed', () => {
  test('one of two fields is enough, and a repeated password must be the same (VAL-1)', () => {
    expect(either('', 'x')).toBeUndefined()
    expect(either('x', '')).toBeUndefined()
    expect(firstError('', [(value) => either(value, ' ')], 'SMS', 'Email')).toBe('Either SMS or Email need to be selected.')
    expect(confirmed('a', 'a')).toBeUndefined()
    expect(confirmed('a', 'b')).toBe("Passwords don't match.")
  })
})

describe('validate.nhsNumber', () => {
  test('accepts an empty value and refuses an invalid number (VAL-1)', () => {
    expect(nhsNumber('')).toBeUndefined()
    expect(nhsNumber('999 000 0018')).toBeUndefined()
    expect(nhsNumber('999 000 0019')).toBe('Needs to be a valid NHS number.')
  })
})

describe('validate.sixteenYearsAgo', () => {
  test.each([
    ['2010-11-20', undefined],
    ['2010-11-21', 'Patient must be at least 16 years old.'],
    ['2010-11-22', 'Patient must be at least 16 years old.'],
    ['2027-01-01', 'Patient must be at least 16 years old.'],
    ['2010-02-30', 'Date of birth is not valid.'],
    ['', undefined],
  ])('born %s, on 21 November 2026: %s (VAL-1)', (born, message) => {
    expect(firstError(born, [(value) => sixteenYearsAgo(value, today)], 'Date of birth')).toBe(message)
  })
})

describe('olderThan', () => {
  test("the message names the organisation's minimum age (ORG-6)", () => {
    expect(olderThan('2010-11-20', today, 18)).toBe('Patient must be at least 18 years old.')
  })
})

describe('firstError', () => {
  test('answers the message of the first failing rule and runs no further rule (VAL-2)', () => {
    const never = () => expect.unreachable()
    expect(firstError('', [required, never], 'Email')).toBe('Email is required.')
    expect(firstError('x', [required, email], '$& {fieldTwo}')).toBe('$& {fieldTwo} must be a valid email address.')
  })
})

describe('every rule', () => {
  test('no value makes a rule throw (SAFE-3)', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (value, other) => {
        for (const rule of [required, accept, email, phone, password, nhsNumber]) rule(value)
        either(value, other)
        confirmed(value, other)
        sixteenYearsAgo(value, today)
      }),
    )
  })

  test('an email address made to slow the pattern down is refused quickly (SAFE-3)', () => {
    for (const hostile of [`${'a.'.repeat(50_000)}@`, `a@${'a-'.repeat(50_000)}.`, `${'a'.repeat(100_000)}@a`])
      expect(email(hostile)).toBeDefined()
  })
})

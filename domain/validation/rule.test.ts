import { describe, expect, test } from 'vitest'

import { validationMessages, withFields } from './rule.ts'

/** Specification section 5, word for word, except the password message, which it only describes. */
const specified = [
  '{field} is required.',
  'Unknown validation error.',
  'Incorrect code, please try again.',
  'You must accept {field}.',
  '{field} must be a valid email address.',
  '{field} must be a valid UK mobile phone number.',
  '{field} must be at least 8 characters.',
  "Passwords don't match.",
  'Either {field} or {fieldTwo} need to be selected.',
  'Needs to be a valid NHS number.',
  'Patient must be at least 16 years old.',
  'Please add at least one question to save the form.',
  '{field} is not valid.',
]
/** The keys of specification section 8. */
const keys = [
  'required',
  'accept',
  'emailAddress',
  'phoneNumber',
  'length',
  'password',
  'either',
  'passwordMatch',
  'nhsNumber',
  'sixteenYearsAgo',
]

describe('validationMessages', () => {
  test('every message of the specification is there word for word, and no other (VAL-1)', () => {
    const { password, ...others } = validationMessages

    expect(Object.values(others).toSorted()).toEqual(specified.toSorted())
    for (const part of ['at least one uppercase', 'one lowercase', 'one number', 'one special character']) expect(password).toContain(part)
  })

  test('the keys are those of the specification (VAL-1)', () => {
    expect(Object.keys(validationMessages)).toEqual(expect.arrayContaining(keys))
  })
})

describe('withFields', () => {
  test('a field name with special characters is inserted unchanged (VAL-1)', () => {
    expect(withFields(validationMessages.either, '$1 {fieldTwo}', '$&')).toBe('Either $1 {fieldTwo} or $& need to be selected.')
  })
})

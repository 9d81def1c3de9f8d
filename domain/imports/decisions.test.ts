import { expect, test } from 'vitest'

import { decide, groupOf, kindsOf, methodsOf, planOf, rowsOfKinds, usualChoices, verdictOf } from './decisions.ts'

const nobody = { choice: null, known: [] } as const

test('IMP-7 a row is left out if any of its warnings leaves it out, and replaces what is open if none does', () => {
  const choices = { ...usualChoices, repeated: 'send', already_open: 'replace' } as const
  expect(decide([], choices, nobody)).toBe('send')
  expect(decide(['differs'], choices, nobody)).toBe('send')
  expect(decide(['repeated', 'already_open'], choices, nobody)).toBe('replace')
  expect(decide(['already_open', 'possible_match'], choices, nobody)).toBe('skip')
})

test('IMP-7 what was decided for the row itself goes before the file, but not for what came to light later', () => {
  expect(decide(['repeated'], usualChoices, { choice: 'send', known: ['repeated'] })).toBe('send')
  expect(decide(['repeated', 'already_open'], usualChoices, { choice: 'send', known: ['repeated'] })).toBe('skip')
  expect(decide(['differs'], usualChoices, { choice: 'skip', known: ['differs'] })).toBe('skip')
})

test('IMP-7 the plan is told from groups of rows, whatever is decided for the file or for single rows', () => {
  const groups = {
    [groupOf(['repeated'], null, 'sms')]: 30,
    [groupOf(['already_open'], null, 'email')]: 12,
    [groupOf(['already_open', 'differs'], 'replace', 'email')]: 2,
    [groupOf(['differs'], null, 'nhs_app')]: 7,
  }
  expect(planOf(4_000, groups, usualChoices)).toEqual({ send: 4_007, skip: 42, replace: 2 })
  expect(planOf(4_000, groups, { ...usualChoices, already_open: 'replace', repeated: 'send' })).toEqual({
    send: 4_037,
    skip: 0,
    replace: 14,
  })
  expect(rowsOfKinds(groups)).toMatchObject({ repeated: 30, already_open: 14, possible_match: 0, differs: 9 })
  expect(methodsOf({ sms: 4_000 }, groups, usualChoices)).toEqual({ sms: 4_000, email: 2, nhs_app: 7 })
  expect(methodsOf({}, groups, { ...usualChoices, repeated: 'send' })).toEqual({ sms: 30, email: 2, nhs_app: 7 })
})

test('another name or date of birth is an identity conflict and left out, another phone number or email address is not (IMP-7, PAT-4)', () => {
  const kinds = (column: string, code: string) => kindsOf([{ column, code }])
  for (const [column, code] of [
    ['firstName', 'differs'],
    ['lastName', 'contradicts'],
    ['dateOfBirth', 'differs'],
  ] as const)
    expect(kinds(column, code)).toEqual(['identity'])
  for (const column of ['phone', 'email']) expect(kinds(column, 'differs')).toEqual(['differs'])
  expect([usualChoices.identity, usualChoices.differs]).toEqual(['skip', 'send'])
})

test('IMP-3 what is looked for among the warnings is a warning, and among the errors an error', () => {
  expect(['repeated', 'matched_by_details', 'contradicts', 'opened_since'].map(verdictOf)).toEqual(Array(4).fill('warning'))
  expect(['not_valid', 'unknown_form', 'archived'].map(verdictOf)).toEqual(Array(3).fill('error'))
})

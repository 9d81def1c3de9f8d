import { describe, expect, test } from 'vitest'

import { decide, groupOf, kindsOf, methodsOf, planOf, rowsOfKinds, defaultChoices, verdictOf } from './decisions.ts'

const nobody = { choice: null, known: [] } as const

describe('decide', () => {
  test('a row is skipped if any of its warnings is skipped, and replaces the open request if none is (IMP-7)', () => {
    const choices = { ...defaultChoices, repeated: 'send', already_open: 'replace' } as const
    expect(decide([], choices, nobody)).toBe('send')
    expect(decide(['differs'], choices, nobody)).toBe('send')
    expect(decide(['repeated', 'already_open'], choices, nobody)).toBe('replace')
    expect(decide(['already_open', 'possible_match'], choices, nobody)).toBe('skip')
  })

  test('the choice for a row outranks the choice for the file, except for warnings found later (IMP-7)', () => {
    expect(decide(['repeated'], defaultChoices, { choice: 'send', known: ['repeated'] })).toBe('send')
    expect(decide(['repeated', 'already_open'], defaultChoices, { choice: 'send', known: ['repeated'] })).toBe('skip')
    expect(decide(['differs'], defaultChoices, { choice: 'skip', known: ['differs'] })).toBe('skip')
  })
})

describe('planOf', () => {
  test('the plan is calculated from groups of rows (IMP-7)', () => {
    const groups = {
      [groupOf(['repeated'], null, 'sms')]: 30,
      [groupOf(['already_open'], null, 'email')]: 12,
      [groupOf(['already_open', 'differs'], 'replace', 'email')]: 2,
      [groupOf(['differs'], null, 'nhs_app')]: 7,
    }
    expect(planOf(4_000, groups, defaultChoices)).toEqual({ send: 4_007, skip: 42, replace: 2 })
    expect(planOf(4_000, groups, { ...defaultChoices, already_open: 'replace', repeated: 'send' })).toEqual({
      send: 4_037,
      skip: 0,
      replace: 14,
    })
    expect(rowsOfKinds(groups)).toMatchObject({ repeated: 30, already_open: 14, possible_match: 0, differs: 9 })
    expect(methodsOf({ sms: 4_000 }, groups, defaultChoices)).toEqual({ sms: 4_000, email: 2, nhs_app: 7 })
    expect(methodsOf({}, groups, { ...defaultChoices, repeated: 'send' })).toEqual({ sms: 30, email: 2, nhs_app: 7 })
  })
})

describe('kindsOf', () => {
  test('a different name or date of birth is an identity conflict and is skipped; different contact details are not (IMP-7, PAT-4)', () => {
    const kinds = (column: string, code: string) => kindsOf([{ column, code }])
    for (const [column, code] of [
      ['firstName', 'differs'],
      ['lastName', 'contradicts'],
      ['dateOfBirth', 'differs'],
    ] as const)
      expect(kinds(column, code)).toEqual(['identity'])
    for (const column of ['phone', 'email']) expect(kinds(column, 'differs')).toEqual(['differs'])
    expect([defaultChoices.identity, defaultChoices.differs]).toEqual(['skip', 'send'])
  })
})

describe('verdictOf', () => {
  test('each code is listed either under warnings or under errors (IMP-3)', () => {
    expect(['repeated', 'matched_by_details', 'contradicts', 'opened_since'].map(verdictOf)).toEqual(Array(4).fill('warning'))
    expect(['not_valid', 'unknown_form', 'archived'].map(verdictOf)).toEqual(Array(3).fill('error'))
  })
})

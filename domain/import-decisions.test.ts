import { expect, test } from 'vitest'

import { decide, groupOf, kindsOf, planOf, rowsOfKinds, usualChoices, verdictOf } from './import-decisions.ts'

const nobody = { choice: null, known: [] } as const

test('IMP-7 a row is left out if any of its warnings leaves it out, and replaces what is open if none does', () => {
  const choices = { repeated: 'send', already_open: 'replace', possible_match: 'skip', differs: 'send' } as const
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
    [groupOf(['repeated'], null)]: 30,
    [groupOf(['already_open'], null)]: 12,
    [groupOf(['already_open', 'differs'], 'replace')]: 2,
    [groupOf(['differs'], null)]: 7,
  }
  expect(planOf(4_000, groups, usualChoices)).toEqual({ send: 4_007, skip: 42, replace: 2 })
  expect(planOf(4_000, groups, { ...usualChoices, already_open: 'replace', repeated: 'send' })).toEqual({
    send: 4_037,
    skip: 0,
    replace: 14,
  })
  expect(rowsOfKinds(groups)).toEqual({ repeated: 30, already_open: 14, possible_match: 0, differs: 9 })
  expect(kindsOf([{ code: 'differs' }, { code: 'contradicts' }, { code: 'matched_by_details' }])).toEqual(['possible_match', 'differs'])
})

test('IMP-3 what is looked for among the warnings is a warning, and among the errors an error', () => {
  expect(['repeated', 'matched_by_details', 'contradicts', 'opened_since'].map(verdictOf)).toEqual(Array(4).fill('warning'))
  expect(['not_valid', 'unknown_form', 'archived'].map(verdictOf)).toEqual(Array(3).fill('error'))
})

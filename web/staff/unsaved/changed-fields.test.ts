import { expect, test } from 'vitest'

import { changedFields, readKept, textToKeep } from './changed-fields.ts'

const initial = { name: '', wards: [] as string[], isClinician: false, form: undefined as { id: string } | undefined, password: '' }

test('only what was typed into is kept, so that what somebody else changes meanwhile stays theirs (IDLE-4)', () => {
  const changed = changedFields(initial, { ...initial, name: 'Ada', wards: ['4B'] })
  expect(changed).toEqual({ name: 'Ada', wards: ['4B'] })
  expect(readKept(textToKeep(changed), initial)).toEqual({ name: 'Ada', wards: ['4B'] })
  expect(textToKeep(changedFields(initial, { ...initial }))).toBe('')
})

test('a password is never kept (IDLE-4)', () => {
  expect(textToKeep(changedFields(initial, { ...initial, password: 'Radium-1898!' }))).toBe('')
  expect(textToKeep({ name: 'Ada', passwordAgain: 'Radium-1898!' })).toBe('{"name":"Ada"}')
  expect(readKept('{"password":"Radium-1898!"}', initial)).toEqual({})
})

test('what no longer fits the form is left out (IDLE-4)', () => {
  const kept = '{"name":7,"wards":"4B","isClinician":"yes","form":{"id":"1"},"gone":"x","__proto__":{"name":"x"}}'
  expect(readKept(kept, initial)).toEqual({ form: { id: '1' } })
})

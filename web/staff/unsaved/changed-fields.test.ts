import { describe, expect, test } from 'vitest'

import { changedFields, readDraft, draftOf } from './changed-fields.ts'

const initial = { name: '', wards: [] as string[], isClinician: false, form: undefined as { id: string } | undefined, password: '' }

describe('changedFields', () => {
  test('a draft has only the changed fields, so that it overwrites no change of another user (IDLE-4)', () => {
    const changed = changedFields(initial, { ...initial, name: 'Ada', wards: ['4B'] })
    expect(changed).toEqual({ name: 'Ada', wards: ['4B'] })
    expect(readDraft(draftOf(changed), initial)).toEqual({ name: 'Ada', wards: ['4B'] })
    expect(draftOf(changedFields(initial, { ...initial }))).toBe('')
  })

  test('a draft never has a password or a key (IDLE-4, SAFE-2)', () => {
    expect(draftOf(changedFields(initial, { ...initial, password: 'Radium-1898!' }))).toBe('')
    expect(draftOf({ name: 'Ada', passwordAgain: 'Radium-1898!' })).toBe('{"name":"Ada"}')
    expect(draftOf({ name: 'Ada', apiKey: 'made-up', privateKey: 'made-up' })).toBe('{"name":"Ada"}')
    expect(readDraft('{"password":"Radium-1898!"}', initial)).toEqual({})
  })

  test('fields that no longer fit the form are ignored (IDLE-4)', () => {
    const kept = '{"name":7,"wards":"4B","isClinician":"yes","form":{"id":"1"},"gone":"x","__proto__":{"name":"x"}}'
    expect(readDraft(kept, initial)).toEqual({ form: { id: '1' } })
  })
})

import { describe, expect, test } from 'vitest'

import { isShown, searchOf } from './view-state.ts'

const view = { filters: { status: ['opened', 'unopened'], urgent: true }, sort: '-createdAt', limit: 20 }

describe('The state of a view', () => {
  test('a view counts as changed when the list shows something else, whatever the order of choosing (REQ-1)', () => {
    expect(isShown(view, { filters: { urgent: 'true', status: ['unopened', 'opened'] }, limit: 20 })).toBe(true)
    expect(isShown(view, { filters: { urgent: 'true', status: ['unopened'] }, limit: 20 })).toBe(false)
    expect(isShown(view, { ...view, sort: 'lastName' })).toBe(false)
    expect(isShown(view, { ...view, limit: 50 })).toBe(false)
    expect(isShown(view, { ...view, filters: { ...view.filters, search: 'smith' } })).toBe(false)
  })

  test('a view opens at a URL with all its settings (REQ-1)', () => {
    const id = '7b0d4f5e-2a0b-4c43-8a43-0c7a4f1f8a11'
    expect(
      searchOf({
        id,
        name: 'Mine',
        filters: { status: ['opened'], urgent: true },
        sort: 'lastName',
        limit: 50,
        isDefault: false,
        isShared: false,
        sharedBy: null,
      }),
    ).toEqual({
      view: id,
      limit: 50,
      sort: 'lastName',
      filters: { status: ['opened'], urgent: 'true' },
    })
  })
})

import { describe, expect, test } from 'vitest'

import { extendSelection, howManySelected, nextSort, toggleAll, toggleRow } from './data-table.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const listed = (selected: ReadonlySet<string>) => [...selected].sort().join('')

describe('Selecting and sorting rows', () => {
  test('ticking a row selects it, ticking it again deselects it (UI-2)', () => {
    const once = toggleRow(ids, new Set(), 'b')
    expect(listed(once)).toBe('b')
    expect(listed(toggleRow(ids, once, 'b'))).toBe('')
  })

  test('with Shift, all rows from the last clicked row are selected, in either direction (UI-2)', () => {
    expect(listed(toggleRow(ids, new Set(['b']), 'd', 'b'))).toBe('bcd')
    expect(listed(toggleRow(ids, new Set(['d']), 'a', 'd'))).toBe('abcd')
  })

  test('with Shift on a selected row, the whole range is deselected (UI-2)', () => {
    expect(listed(toggleRow(ids, new Set(ids), 'd', 'b'))).toBe('ae')
  })

  test('with Shift, only this row is selected when the last clicked row is gone (UI-2)', () => {
    expect(listed(toggleRow(ids, new Set(), 'c', 'gone'))).toBe('c')
  })

  test('the header selects all rows of this page and keeps the selection of other pages (UI-2)', () => {
    const all = toggleAll(ids, new Set(['a', 'elsewhere']))
    expect(listed(all)).toBe(listed(new Set([...ids, 'elsewhere'])))
    expect(listed(toggleAll(ids, all))).toBe('elsewhere')
  })

  test.each([
    [[], 'none'],
    [['elsewhere'], 'none'],
    [['a', 'c'], 'some'],
    [ids, 'all'],
  ] as const)('with %j selected the header shows %s (UI-2)', (selected, shown) => {
    expect(howManySelected(ids, new Set(selected))).toBe(shown)
  })

  test('pressing a header sorts ascending, then descending, then ascending again (NAV-7)', () => {
    const first = nextSort(undefined, 'created')
    const second = nextSort(first, 'created')
    expect([first.direction, second.direction, nextSort(second, 'created').direction]).toEqual(['asc', 'desc', 'asc'])
    expect(nextSort(second, 'patient')).toEqual({ by: 'patient', direction: 'asc' })
  })

  test('with Shift and an arrow key, the selection grows row by row and shrinks on the way back (UI-2, REQ-6)', () => {
    const move = (selected: ReadonlySet<string>, from: string, to: string) => extendSelection(ids, selected, { began: 'b', from, to })
    const grown = move(move(new Set(), 'b', 'c'), 'c', 'd')
    expect(listed(grown)).toBe('bcd')
    expect(listed(move(grown, 'd', 'c'))).toBe('bc')
    expect(listed(move(move(new Set(['d']), 'b', 'c'), 'c', 'd')), 'what was ticked before is no way back').toBe('bcd')
    expect(listed(move(grown, 'd', 'a')), 'on the other side').toBe('ab')
    expect(listed(move(new Set(), 'b', 'e')), 'to the end').toBe('bcde')
  })
})

import { describe, expect, test } from 'vitest'

import { readQueryString } from '#web/api/query-string.ts'
import { worklist } from '#web/staff/searches.ts'

import { hrefOfPreset, presetShown, presetViews } from './preset-views.ts'

describe('The preset views', () => {
  test.each(presetViews)('the address of $name opens the list that has its name (REQ-8)', (view) => {
    const { filters } = worklist.queryOf(
      worklist.read(readQueryString(new URL(hrefOfPreset(view), 'https://formward.example').search.slice(1))),
    )
    expect(filters).toEqual(view.filters)
    expect(presetShown(filters)?.name).toBe(view.name)
  })

  test('a list with another filter is no preset view (REQ-8)', () => {
    expect(presetShown({})).toBeUndefined()
    for (const { filters } of presetViews) expect(presetShown({ ...filters, search: 'smith' })).toBeUndefined()
  })
})

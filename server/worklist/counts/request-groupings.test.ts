import { beforeAll, describe, expect, test } from 'vitest'

import { openWorklist } from '#test/worklist.ts'

let worklist: Awaited<ReturnType<typeof openWorklist>>
beforeAll(async () => {
  worklist = await openWorklist()
})

describe('The counts by filter', () => {
  test('the counts of a filter show the number for each value with the other filters applied (REQ-1)', async () => {
    const { list } = worklist
    const { groupings, totalDocs } = await list('filters[status]=opened&filters[specialty]=320')

    expect(totalDocs).toBe(1)
    expect(groupings.status).toEqual({ unopened: 0, opened: 1, completed: 1, sent_in_error: 0, auto_closed: 0, closed: 0, expired: 0 })
    expect(groupings.specialty).toEqual([{ value: '320', label: '320 Cardiology', count: 1 }])
    expect(groupings.urgent).toBe(1)
    expect(groupings.method).toEqual([
      { value: 'sms', label: 'SMS', count: 0 },
      { value: 'email', label: 'Email', count: 1 },
      { value: 'nhs_app', label: 'NHS App', count: 0 },
    ])
  })

  test('without a filter the groupings of each kind have labels and add up to the total (REQ-1)', async () => {
    const { formIds, list } = worklist
    const { groupings, totalDocs } = await list('')

    expect(totalDocs).toBe(5)
    expect(Object.values(groupings.status).reduce((sum, n) => sum + n)).toBe(5)
    expect(groupings.formId).toEqual([
      { value: formIds[0], label: 'PHQ-9', count: 3 },
      { value: formIds[1], label: 'Waiting list', count: 2 },
    ])
    expect(groupings.assignee.map(({ label, count }) => [label, count])).toEqual(
      expect.arrayContaining([
        ['Unassigned', 3],
        ['Ada Byron', 1],
        ['Ravi Menon', 1],
      ]),
    )
    expect(groupings.location.map(({ label, count }) => `${label} ${count}`)).toEqual(['Ward 4B 2', 'Day Surgery 1'])
  })

  test('every count of a grouping is the total of the list that choosing it opens (REQ-1)', async () => {
    const { list } = worklist
    const base = 'filters[search]=smith'
    const { groupings } = await list(base)
    const links = [
      ...Object.entries(groupings.status).map(([value, count]) => ['status', value, count] as const),
      ...(['specialty', 'assignee', 'method', 'location', 'event', 'wardId'] as const).flatMap((name) =>
        groupings[name].map(({ value, count }) => [name, value, count] as const),
      ),
      ...groupings.formId.map(({ value, count }) => ['formId', value, count] as const),
      ['urgent', 'true', groupings.urgent] as const,
    ]
    for (const [filter, value, count] of links) {
      const { totalDocs } = await list(`${base}&filters[${filter}]=${encodeURIComponent(value)}`)
      expect([filter, value, totalDocs]).toEqual([filter, value, count])
    }
  })

  test.each([
    '',
    'filters[status]=opened&filters[specialty]=320',
    'filters[status]=opened&filters[status]=closed',
    'filters[location]=Ward 4B&filters[urgent]=false',
    'filters[createdFrom]=2026-07-01',
    'filters[search]=smith',
    'filters[search]=s&filters[status]=completed',
  ])(
    'of the list %j are a call of their own with the same numbers, and the page and its total do not need them (REQ-1, PERF-1)',
    async (asked) => {
      const { list, clerk } = worklist
      const { groupings, docs, totalDocs } = await list(asked)

      const alone = await list(`groupings=false&${asked}`)
      expect([alone.docs, alone.totalDocs, 'groupings' in alone]).toEqual([docs, totalDocs, false])
      const filters = new URLSearchParams([...new URLSearchParams(asked)].filter(([name]) => name.startsWith('filters')))
      expect((await clerk.get(`/api/forms/request/groupings?${filters.toString()}`)).json()).toEqual(groupings)
    },
  )

  test('a chosen value stays listed when the other filters leave no result for it (REQ-1)', async () => {
    const { formIds, list } = worklist
    const { groupings, totalDocs } = await list(`filters[location]=Ward 4B&filters[status]=opened&filters[formId]=${formIds[1]}`)

    expect(totalDocs).toBe(0)
    expect(groupings.location).toContainEqual({ value: 'Ward 4B', label: 'Ward 4B', count: 0 })
    expect(groupings.formId).toContainEqual({ value: formIds[1], label: 'Waiting list', count: 0 })
  })
})

import { describe, expect, test } from 'vitest'

import type { Series } from '#contract/series.ts'

import { changesOf, errorsOf, valuesOf } from './series-fields.ts'

const series: Series = {
  id: '0197a3a0-0000-7000-8000-000000000001',
  name: 'Knee PROM',
  form: { id: '0197a3a0-0000-7000-8000-000000000002', title: 'Knee' },
  dateLabel: 'Date of operation',
  schedule: { kind: 'offsets', offsets: [{ amount: 6, unit: 'weeks' }] },
  stopAnswer: { questionId: 'needed', values: ['no'] },
  method: null,
  specialty: '',
  lateDays: 7,
  whenOpen: 'replace',
  state: 'active',
  problem: null,
  stopProblem: null,
  counts: { enrolled: 2, dueSoon: 0, missed: 0, notSent: 0 },
  createdAt: '2026-11-02T09:00:00.000Z',
}

describe('The changes of a series', () => {
  test.each([
    ['nothing', {}, {}],
    ['a new name without the answer that stops the series and its times', { name: 'Hip PROM' }, { name: 'Hip PROM' }],
    [
      'new times',
      { offsets: [{ number: '8', unit: 'weeks' as const, side: 'after' as const }] },
      { schedule: { kind: 'offsets', offsets: [{ amount: 8, unit: 'weeks' }] } },
    ],
    ['no answer that stops the series', { stopQuestion: '', stopValues: [] }, { stopAnswer: null }],
    ['nothing for another example date', { exampleDate: '2027-01-04' }, {}],
  ])('are %s (REQ-10)', (_what, typed, changes) => {
    const opened = valuesOf(series)
    expect(changesOf({ ...opened, ...typed }, opened)).toEqual(changes)
  })
})

describe('The end date of a series', () => {
  const opened = valuesOf({ ...series, schedule: { kind: 'every', weeks: 12, times: null, until: '2026-01-31' } })

  test.each([
    ['that has passed is refused', { until: '2026-02-28' }, { until: 'End date must be today or later.' }],
    ['that has passed is refused with other weeks', { weeks: '6' }, { until: 'End date must be today or later.' }],
    ['that has passed is kept while the schedule is not changed', { name: 'Hip PROM' }, {}],
    ['that is to come is accepted', { until: '2126-01-31' }, {}],
    ['that is taken away is accepted', { until: '' }, {}],
  ])('%s (REQ-10)', (_what, typed, errors) => {
    expect(errorsOf({ ...opened, ...typed }, opened)).toEqual(errors)
  })
})

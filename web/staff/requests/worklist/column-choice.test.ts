import { describe, expect, test } from 'vitest'

import { columnsBeside, columnsFrom, columnsOf, moveColumn, widthsFrom } from './column-choice.ts'

describe('The columns of the worklist', () => {
  test('stored columns keep their order, and columns that do not exist are left out (REQ-8)', () => {
    expect(columnsFrom('patient created form')).toEqual(['patient', 'created', 'form'])
    expect(columnsFrom('patient gone form form <script>')).toEqual(['patient', 'form'])
    expect(columnsFrom(null)).toBeUndefined()
  })

  test('the name of the patient is always the first column, because it is the link of the row (REQ-8)', () => {
    expect(columnsFrom('')).toEqual(['patient'])
    expect(columnsFrom('form patient')).toEqual(['patient', 'form'])
    expect(moveColumn(['patient', 'status', 'form'], 'status', -1)).toEqual(['patient', 'status', 'form'])
    expect(moveColumn(['patient', 'status', 'form'], 'patient', 1)).toEqual(['patient', 'status', 'form'])
  })

  test('a column moves one place up or down, and not past the end (REQ-8)', () => {
    expect(moveColumn(['patient', 'status', 'form'], 'status', 1)).toEqual(['patient', 'form', 'status'])
    expect(moveColumn(['patient', 'status', 'form'], 'form', -1)).toEqual(['patient', 'form', 'status'])
    expect(moveColumn(['patient', 'status', 'form'], 'form', 1)).toEqual(['patient', 'status', 'form'])
  })

  test('stored widths are those of columns that have one, and others are left out (REQ-8)', () => {
    expect(widthsFrom('form:narrow assignee:wide')).toEqual({ form: 'narrow', assignee: 'wide' })
    expect(widthsFrom('form:huge patient:wide gone:wide form <b>:wide')).toEqual({})
    expect(widthsFrom(null)).toEqual({})
    const columns = columnsOf(['patient', 'form', 'assignee'], { form: 'narrow' })
    expect(columns.map(({ width }) => width)).toEqual([undefined, 'narrow', 'narrow'])
    expect(columnsOf(['patient', 'form', 'assignee'], { form: 'narrow' }), 'rows are not drawn again').toBe(columns)
  })

  test('beside a form request a row shows the moment by which the list is sorted (REQ-8)', () => {
    const momentBy = (by?: string) => columnsBeside(by === undefined ? undefined : { by, direction: 'desc' }).at(-1)?.id
    expect([momentBy(), momentBy('submittedAt'), momentBy('expiresAt'), momentBy('lastName'), momentBy('urgent')]).toEqual([
      'created',
      'submitted',
      'expires',
      'created',
      'created',
    ])
  })
})

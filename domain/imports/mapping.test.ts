import { describe, expect, test } from 'vitest'

import { columnsByMapping, guessColumns, missingFrom, repeatedHeadings, repeatedIn } from './mapping.ts'
import { importColumnKeys, importColumns } from './template.ts'

describe('guessColumns', () => {
  test('the headings of hospital systems and of the template are recognised, each column once (IMP-2)', () => {
    expect(guessColumns(importColumnKeys.map((key) => importColumns[key].header))).toEqual(importColumnKeys)
    expect(guessColumns(['Surname', 'FORENAME(S)', 'NHS No.', 'D.O.B.', 'Mobile_phone', 'Consultant', 'Errors', ''])).toEqual([
      'lastName',
      undefined,
      'nhsNumber',
      'dateOfBirth',
      'phone',
      undefined,
      undefined,
      undefined,
    ])
    expect(guessColumns(['Telephone', 'Mobile'])).toEqual([undefined, 'phone'])
    expect(guessColumns(['Mobile', 'Mobile'])).toEqual(['phone', undefined])
  })
})

describe('columnsByMapping', () => {
  test('columns are found by their headings in any order, case and punctuation (IMP-2)', () => {
    const mapping = [
      { heading: 'NHS No.', column: 'nhsNumber' },
      { heading: 'Consultant', column: null },
    ] as const
    expect(columnsByMapping(['consultant', '', ' nhs_no ', 'Ward'], mapping)).toEqual([null, undefined, 'nhsNumber', null])
  })

  test('what a mapping lacks or has twice is named (IMP-2)', () => {
    const mapping = [
      { heading: 'NHS No', column: 'nhsNumber' },
      { heading: 'Other number', column: 'nhsNumber' },
    ] as const
    expect(missingFrom(mapping)).toEqual(['firstName', 'lastName', 'dateOfBirth', 'form'])
    expect(repeatedIn(mapping)).toEqual(['nhsNumber'])
    expect(repeatedHeadings(['Phone', 'phone.', 'Name', '', ''])).toEqual(['Phone'])
  })
})

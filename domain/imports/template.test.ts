import { describe, expect, test } from 'vitest'

import { columnLetter, importColumnKeys, importColumns, matchHeader } from './template.ts'

describe('matchHeader', () => {
  test("accepts the template's header in any order and case, and reports a missing, repeated or unknown column (IMP-2)", () => {
    const headers = importColumnKeys.map((key): string => importColumns[key].header)
    expect(matchHeader(headers)).toEqual({ columns: importColumnKeys })
    expect(matchHeader([...headers.toReversed().map((header) => ` ${header.toUpperCase()}* `), ''])).toHaveProperty('columns')
    expect(matchHeader(['NHS number', 'nhs  number', 'Notes', ...headers.slice(2)])).toEqual({
      problems: [
        { code: 'repeated_column', message: "Column B: there is already a column 'NHS number'." },
        { code: 'unknown_column', message: 'Column C is not a column of the template.' },
        { code: 'missing_column', message: "The column 'Local patient ID' is missing." },
      ],
    })
    expect([0, 25, 26, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
  })
})

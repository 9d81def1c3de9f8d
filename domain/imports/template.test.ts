import { expect, test } from 'vitest'

import { columnLetter, importColumnKeys, importColumns, matchHeader } from './template.ts'

test('IMP-2 the header we offer matches itself, in any order and case; a missing, repeated or unknown column is told', () => {
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

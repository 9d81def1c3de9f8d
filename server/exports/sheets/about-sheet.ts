import { formatDateTime } from '#domain/moments.ts'
import type { OutgoingColumn } from '#server/documents/spreadsheet/write.ts'
import type { Selection } from '#server/worklist/worklist.ts'

import { personalColumns } from './request-sheet.ts'

export const aboutName = 'About this file'
export const aboutColumns: OutgoingColumn[] = [
  { header: aboutName, kind: 'text', width: 34 },
  { header: '', kind: 'text', width: 90 },
]

/** Describes the file for its later readers. */
export function aboutSheet({ selection, hasPersonalData }: { selection: Selection; hasPersonalData: boolean }) {
  const rows = [
    ['Form requests created until', formatDateTime(selection.until)],
    ['Filters', filterWords(selection)],
    ['Personal data', hasPersonalData ? 'Included. Keep this file safe and delete it when you no longer need it.' : 'Left out'],
    ...(hasPersonalData
      ? []
      : [
          ['Columns left out', personalColumns.join('; ')],
          ['Answers left out', freeTextWords],
        ]),
    [
      'Cells that begin with = + - @',
      'These cells are text. If you save this file as CSV for another program, check that the program does not run them as formulas.',
    ],
  ]
  return { sheet: { name: aboutName, columns: aboutColumns }, rows }
}

const freeTextWords = 'All free text answers, and answers to questions marked as identifying. The questions sheet shows which.'

/** The filters by name, without the search text, which may be a patient's name. */
function filterWords({ filters }: Selection) {
  const words = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [name === 'search' ? 'search' : `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`],
  )
  return words.length > 0 ? words.join('; ') : 'None'
}

import type { Question } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import type { OutgoingColumn, OutgoingRow } from '#server/documents/spreadsheet/write.ts'

import type { answerSheet } from './answer-sheet.ts'

export const codeBookName = 'Questions'

const columns: OutgoingColumn[] = [
  { header: 'Sheet', kind: 'text', width: 28 },
  { header: 'Column', kind: 'text', width: 36 },
  { header: 'Question', kind: 'text', width: 44 },
  { header: 'Type', kind: 'text', width: 18 },
  { header: 'Options', kind: 'text', width: 60 },
  { header: 'Required', kind: 'text' },
  { header: 'Identifying', kind: 'text' },
]

/** Every question that was asked, where its answers stand, and what could be chosen. */
export function codeBook(answers: ReturnType<typeof answerSheet>[]) {
  const rows = answers.flatMap(({ sheet, definition, headerOf }) =>
    definition.questions
      .filter(isAsked)
      .map((question): OutgoingRow => [
        sheet.name,
        headerOf(question) ?? 'Left out',
        question.title,
        questionTypeLabel(question.type),
        optionsOf(question),
        question.required ? 'Yes' : 'No',
        question.identifying ? 'Yes' : 'No',
      ]),
  )
  return { sheet: { name: codeBookName, columns }, rows }
}

const optionsOf = ({ options = [] }: Question) => options.map(({ label }) => label).join('; ')

import { formatDate, isIsoDate } from '#domain/dates.ts'
import { datePartName, dateParts, joinDateAnswer, splitDateAnswer } from '#domain/form/posted/date-parts.ts'
import { dateInFhir } from '#domain/form/fhir/types/facts.ts'
import type { QuestionType } from '#domain/form/question-type.ts'

const notReal = 'Date must be a real date, like 27 3 2024'
const labels = { day: 'Day', month: 'Month', year: 'Year' }

/** Three fields: https://service-manual.nhs.uk/design-system/components/date-input */
export const date: QuestionType = {
  label: 'Date',
  example: 'Day, month and year',
  icon: 'M4 6h16v14H4zM4 11h16M8 3v5M16 3v5',
  settings: [],
  answeredAs: 'date',
  checkQuestion: () => [],
  control: ({ id }) => ({
    kind: 'parts',
    parts: dateParts.map((part) => ({ name: datePartName(id, part), label: labels[part], width: part === 'year' ? 4 : 2 })),
    split: (answer) => {
      const typed = splitDateAnswer(answer)
      return Object.fromEntries(dateParts.map((part) => [datePartName(id, part), typed[part]]))
    },
  }),
  readPosted: ({ id }, fields) => joinDateAnswer(id, fields),
  missing: 'Enter a date',
  checkAnswer: (_question, answer) => (typeof answer === 'string' && isIsoDate(answer) ? undefined : notReal),
  messages: () => [notReal],
  answerText: (_question, answer) => (typeof answer === 'string' && isIsoDate(answer) ? formatDate(answer) : String(answer)),
  // A day stays a day, so that it can be counted with; the writer makes text of anything else.
  column: { kind: 'date', value: (_question, answer) => String(answer) },
  comparison: 'date',
  fhir: dateInFhir,
}

import { answerColumn, columnHeader } from '#domain/form/answers.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { questionTypeLabel, questionTypes } from '#domain/form/question-types.ts'
import type { OutgoingColumn, OutgoingRow } from '#server/documents/spreadsheet/write.ts'
import type { AnsweredRequest } from '#server/exports/exports.ts'
import type { Results } from '#server/submissions/submissions.ts'

type Named = { nhsNumber: string | null; firstName: string; lastName: string }
type Options = { hasPersonalData: boolean }

/** Free text may contain anything, and form authors mark other questions that identify the patient. */
const isPersonal = ({ type, identifying }: Question) => questionTypes[type].isFreeText === true || identifying === true

const people: OutgoingColumn[] = [
  { header: 'NHS number', kind: 'text' },
  { header: 'First name', kind: 'text' },
  { header: 'Last name', kind: 'text' },
]

/** The sheet of answers to one form version, with a column for each question, and the row of a submission. */
export function answerSheet(name: string, definition: FormDefinition, { hasPersonalData }: Options) {
  const made = scoreColumns(definition)
  const shown = definition.questions.filter((question) => isAsked(question) && (hasPersonalData || !isPersonal(question)))
  const before: OutgoingColumn[] = [
    { header: 'Request ID', kind: 'text', width: 38 },
    ...(hasPersonalData ? people : []),
    { header: 'Submitted', kind: 'datetime' },
  ]
  const columns = withOwnHeaders([
    ...before,
    ...shown.map((question): OutgoingColumn => ({
      header: columnHeader(question),
      kind: questionTypes[question.type].column.kind,
      width: 32,
    })),
    ...made.columns,
  ])
  const toRow = ({ requestId, submittedAt, answers }: AnsweredRequest, results: Results, patient: Named | undefined): OutgoingRow => [
    requestId,
    ...(hasPersonalData ? [patient?.nhsNumber, patient?.firstName, patient?.lastName] : []),
    submittedAt,
    ...shown.map((question) => answerColumn(question, answers[question.id])),
    ...made.cells(results),
  ]
  const headers = new Map(shown.map(({ id }, at) => [id, columns[before.length + at]?.header]))
  /** Undefined when the answers to a question are left out. */
  const headerOf = ({ id }: Question) => headers.get(id)
  return { sheet: { name, columns }, definition, toRow, headerOf }
}

/** Every column needs its own heading: the second of two questions with the same title gets "(2)". */
function withOwnHeaders(columns: OutgoingColumn[]) {
  const used = new Set<string>()
  return columns.map((column): OutgoingColumn => {
    let header = column.header
    for (let nth = 2; used.has(header.trim().toLowerCase()); nth++) header = `${column.header.trim()} (${nth})`
    used.add(header.trim().toLowerCase())
    return { ...column, header }
  })
}

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

/** A table of the questions, with their columns and options. */
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

/** The columns of the results: each score with its band, and the red flags. */
export function scoreColumns({ scores = [], redFlags = [] }: FormDefinition) {
  const columns: OutgoingColumn[] = [
    ...scores.flatMap(({ name }): OutgoingColumn[] => [
      { header: `${name} (score)`, kind: 'number', width: 18 },
      { header: `${name} (band)`, kind: 'text', width: 24 },
    ]),
    ...(redFlags.length > 0 ? [{ header: 'Red flags', kind: 'text', width: 32 } as const] : []),
  ]
  const cells = (results: Results) => [
    ...scores.flatMap(({ id }) => {
      const score = results.scores.find((one) => one.id === id)
      return [score?.value ?? null, score?.band ?? null]
    }),
    ...(redFlags.length > 0 ? [results.redFlags.map(({ name }) => name).join('; ')] : []),
  ]
  return { columns, cells }
}

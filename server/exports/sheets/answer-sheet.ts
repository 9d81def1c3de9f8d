import { answerColumn, columnHeader } from '#domain/form/answers.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import type { OutgoingColumn, OutgoingRow } from '#server/documents/spreadsheet/write.ts'
import type { Results } from '#server/submissions/submissions.ts'

import type { AnsweredRequest } from '#server/exports/request-pages.ts'
import { scoreColumns } from './score-columns.ts'

type Named = { nhsNumber: string | null; firstName: string; lastName: string }
type Options = { hasPersonalData: boolean }

/** Free text may say anything, and an author knows which other questions ask who the patient is. */
const isPersonal = ({ type, identifying }: Question) => questionTypes[type].isFreeText === true || identifying === true

const people: OutgoingColumn[] = [
  { header: 'NHS number', kind: 'text' },
  { header: 'First name', kind: 'text' },
  { header: 'Last name', kind: 'text' },
]

/** The sheet of answers to one version of a form, one column a question, and how a submission becomes one of its rows. */
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

/** Whoever reads a sheet by its headers finds each column: of two questions of the same words the second is "… (2)". */
function withOwnHeaders(columns: OutgoingColumn[]) {
  const used = new Set<string>()
  return columns.map((column): OutgoingColumn => {
    let header = column.header
    for (let nth = 2; used.has(header.trim().toLowerCase()); nth++) header = `${column.header.trim()} (${nth})`
    used.add(header.trim().toLowerCase())
    return { ...column, header }
  })
}

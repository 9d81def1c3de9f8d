import { answerColumn, columnHeader } from '#domain/form/answers.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import type { OutgoingColumn, OutgoingRow } from '#server/platform/spreadsheet/write.ts'
import type { Results } from '#server/scores/find-results.ts'
import type { AnsweredRequest } from '#server/worklist/matching-requests.ts'

import { scoreColumns } from './score-columns.ts'

type Named = { nhsNumber: string | null; firstName: string; lastName: string }
type Options = { hasPersonalData: boolean }

/** Free text may say anything, and an author knows which other questions ask who the patient is. */
const isPersonal = ({ type, identifying }: Question) => questionTypes[type].isFreeText === true || identifying === true

/** The columns of a sheet of answers to one version of a form, one a question, and how a submission becomes one of its rows. */
export function answerSheet(definition: FormDefinition, { hasPersonalData }: Options) {
  const { questions } = definition
  const made = scoreColumns(definition)
  const shown = questions.filter((question) => isAsked(question) && (hasPersonalData || !isPersonal(question)))
  const people: OutgoingColumn[] = [
    { header: 'NHS number', kind: 'text' },
    { header: 'First name', kind: 'text' },
    { header: 'Last name', kind: 'text' },
  ]
  const columns: OutgoingColumn[] = [
    { header: 'Request ID', kind: 'text', width: 38 },
    ...(hasPersonalData ? people : []),
    { header: 'Submitted', kind: 'datetime' },
    ...shown.map((question): OutgoingColumn => ({
      header: columnHeader(question),
      kind: questionTypes[question.type].column.kind,
      width: 32,
    })),
    ...made.columns,
  ]
  const toRow = ({ requestId, submittedAt, answers }: AnsweredRequest, results: Results, patient: Named | undefined): OutgoingRow => [
    requestId,
    ...(hasPersonalData ? [patient?.nhsNumber, patient?.firstName, patient?.lastName] : []),
    submittedAt,
    ...shown.map((question) => answerColumn(question, answers[question.id])),
    ...made.cells(results),
  ]
  return {
    columns,
    toRow,
    leftOut: questions.filter((question) => isAsked(question) && !shown.includes(question)).map(({ title }) => title),
  }
}

/** Names for tabs: 31 characters without []:*?/\ at most, each once in a file whatever its case. */
export function createSheetNames(taken: readonly string[]) {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  return (title: string, version: number) => {
    const plain =
      title
        .replace(/[[\]:*?/\\]/g, ' ')
        .replace(/\s+/g, ' ')
        .replace(/^'+|'+$/g, '')
        .trim() || 'Form'
    for (let nth = 1; ; nth++) {
      const end = nth === 1 ? ` v${version}` : ` v${version} ${nth}`
      const name = `${plain.slice(0, 31 - end.length).trim()}${end}`
      if (used.has(name.toLowerCase())) continue
      used.add(name.toLowerCase())
      return name
    }
  }
}

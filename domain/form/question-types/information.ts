import { formLimits, type QuestionFields } from '#domain/form/question.ts'
import { informationInFhir } from '#domain/form/fhir/types/words.ts'
import type { QuestionProblem, QuestionType } from '#domain/form/question-type.ts'

const noAnswer = 'This page has no question'

export const checkBody = ({ body = '' }: QuestionFields): QuestionProblem[] =>
  body.length > formLimits.body
    ? [{ field: 'body', message: `Text must be ${formLimits.body.toLocaleString('en-GB')} characters or fewer.` }]
    : []

/** A page to read. */
export const information: QuestionType = {
  label: 'Information',
  example: 'A page to read, with no question',
  icon: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 11v5M12 8v.5',
  settings: ['body'],
  blank: { body: '' },
  answeredAs: 'nothing',
  checkQuestion: (question) => [
    ...checkBody(question),
    ...(question.body?.trim() ? [] : [{ field: 'body' as const, message: 'Text is required.' }]),
  ],
  control: () => ({ kind: 'none' }),
  readPosted: () => '',
  missing: noAnswer,
  checkAnswer: () => noAnswer,
  messages: () => [noAnswer],
  answerText: (_question, answer) => String(answer),
  column: { kind: 'text', value: (_question, answer) => String(answer) },
  comparison: 'nothing',
  fhir: informationInFhir,
}

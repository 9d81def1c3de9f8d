import { postedText } from '#domain/form/posted/posted-fields.ts'
import { formLimits, type QuestionFields } from '#domain/form/question.ts'
import { scaleInFhir } from '#domain/form/fhir/types/numbers.ts'
import type { QuestionProblem, QuestionType } from '#domain/form/question-type.ts'

const steps = Array.from({ length: 11 }, (_, step) => String(step))
const notStep = 'Select a number from 0 to 10'

const checkQuestion = ({ lowLabel = '', highLabel = '' }: QuestionFields): QuestionProblem[] =>
  Object.entries({ lowLabel, highLabel }).flatMap(([field, words]): QuestionProblem[] =>
    words.length > formLimits.endLabel
      ? [
          {
            field: field as 'lowLabel' | 'highLabel',
            message: `Label for ${field === 'lowLabel' ? 0 : 10} must be ${formLimits.endLabel} characters or fewer.`,
          },
        ] // the two names above
      : [],
  )

export const scale: QuestionType = {
  label: 'Scale from 0 to 10',
  example: 'A rating, such as pain or satisfaction',
  icon: 'M3 12h18M3 8v8M21 8v8M9 10v4M15 10v4',
  settings: ['lowLabel', 'highLabel'],
  answeredAs: 'scale',
  checkQuestion,
  control: ({ lowLabel = '', highLabel = '' }) => ({
    kind: 'choices',
    isMany: false,
    choices: steps.map((step) => ({ value: step, label: step })),
    ends: { low: lowLabel, high: highLabel },
  }),
  readPosted: ({ id }, fields) => postedText(fields[id]),
  missing: notStep,
  checkAnswer: (_question, answer) => (typeof answer === 'string' && steps.includes(answer) ? undefined : notStep),
  messages: () => [notStep],
  answerText: (_question, answer) => `${String(answer)} out of 10`,
  column: { kind: 'number', value: (_question, answer) => (steps.includes(String(answer)) ? Number(answer) : String(answer)) },
  comparison: 'number',
  points: (_question, answer) => (steps.includes(String(answer)) ? Number(answer) : undefined),
  fhir: scaleInFhir,
}

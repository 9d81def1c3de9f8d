import { postedText } from '#domain/form/posted/posted-fields.ts'
import { formLimits } from '#domain/form/question.ts'
import { textInFhir } from '#domain/form/fhir/types/words.ts'
import type { QuestionType } from '#domain/form/question-type.ts'
import { lines, oneLine } from '#domain/validation/text-rules.ts'

const notText = 'Enter your answer as text'
const notOneLine = 'Your answer must not contain line breaks, tabs or hidden characters. Type it again'
const hasHidden = 'Your answer must not contain hidden characters. Type it again'
const tooLong = `Your answer must be ${formLimits.freeText.toLocaleString('en-GB')} characters or fewer`

export const freeText: QuestionType = {
  label: 'Free text',
  example: 'Typed answer',
  icon: 'M4 7h16M4 12h16M4 17h9',
  settings: ['long'],
  answeredAs: 'text',
  checkQuestion: () => [],
  control: ({ long }) => ({ kind: 'text', lines: long ? 6 : 1 }),
  readPosted: ({ id }, fields) => postedText(fields[id]),
  missing: 'Enter an answer',
  checkAnswer: ({ long }, answer) => {
    if (typeof answer !== 'string') return notText
    if (long ? lines(answer.trim()) : oneLine(answer.trim())) return long ? hasHidden : notOneLine
    // A browser sends a line break as two characters but counts it as one for the person typing.
    return answer.replaceAll('\r\n', '\n').length > formLimits.freeText ? tooLong : undefined
  },
  messages: ({ long }) => [notText, long ? hasHidden : notOneLine, tooLong],
  answerText: (_question, answer) => String(answer).trim(),
  column: { kind: 'text', value: (_question, answer) => String(answer).trim() },
  isFreeText: true,
  comparison: 'text',
  fhir: textInFhir,
}

import { englishAnswers } from '#domain/form/answer-words/en.ts'
import { postedText, type QuestionProblem, type QuestionType } from '#domain/form/question-type.ts'
import { formLimits, type QuestionFields } from '#domain/form/question.ts'
import { lines, oneLine } from '#domain/validation/rule.ts'

export const freeText: QuestionType = {
  label: 'Free text',
  example: 'Typed answer',
  icon: 'M4 7h16M4 12h16M4 17h9',
  settings: ['long'],
  answeredAs: 'text',
  checkQuestion: () => [],
  control: ({ long }) => ({ kind: 'text', lines: long ? 6 : 1 }),
  readPosted: ({ id }, fields) => postedText(fields[id]),
  missing: (words) => words.noText,
  checkAnswer: ({ long }, answer, words = englishAnswers) => {
    if (typeof answer !== 'string') return words.notText
    if (long ? lines(answer.trim()) : oneLine(answer.trim())) return long ? words.hiddenCharacters : words.notOneLine
    // A browser sends a line break as two characters but counts it as one in maxlength.
    return answer.replaceAll('\r\n', '\n').length > formLimits.freeText ? words.tooLong(formLimits.freeText) : undefined
  },
  messages: ({ long }) => [
    englishAnswers.notText,
    long ? englishAnswers.hiddenCharacters : englishAnswers.notOneLine,
    englishAnswers.tooLong(formLimits.freeText),
  ],
  answerText: (_question, answer) => String(answer).trim(),
  column: { kind: 'text', value: (_question, answer) => String(answer).trim() },
  isFreeText: true,
  comparison: 'text',
}

export const checkBody = ({ body = '' }: QuestionFields): QuestionProblem[] =>
  body.length > formLimits.body
    ? [{ field: 'body', message: `Text must be ${formLimits.body.toLocaleString('en-GB')} characters or fewer.` }]
    : []

/** A page without a question. */
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
  missing: (words) => words.noQuestion,
  checkAnswer: (_question, _answer, words = englishAnswers) => words.noQuestion,
  messages: () => [englishAnswers.noQuestion],
  answerText: (_question, answer) => String(answer),
  column: { kind: 'text', value: (_question, answer) => String(answer) },
  comparison: 'nothing',
}

/** Begins a section, which ends at the next one; its condition applies to all its questions. */
export const section: QuestionType = {
  ...information,
  label: 'Section',
  example: 'A heading for the questions below',
  icon: 'M4 5h16M4 10h16v9H4z',
  blank: {},
  checkQuestion: checkBody,
}

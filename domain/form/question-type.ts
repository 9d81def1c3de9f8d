import type { Answer, QuestionFields } from './question.ts'

/** Something wrong in how a question was written; `option` counts from 0. */
export type QuestionProblem = { field: 'id' | 'title' | 'hint' | 'category' | 'options' | 'type'; option?: number; message: string }

/** All that is particular to one type of question. A new type is one file that exports this, and one line in question-types.ts. */
export type QuestionType = {
  /** The type's name in the builder. */
  label: string
  /** What is wrong with the way the question is written, beyond what is checked for every type. */
  checkQuestion: (question: QuestionFields) => QuestionProblem[]
  /** Said when a required question is left unanswered. */
  missing: string
  /** What is wrong with a given answer, from anywhere and of any shape; never called for an unanswered question. */
  checkAnswer: (question: QuestionFields, answer: unknown) => string | undefined
  /** The answer in words; only called with an answer that has passed, or had passed, `checkAnswer`. */
  answerText: (question: QuestionFields, answer: Answer) => string
}

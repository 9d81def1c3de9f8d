/** An answer to a question with one choice (chosen-answers.ts). */
export type ChosenAnswer = { question: string; value: string }

/** An answer as one text, for the address of a list. The id of a question has no colon. */
export const answerKey = ({ question, value }: ChosenAnswer) => `${question}:${value}`

/** The answer that a text names; undefined for any other text. */
export function readAnswerKey(text: string): ChosenAnswer | undefined {
  const [, question, value] = /^([\w-]{1,64}):(.{1,200})$/.exec(text) ?? []
  return question !== undefined && value !== undefined ? { question, value } : undefined
}

/** Answers by question: the values of one question are alternatives. */
export function answersByQuestion(keys: readonly string[]) {
  const answers = keys.flatMap((key) => readAnswerKey(key) ?? [])
  return [...Map.groupBy(answers, ({ question }) => question)].map(([question, of]) => ({ question, values: of.map(({ value }) => value) }))
}

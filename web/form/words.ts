/** The words around a question. Staff see the English ones. */
export const questionWords = {
  notAnswered: 'Not answered',
  change: 'Change',
  or: 'or',
  selectAll: 'Select all that apply.',
  select: 'Select an option',
  error: 'Error:',
  optional: '(optional)',
}
export type QuestionWords = typeof questionWords

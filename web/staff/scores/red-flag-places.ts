/** The id of the element of an answer or a score, where a link from a red flag leads. */
export const answerElement = (questionId: string) => `answer-${encodeURIComponent(questionId)}`
export const scoreElement = (scoreId: string) => `score-${encodeURIComponent(scoreId)}`

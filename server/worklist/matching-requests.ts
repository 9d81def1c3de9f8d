export { countMatching, findAnsweredVersions, findAnswers, findMatching } from './matching-requests.sql.ts'
export type { AnsweredRequest, Place, Selection } from './matching-requests.sql.ts'

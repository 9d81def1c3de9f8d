export { countMatching, findMatching, findUrgentMatching, groupMatching } from './matching-requests.sql.ts'
export type { Place, Selection } from './matching-requests.sql.ts'
export { matching, onRequests } from './request-filters.sql.ts'

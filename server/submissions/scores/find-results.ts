export { resultsOf, type Results } from './results.sql.ts'
export { findFirstReading } from './readings.sql.ts'

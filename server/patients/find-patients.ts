export { findPatients } from './find-patients.sql.ts'

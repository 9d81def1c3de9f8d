export { findPatients } from './find-patients.sql.ts'
export { getPatient } from './patients.sql.ts'

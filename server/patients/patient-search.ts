export { beginsWith, isNamed, numberConditions, patientsNamed } from './patient-search.sql.ts'

export { findOpenRequests, openKey, type FormOnPathway, type OpenRequest } from './open-requests.sql.ts'

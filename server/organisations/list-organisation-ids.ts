export { listOrganisationIds } from './organisation-settings.sql.ts'

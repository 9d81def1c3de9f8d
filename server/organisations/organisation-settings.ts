export { getOrganisationSettings } from './organisation-settings.sql.ts'

export { getOrganisationSettings, isSecondFactorRequired } from './organisation-settings.sql.ts'

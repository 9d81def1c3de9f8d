export { getOrganisationSettings, setSecondFactor } from './organisation-settings.sql.ts'

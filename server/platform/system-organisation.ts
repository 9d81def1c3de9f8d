/** The organisation that system administrators belong to. */
export const systemOrganisationId = '00000000-0000-0000-0000-000000000000'

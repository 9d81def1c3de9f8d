import { pathTo } from '#web/staff/paths.ts'

import { OrganisationScreen } from './OrganisationScreen.tsx'

/** Any organisation, for those who run the system. */
export const OrganisationPage = ({ id }: { id: string }) => (
  <OrganisationScreen id={id} title="Manage Organisation" hrefOf={(search) => pathTo('organisationDetails', { id }, search)} />
)

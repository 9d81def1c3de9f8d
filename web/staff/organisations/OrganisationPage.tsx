import { pathTo } from '#web/staff/paths.ts'

import { OrganisationScreen } from './OrganisationScreen.tsx'
import { organisationPageWords } from './words.ts'

/** Any organisation, for system administrators. */
export const OrganisationPage = ({ id }: { id: string }) => (
  <OrganisationScreen id={id} title={organisationPageWords.title} hrefOf={(search) => pathTo('organisationDetails', { id }, search)} />
)

import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'

import { OrganisationScreen } from './OrganisationScreen.tsx'

/** One's own organisation, for its admins. */
export function OwnOrganisationPage() {
  const { organisation } = useSession()
  return (
    <OrganisationScreen id={organisation.id} title="Organisation" hrefOf={(search) => pathTo('organisationSettings', {}, search)} isOwn />
  )
}

import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'

import { OrganisationScreen } from './OrganisationScreen.tsx'
import { organisationPageWords } from './words.ts'

/** The viewer's own organisation, for its admins. */
export function OwnOrganisationPage() {
  const { organisation } = useSession()
  return (
    <OrganisationScreen
      id={organisation.id}
      title={organisationPageWords.ownTitle}
      hrefOf={(search) => pathTo('organisationSettings', {}, search)}
      isOwn
    />
  )
}

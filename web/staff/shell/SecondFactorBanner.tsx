import { formatDate } from '#domain/dates.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Link } from '#web/ui/Link.tsx'

import { shellWords } from './words.ts'

/** A reminder on every screen for users who must set up a second factor by a certain day. */
export function SecondFactorBanner() {
  const { secondFactorDue } = useSession().member
  if (secondFactorDue === null) return null
  return (
    <Alert kind="warning">
      {shellWords.secondFactor(formatDate(secondFactorDue))} <Link href={pathTo('profileSecurity')}>{shellWords.setUpSecondFactor}</Link>
    </Alert>
  )
}

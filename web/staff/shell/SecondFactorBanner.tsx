import { formatDate } from '#domain/dates.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Link } from '#web/ui/Link.tsx'

/** On every screen, while a member without a second factor has time to set one up. */
export function SecondFactorBanner() {
  const { secondFactorDue } = useSession().member
  if (secondFactorDue === null) return null
  return (
    <Alert kind="warning">
      From {formatDate(secondFactorDue)} you need a second factor to sign in.{' '}
      <Link href={pathTo('profileSecurity')}>Set up a second factor</Link>
    </Alert>
  )
}

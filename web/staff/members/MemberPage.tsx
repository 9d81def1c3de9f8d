import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'

import { MemberDetails } from './MemberDetails.tsx'
import { MemberLoader } from './MemberLoader.tsx'
import { memberDetailsWords } from './words.ts'

export function MemberPage({ id }: { id: string }) {
  const { member: me } = useSession()
  return (
    <MemberLoader organisationId={me.organisationId} id={id} title={memberDetailsWords.title}>
      {(member) => (
        <MemberDetails
          organisationId={me.organisationId}
          member={member}
          manageHref={pathTo('userManage', { id })}
          tabHref={(tab) => pathTo('userDetails', { id }, { tab })}
        />
      )}
    </MemberLoader>
  )
}

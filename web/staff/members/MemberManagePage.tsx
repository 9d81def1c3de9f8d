import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'

import { ManageMember } from './manage/ManageMember.tsx'
import { MemberLoader } from './MemberLoader.tsx'
import { editMemberWords } from './words.ts'

export function MemberManagePage({ id }: { id: string }) {
  const { organisationId } = useSession().member
  return (
    <MemberLoader organisationId={organisationId} id={id} title={editMemberWords.title}>
      {(member) => <ManageMember key={id} organisationId={organisationId} member={member} detailsHref={pathTo('userDetails', { id })} />}
    </MemberLoader>
  )
}

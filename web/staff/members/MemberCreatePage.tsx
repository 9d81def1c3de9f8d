import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'

import { CreateMember } from './manage/CreateMember.tsx'

export const MemberCreatePage = () => (
  <CreateMember
    organisation={useSession().organisation}
    listHref={pathTo('usersList')}
    detailsHref={({ id }) => pathTo('userDetails', { id })}
  />
)

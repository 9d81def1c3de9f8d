import type { Member } from '#contract/members.ts'
import { formatDateTime } from '#domain/dates.ts'
import { EmailAddress } from '#web/ui/EmailAddress.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { MemberBadges } from './MemberBadges.tsx'

export const memberColumns: Column<Member>[] = [
  { id: 'name', header: 'Name', cell: ({ firstName, lastName }) => `${firstName} ${lastName}`, sortBy: 'lastName', isRowHeader: true },
  { id: 'email', header: 'Email address', cell: ({ emailAddress }) => <EmailAddress>{emailAddress}</EmailAddress>, sortBy: 'emailAddress' },
  { id: 'role', header: 'Role', cell: (member) => <MemberBadges member={member} />, sortBy: 'role' },
  { id: 'job', header: 'Job title', cell: ({ jobTitle }) => jobTitle || <span className="muted">–</span> },
  {
    id: 'login',
    header: 'Last signed in',
    cell: ({ lastLoginAt }) => (lastLoginAt ? formatDateTime(lastLoginAt) : <span className="muted">Never</span>),
    sortBy: 'lastLoginAt',
    isNowrap: true,
  },
]

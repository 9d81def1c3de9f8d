import type { Member } from '#contract/members.ts'
import { formatDateTime } from '#domain/dates.ts'
import { EmailAddress } from '#web/ui/EmailAddress.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { MemberBadges } from './MemberBadges.tsx'
import { memberLabels, memberWords } from './words.ts'

export const memberColumns: Column<Member>[] = [
  { id: 'name', header: memberLabels.name, cell: memberWords.fullName, sortBy: 'lastName', isRowHeader: true },
  {
    id: 'email',
    header: memberLabels.emailAddress,
    cell: ({ emailAddress }) => <EmailAddress>{emailAddress}</EmailAddress>,
    sortBy: 'emailAddress',
  },
  { id: 'role', header: memberLabels.role, cell: (member) => <MemberBadges member={member} />, sortBy: 'role' },
  { id: 'job', header: memberLabels.jobTitle, cell: ({ jobTitle }) => jobTitle || <span className="muted">–</span> },
  {
    id: 'login',
    header: memberLabels.lastSignIn,
    cell: ({ lastLoginAt }) => (lastLoginAt ? formatDateTime(lastLoginAt) : <span className="muted">{memberWords.never}</span>),
    sortBy: 'lastLoginAt',
    isNowrap: true,
  },
]

import type { Member } from '#contract/members.ts'
import { formatDateTime } from '#domain/dates.ts'
import { roleDescription } from '#domain/role-abilities.ts'
import { roleLabel } from '#domain/roles.ts'
import { EmailAddress } from '#web/ui/EmailAddress.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { memberLabels, memberWords } from './words.ts'

const languages = new Intl.DisplayNames('en-GB', { type: 'language' })

export function MemberInformation({ member }: { member: Member }) {
  return (
    <SummaryList
      rows={[
        { label: memberLabels.name, value: memberWords.fullName(member) },
        { label: memberLabels.emailAddress, value: <EmailAddress>{member.emailAddress}</EmailAddress> },
        { label: memberLabels.phoneNumber, value: member.phoneNumber },
        { label: memberLabels.occupation, value: member.occupation },
        { label: memberLabels.jobTitle, value: member.jobTitle },
        { label: memberLabels.role, value: roleLabel(member.role) },
        { label: memberLabels.roleDescription, value: roleDescription(member.role) },
        { label: memberLabels.clinician, value: member.isClinician ? memberWords.yes : memberWords.no },
        ...(member.isClinician && member.clinicianTimeout
          ? [{ label: memberLabels.clinicianTimeout, value: memberWords.minutes(member.clinicianTimeout) }]
          : []),
        { label: memberLabels.language, value: languages.of(member.language) },
        { label: memberLabels.timezone, value: member.timezone.replaceAll('_', ' ') },
        { label: memberLabels.wards, value: member.wards.map(({ name }) => name).join(', ') },
        { label: memberLabels.lastSignIn, value: member.lastLoginAt ? formatDateTime(member.lastLoginAt) : memberWords.never },
        { label: memberLabels.created, value: formatDateTime(member.createdAt) },
        { label: memberLabels.account, value: member.auth0Id ?? memberWords.noAccount },
      ]}
    />
  )
}

import type { Member } from '#contract/members.ts'
import { formatDateTime } from '#domain/dates.ts'
import { roleDescription } from '#domain/role-abilities.ts'
import { roleLabel } from '#domain/roles.ts'
import { EmailAddress } from '#web/ui/EmailAddress.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

const languages = new Intl.DisplayNames('en-GB', { type: 'language' })

export function MemberInformation({ member }: { member: Member }) {
  return (
    <SummaryList
      rows={[
        { label: 'Name', value: `${member.firstName} ${member.lastName}` },
        { label: 'Email address', value: <EmailAddress>{member.emailAddress}</EmailAddress> },
        { label: 'Phone number', value: member.phoneNumber },
        { label: 'Occupation', value: member.occupation },
        { label: 'Job title', value: member.jobTitle },
        { label: 'Role', value: roleLabel(member.role) },
        { label: 'What this role can do', value: roleDescription(member.role) },
        { label: 'Clinician', value: member.isClinician ? 'Yes' : 'No' },
        ...(member.isClinician && member.clinicianTimeout
          ? [{ label: 'Clinician timeout', value: `${member.clinicianTimeout} minutes` }]
          : []),
        { label: 'Language', value: languages.of(member.language) },
        { label: 'Timezone', value: member.timezone.replaceAll('_', ' ') },
        { label: 'Wards', value: member.wards.map(({ name }) => name).join(', ') },
        { label: 'Last signed in', value: member.lastLoginAt ? formatDateTime(member.lastLoginAt) : 'Never' },
        { label: 'Created', value: formatDateTime(member.createdAt) },
        { label: 'Account', value: member.auth0Id ?? 'Not linked to an account yet' },
      ]}
    />
  )
}

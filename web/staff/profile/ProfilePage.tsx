import { useRouteContext } from '@tanstack/react-router'

import { idleMinutes } from '#domain/sign-in-rules.ts'
import { roleDescription } from '#domain/role-abilities.ts'
import { roleLabel } from '#domain/roles.ts'
import { memberLabels, memberWords } from '#web/staff/members/words.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmailAddress } from '#web/ui/EmailAddress.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { ChangePassword } from './ChangePassword.tsx'
import { OwnDetails } from './OwnDetails.tsx'
import { profileWords } from './words.ts'

/** The details of the signed-in user. Only an administrator changes the name, email address and role. */
export function ProfilePage() {
  const { member, organisation } = useSession()
  const { config } = useRouteContext({ from: '/inside' })
  const timeout = idleMinutes(member, organisation)
  return (
    <>
      <PageHeader
        title={profileWords.title}
        description={profileWords.description}
        actions={<ButtonLink href={pathTo('profileSecurity')}>{profileWords.security}</ButtonLink>}
      />
      <Stack>
        <Panel>
          <LabelledSection label={profileWords.person}>
            <SummaryList
              rows={[
                { label: memberLabels.name, value: memberWords.fullName(member) },
                { label: memberLabels.emailAddress, value: <EmailAddress>{member.emailAddress}</EmailAddress> },
              ]}
            />
          </LabelledSection>
        </Panel>
        <Panel>
          <LabelledSection label={profileWords.organisation}>
            <SummaryList
              rows={[
                { label: profileWords.organisation, value: organisation.name },
                { label: profileWords.odsCode, value: organisation.odsCode },
                { label: memberLabels.role, value: roleLabel(member.role) },
                { label: memberLabels.roleDescription, value: roleDescription(member.role) },
                { label: memberLabels.clinician, value: member.isClinician ? memberWords.yes : memberWords.no },
                ...(timeout ? [{ label: profileWords.timeout, value: memberWords.minutes(timeout) }] : []),
              ]}
            />
          </LabelledSection>
        </Panel>
        <Panel>
          <OwnDetails member={member} />
        </Panel>
        {config.passwords && (
          <Panel>
            <ChangePassword />
          </Panel>
        )}
      </Stack>
    </>
  )
}

import { useRouteContext } from '@tanstack/react-router'

import { idleMinutes } from '#domain/sign-in-rules.ts'
import { roleDescription } from '#domain/role-abilities.ts'
import { roleLabel } from '#domain/roles.ts'
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

/** One's own details. Name, address and role are changed by whoever runs the organisation. */
export function ProfilePage() {
  const { member, organisation } = useSession()
  const { config } = useRouteContext({ from: '/inside' })
  const timeout = idleMinutes(member, organisation)
  return (
    <>
      <PageHeader
        title="Profile"
        description="Ask an admin of your organisation if your name, address or role should change."
        actions={<ButtonLink href={pathTo('profileSecurity')}>Sign-in security</ButtonLink>}
      />
      <Stack>
        <Panel>
          <LabelledSection label="You">
            <SummaryList
              rows={[
                { label: 'Name', value: `${member.firstName} ${member.lastName}` },
                { label: 'Email address', value: <EmailAddress>{member.emailAddress}</EmailAddress> },
              ]}
            />
          </LabelledSection>
        </Panel>
        <Panel>
          <LabelledSection label="At work">
            <SummaryList
              rows={[
                { label: 'Organisation', value: organisation.name },
                { label: 'ODS code', value: organisation.odsCode },
                { label: 'Role', value: roleLabel(member.role) },
                { label: 'What this role can do', value: roleDescription(member.role) },
                { label: 'Clinician', value: member.isClinician ? 'Yes' : 'No' },
                ...(timeout ? [{ label: 'Signed out when inactive for', value: `${timeout} minutes` }] : []),
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

import { useRouter } from '@tanstack/react-router'

import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { notify } from '#web/ui/notify.ts'

import { MemberForm } from './MemberForm.tsx'

export function MemberCreatePage() {
  const { member, organisation } = useSession()
  const router = useRouter()
  return (
    <>
      <PageHeader title="Create User" description={`Somebody new at ${organisation.name}.`} />
      <Panel>
        <MemberForm
          organisationId={member.organisationId}
          actions={<ButtonLink href={pathTo('usersList')}>Cancel</ButtonLink>}
          onSaved={({ id, firstName, lastName }) => {
            notify({ label: `${firstName} ${lastName} was created.`, kind: 'success' })
            void router.navigate({ to: pathTo('userDetails', { id }) })
          }}
        />
      </Panel>
    </>
  )
}

import { useRouter } from '@tanstack/react-router'

import type { Member } from '#contract/members.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { notify } from '#web/ui/notify.ts'

import { MemberForm } from './MemberForm.tsx'

type CreateMemberProps = {
  organisation: { id: string; name: string }
  listHref: string
  detailsHref: (member: Member) => string
}

export function CreateMember({ organisation, listHref, detailsHref }: CreateMemberProps) {
  const router = useRouter()
  return (
    <>
      <PageHeader title="Create User" description={`Somebody new at ${organisation.name}.`} />
      <Panel>
        <MemberForm
          organisationId={organisation.id}
          actions={<ButtonLink href={listHref}>Cancel</ButtonLink>}
          onSaved={(member) => {
            notify({ label: `${member.firstName} ${member.lastName} was created.`, kind: 'success' })
            void router.navigate({ to: detailsHref(member) })
          }}
        />
      </Panel>
    </>
  )
}

import { useRouter } from '@tanstack/react-router'

import type { Member } from '#contract/members.ts'
import { createMemberWords, memberWords } from '#web/staff/members/words.ts'
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
      <PageHeader title={createMemberWords.title} description={createMemberWords.description(organisation.name)} />
      <Panel>
        <MemberForm
          organisationId={organisation.id}
          actions={<ButtonLink href={listHref}>{createMemberWords.cancel}</ButtonLink>}
          onSaved={(member) => {
            notify({ label: createMemberWords.created(memberWords.fullName(member)), kind: 'success' })
            void router.navigate({ to: detailsHref(member) })
          }}
        />
      </Panel>
    </>
  )
}

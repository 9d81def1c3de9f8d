import { useState } from 'react'

import type { Member } from '#contract/member-records.ts'
import { MemberForm } from '#web/staff/members/MemberForm.tsx'
import { MembersTable } from '#web/staff/members/MembersTable.tsx'
import { RemoveMemberDialog } from '#web/staff/members/RemoveMemberDialog.tsx'
import { useRestoreMember } from '#web/staff/members/use-restore-member.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { notify } from '#web/ui/notify.ts'
import type { Column } from '#web/ui/data-table.ts'

type Asked = { kind: 'create' } | { kind: 'edit' | 'remove'; member: Member }

/** The users of any organisation, for those who run the system: their own screens are for the organisation's own people. */
export function OrganisationMembers({ organisationId }: { organisationId: string }) {
  const [asked, setAsked] = useState<Asked>()
  const restore = useRestoreMember(organisationId)
  const close = () => setAsked(undefined)
  const isForm = asked?.kind === 'create' || asked?.kind === 'edit'
  return (
    <>
      <Row>
        <Button kind="primary" onClick={() => setAsked({ kind: 'create' })}>
          Create user
        </Button>
      </Row>
      <MembersTable organisationId={organisationId} actions={actionsColumn(setAsked, restore.mutate)} />
      {isForm && (
        <Dialog title={asked.kind === 'edit' ? `Manage ${nameOf(asked.member)}` : 'Create user'} size="lg" isOpen onClose={close}>
          <MemberForm
            organisationId={organisationId}
            member={asked.kind === 'edit' ? asked.member : undefined}
            actions={<Button onClick={close}>Cancel</Button>}
            onSaved={(saved) => {
              notify({ label: `${nameOf(saved)} was ${asked.kind === 'edit' ? 'changed' : 'created'}.`, kind: 'success' })
              close()
            }}
          />
        </Dialog>
      )}
      {asked?.kind === 'remove' && <RemoveMemberDialog organisationId={organisationId} member={asked.member} isOpen onClose={close} />}
    </>
  )
}

const nameOf = ({ firstName, lastName }: Member) => `${firstName} ${lastName}`

const actionsColumn = (ask: (asked: Asked) => void, restore: (member: Member) => void): Column<Member> => ({
  id: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  align: 'end',
  cell: (member) => (
    <Menu
      name={`Actions for ${nameOf(member)}`}
      actions={[
        { id: 'edit', label: 'Manage', icon: 'edit', onAction: () => ask({ kind: 'edit', member }) },
        member.isActive
          ? { id: 'remove', label: 'Remove', icon: 'bin', isDanger: true, onAction: () => ask({ kind: 'remove', member }) }
          : { id: 'restore', label: 'Bring back', onAction: () => restore(member) },
      ]}
    />
  ),
})

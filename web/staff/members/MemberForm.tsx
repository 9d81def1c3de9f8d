import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Member } from '#contract/member-records.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { useFields } from '#web/staff/use-fields.ts'

import { bodyOf, checkMember, noMember, valuesOf, type MemberValues } from './member-fields.ts'
import { MemberFields } from './MemberFields.tsx'
import { refreshMembers } from './refresh-members.ts'

type MemberFormProps = {
  organisationId: string
  /** who is changed; nobody: somebody new */
  member?: Member | undefined
  onSaved: (member: Member) => void
  actions?: ReactNode
}

export function MemberForm({ organisationId, member, onSaved, actions }: MemberFormProps) {
  const queryClient = useQueryClient()
  const needsPassword = useKeepsAccounts() && !member
  const save = useMutation({
    mutationFn: (values: MemberValues) =>
      member
        ? api.members.update({ params: { id: organisationId, memberId: member.id }, body: bodyOf(values) })
        : api.members.create({
            params: { id: organisationId },
            body: { ...bodyOf(values), ...(needsPassword && { password: values.password }) },
          }),
    onSuccess: async (saved) => {
      await refreshMembers(queryClient)
      onSaved(saved)
    },
  })
  const fields = useFields({
    id: 'user',
    initial: member ? valuesOf(member) : noMember,
    check: (values) => checkMember(values, needsPassword),
    saving: save,
  })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={member ? 'Save changes' : 'Create user'}
      actions={actions}
      onSave={(values) => save.mutate(values)}
    >
      <MemberFields fields={fields} needsPassword={needsPassword} />
    </FieldsForm>
  )
}

/** Whether passwords are ours to set: the provider answers at our own address. */
function useKeepsAccounts() {
  const { config } = useRouteContext({ from: '/inside' })
  return new URL(config.authority, location.origin).origin === location.origin
}

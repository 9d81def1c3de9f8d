import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { changedOnly } from '#web/staff/changed-only.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'

import { bodyOf, checkMember, noMember, valuesOf, type MemberValues } from './member-fields.ts'
import { EntryFields } from './EntryFields.tsx'
import { MemberFields } from './MemberFields.tsx'
import { refreshMembers } from '#web/staff/members/refresh-members.ts'
import { createMemberWords, editMemberWords } from '#web/staff/members/words.ts'

type MemberFormProps = {
  organisationId: string
  /** undefined for a new user */
  member?: Member | undefined
  onSaved: (member: Member) => void
  actions?: ReactNode
}

export function MemberForm({ organisationId, member, onSaved, actions }: MemberFormProps) {
  const queryClient = useQueryClient()
  const { config } = useRouteContext({ from: '/inside' })
  const { member: me } = useSession()
  const save = useMutation({
    mutationFn: (values: MemberValues) =>
      member
        ? api.members.update({
            params: { id: organisationId, memberId: member.id },
            body: changedOnly(bodyOf(values), bodyOf(valuesOf(member))),
          })
        : api.members.create({
            params: { id: organisationId },
            body: { ...bodyOf(values), ...(values.entry === 'password' && { password: values.password }) },
          }),
    onSuccess: async (saved) => {
      await refreshMembers(queryClient)
      onSaved(saved)
    },
  })
  const fields = useFields({
    id: 'user',
    initial: member ? valuesOf(member) : noMember,
    check: checkMember,
    saving: save,
  })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={member ? editMemberWords.save : createMemberWords.create}
      actions={actions}
      onSave={(values) => save.mutate(values)}
    >
      <MemberFields fields={fields} member={member} />
      {!member && <EntryFields fields={fields} hasPasswords={config.passwords} isFromOutside={me.organisationId !== organisationId} />}
    </FieldsForm>
  )
}

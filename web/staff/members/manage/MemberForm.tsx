import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { changedOnly } from '#web/staff/changed-only.ts'
import { RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { refreshMembers } from '#web/staff/members/refresh-members.ts'
import { createMemberWords, editMemberWords, firstSignInWords } from '#web/staff/members/words.ts'
import { useSession } from '#web/staff/session.ts'
import { type Fields, useFields, useFieldValue } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'

import { MemberFields } from './MemberFields.tsx'
import { bodyOf, checkMember, type MemberValues, noMember, valuesOf } from './member-fields.ts'

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
    mutationFn: ({ values, before }: { values: MemberValues; before: MemberValues }) =>
      member
        ? api.members.update({
            params: { id: organisationId, memberId: member.id },
            body: changedOnly(bodyOf(values), bodyOf(before)),
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
      onSave={(values) => save.mutate({ values, before: fields.initial })}
    >
      <MemberFields fields={fields} member={member} />
      {!member && (
        <EntryFields
          fields={fields}
          hasPasswords={config.passwords}
          isKept={config.outbox}
          isFromOutside={me.organisationId !== organisationId}
        />
      )}
    </FieldsForm>
  )
}

type EntryFieldsProps = {
  fields: Fields<MemberValues>
  hasPasswords: boolean
  /** emails are stored and not sent */
  isKept: boolean
  /** a system administrator adds a user to another organisation */
  isFromOutside: boolean
}

const { invitation, password } = firstSignInWords
const ways = [
  { value: 'invitation', ...invitation },
  { value: 'password', ...password },
]

/** How a new user signs in for the first time (MEM-2). */
function EntryFields({ fields, hasPasswords, isKept, isFromOutside }: EntryFieldsProps) {
  const { bind } = fields
  const entry = useFieldValue(fields, 'entry')
  if (!hasPasswords) return <LabelledSection label={firstSignInWords.label} description={firstSignInWords.ownProvider} />
  if (isFromOutside)
    return (
      <LabelledSection label={firstSignInWords.label} description={firstSignInWords.fromOutside}>
        {isKept && <Alert kind="warning">{firstSignInWords.keptFromOutside}</Alert>}
      </LabelledSection>
    )
  return (
    <LabelledSection label={firstSignInWords.label}>
      <RadioGroup label={firstSignInWords.label} isLabelHidden options={ways} {...bind('entry')} />
      {entry === 'invitation' && isKept && <Alert kind="warning">{firstSignInWords.kept}</Alert>}
      {entry === 'password' && (
        <>
          <TextField
            label={firstSignInWords.firstPassword}
            type="password"
            width={20}
            hint={firstSignInWords.passwordHint}
            autoComplete="new-password"
            maxLength={1_024}
            required
            {...bind('password')}
          />
          <TextField
            label={firstSignInWords.confirmFirstPassword}
            type="password"
            width={20}
            autoComplete="new-password"
            maxLength={1_024}
            required
            {...bind('passwordAgain')}
          />
        </>
      )}
    </LabelledSection>
  )
}

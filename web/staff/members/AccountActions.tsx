import { useMutation } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useSession } from '#web/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { accountWords, memberWords } from './words.ts'

type AccountActionsProps = { organisationId: string; member: Member }

/** A user who never signed in can be invited again; for any other user the password can be reset (MEM-3). */
export function AccountActions({ organisationId, member }: AccountActionsProps) {
  const { can } = useSession()
  const { config } = useRouteContext({ from: '/inside' })
  if (!member.isActive || !can('member:update')) return null
  if (!member.lastLoginAt) return <InviteAgain organisationId={organisationId} member={member} />
  return config.passwords ? <ResetPassword organisationId={organisationId} member={member} /> : null
}

function InviteAgain({ organisationId, member: { id, emailAddress } }: AccountActionsProps) {
  const invite = useMutation({
    mutationFn: () => api.members.invite({ params: { id: organisationId, memberId: id } }),
    onSuccess: () => notify({ label: accountWords.invited(emailAddress), kind: 'success' }),
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
  return (
    <Button isPending={invite.isPending} onClick={() => invite.mutate()}>
      {accountWords.inviteAgain}
    </Button>
  )
}

function ResetPassword({ organisationId, member }: AccountActionsProps) {
  const { id, emailAddress } = member
  const [isConfirming, setConfirming] = useState(false)
  const reset = useMutation({
    mutationFn: () => api.members.resetPassword({ params: { id: organisationId, memberId: id } }),
    onSuccess: () => {
      notify({ label: accountWords.resetSent(emailAddress), kind: 'success' })
      setConfirming(false)
    },
  })
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{accountWords.resetPassword}</Button>
      <ConfirmDialog
        title={accountWords.resetTitle(memberWords.fullName(member))}
        isOpen={isConfirming}
        confirmLabel={accountWords.resetPassword}
        isPending={reset.isPending}
        error={reset.isError ? wordsOf(reset.error) : undefined}
        onConfirm={() => reset.mutate()}
        onClose={() => {
          reset.reset()
          setConfirming(false)
        }}
      >
        <p>{accountWords.resetText(emailAddress)}</p>
      </ConfirmDialog>
    </>
  )
}

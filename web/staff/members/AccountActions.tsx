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

type AccountActionsProps = { organisationId: string; member: Member }

/** Who has never signed in is invited once more; whoever has gets a link to choose another password (MEM-3). */
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
    onSuccess: () => notify({ label: `The invitation is on its way to ${emailAddress}.`, kind: 'success' }),
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
  return (
    <Button isPending={invite.isPending} onClick={() => invite.mutate()}>
      Send invitation again
    </Button>
  )
}

function ResetPassword({ organisationId, member: { id, firstName, lastName, emailAddress } }: AccountActionsProps) {
  const [isAsked, setAsked] = useState(false)
  const reset = useMutation({
    mutationFn: () => api.members.resetPassword({ params: { id: organisationId, memberId: id } }),
    onSuccess: () => {
      notify({ label: `A link is on its way to ${emailAddress}.`, kind: 'success' })
      setAsked(false)
    },
  })
  return (
    <>
      <Button onClick={() => setAsked(true)}>Reset password</Button>
      <ConfirmDialog
        title={`Reset the password of ${firstName} ${lastName}?`}
        isOpen={isAsked}
        confirmLabel="Reset password"
        isPending={reset.isPending}
        error={reset.isError ? wordsOf(reset.error) : undefined}
        onConfirm={() => reset.mutate()}
        onClose={() => {
          reset.reset()
          setAsked(false)
        }}
      >
        <p>
          They are signed out everywhere and their password stops working at once. A link to choose another goes to {emailAddress}; it works
          once and for one hour.
        </p>
      </ConfirmDialog>
    </>
  )
}

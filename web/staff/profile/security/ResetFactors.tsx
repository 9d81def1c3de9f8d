import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { notify } from '#web/ui/notify.ts'

/** For a colleague whose phone is lost. */
export function ResetFactors({ member, organisationId }: { member: Member; organisationId: string }) {
  const [isAsked, setAsked] = useState(false)
  const name = `${member.firstName} ${member.lastName}`
  const reset = useMutation({
    mutationFn: () => api.secondFactors.reset({ params: { id: organisationId, memberId: member.id } }),
    onSuccess: () => {
      setAsked(false)
      notify({ label: `The second factor of ${name} was reset.`, kind: 'success' })
    },
  })
  return (
    <>
      <Button onClick={() => setAsked(true)}>Reset second factor</Button>
      <ConfirmDialog
        title={`Reset the second factor of ${name}?`}
        isOpen={isAsked}
        confirmLabel="Reset second factor"
        isPending={reset.isPending}
        error={reset.isError ? wordsOf(reset.error) : undefined}
        onConfirm={() => reset.mutate()}
        onClose={() => {
          reset.reset()
          setAsked(false)
        }}
      >
        <p>
          Their authenticator app, passkeys and recovery codes are removed, and they are signed out everywhere. Be sure that it is really
          them who asked: afterwards the password is enough to sign in, or to set up a new one.
        </p>
      </ConfirmDialog>
    </>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { resetFactorsWords } from '#web/staff/profile/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { notify } from '#web/ui/notify.ts'

/** Lets a user sign in again who has lost the phone. */
export function ResetFactors({ member, organisationId }: { member: Member; organisationId: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const name = `${member.firstName} ${member.lastName}`
  const reset = useMutation({
    mutationFn: () => api.secondFactors.reset({ params: { id: organisationId, memberId: member.id } }),
    onSuccess: () => {
      setConfirming(false)
      notify({ label: resetFactorsWords.done(name), kind: 'success' })
    },
  })
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{resetFactorsWords.reset}</Button>
      <ConfirmDialog
        title={resetFactorsWords.title(name)}
        isOpen={isConfirming}
        confirmLabel={resetFactorsWords.reset}
        isPending={reset.isPending}
        error={reset.isError ? wordsOf(reset.error) : undefined}
        onConfirm={() => reset.mutate()}
        onClose={() => {
          reset.reset()
          setConfirming(false)
        }}
      >
        <p>{resetFactorsWords.text}</p>
        <p>{resetFactorsWords.warning}</p>
      </ConfirmDialog>
    </>
  )
}

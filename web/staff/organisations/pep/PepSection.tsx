import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus, wordsOf } from '#web/api/refusal.ts'
import { pepWords } from '#web/staff/organisations/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { notify } from '#web/ui/notify.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { PepForm } from './PepForm.tsx'

/** The connection to the patient-engagement record system. The answer "not found" means disabled (specification section 8). */
export function PepSection({ organisationId }: { organisationId: string }) {
  const config = useQuery(q(api.pepConfig.get, { params: { id: organisationId } }))
  const isDisabled = config.isError && isStatus(config.error, 404)
  return (
    <LabelledSection label={pepWords.label} description={pepWords.description}>
      {config.data && !config.isError && (
        <PepForm organisationId={organisationId} config={config.data} actions={<DisablePep organisationId={organisationId} />} />
      )}
      {config.isPending && <Skeleton lines={5} />}
      {isDisabled && <SetUpPep organisationId={organisationId} />}
      {config.isError && !isDisabled && <ErrorState onRetry={() => void config.refetch()}>{wordsOf(config.error)}</ErrorState>}
    </LabelledSection>
  )
}

function SetUpPep({ organisationId }: { organisationId: string }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <PepForm organisationId={organisationId} actions={<Button onClick={() => setOpen(false)}>{pepWords.cancel}</Button>} />
  return (
    <EmptyState
      title={pepWords.disabled}
      icon="info"
      action={
        <Button kind="primary" onClick={() => setOpen(true)}>
          {pepWords.setUp}
        </Button>
      }
    >
      {pepWords.disabledText}
    </EmptyState>
  )
}

function DisablePep({ organisationId }: { organisationId: string }) {
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const disable = useMutation({
    mutationFn: () => api.pepConfig.set({ params: { id: organisationId }, body: { enabled: false } }),
    onSuccess: async () => {
      setConfirming(false)
      await queryClient.resetQueries({ queryKey: [api.pepConfig.get.key] })
      notify({ label: pepWords.wasDisabled, kind: 'success' })
    },
  })
  return (
    <>
      <Button kind="urgent-secondary" onClick={() => setConfirming(true)}>
        {pepWords.disable}
      </Button>
      <ConfirmDialog
        title={pepWords.disableTitle}
        isOpen={isConfirming}
        confirmLabel={pepWords.disable}
        isPending={disable.isPending}
        error={disable.isError ? wordsOf(disable.error) : undefined}
        onConfirm={() => disable.mutate()}
        onClose={() => setConfirming(false)}
      >
        <p>{pepWords.disableText}</p>
      </ConfirmDialog>
    </>
  )
}

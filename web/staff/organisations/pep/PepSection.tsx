import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus, wordsOf } from '#web/api/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { notify } from '#web/ui/notify.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { PepForm } from './PepForm.tsx'

/** How the record system of the organisation's patients is reached. Not found means disabled (specification section 8). */
export function PepSection({ organisationId }: { organisationId: string }) {
  const config = useQuery(q(api.pepConfig.get, { params: { id: organisationId } }))
  const isDisabled = config.isError && isStatus(config.error, 404)
  return (
    <LabelledSection
      label="PEP configuration"
      description="A patient-engagement record system (PEP) that forms can be linked with, by department or clinic."
    >
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
  if (isOpen) return <PepForm organisationId={organisationId} actions={<Button onClick={() => setOpen(false)}>Cancel</Button>} />
  return (
    <EmptyState
      title="PEP is disabled"
      icon="info"
      action={
        <Button kind="primary" onClick={() => setOpen(true)}>
          Set up PEP
        </Button>
      }
    >
      No form can be linked with a department or clinic.
    </EmptyState>
  )
}

function DisablePep({ organisationId }: { organisationId: string }) {
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const disable = useMutation({
    mutationFn: () => api.pepConfig.set({ params: { id: organisationId }, body: { enabled: false } }),
    onSuccess: async () => {
      setAsked(false)
      await queryClient.resetQueries({ queryKey: [api.pepConfig.get.key] })
      notify({ label: 'PEP was disabled.', kind: 'success' })
    },
  })
  return (
    <>
      <Button kind="urgent-secondary" onClick={() => setAsked(true)}>
        Disable PEP
      </Button>
      <ConfirmDialog
        title="Disable PEP?"
        isOpen={isAsked}
        confirmLabel="Disable PEP"
        isPending={disable.isPending}
        error={disable.isError ? wordsOf(disable.error) : undefined}
        onConfirm={() => disable.mutate()}
        onClose={() => setAsked(false)}
      >
        <p>The address and the client secret are deleted. To use PEP again you enter them anew.</p>
      </ConfirmDialog>
    </>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import type { PepConfig } from '#contract/pep.ts'
import { formatDateTime } from '#domain/moments.ts'
import { pepAddress } from '#domain/organisation-rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus, wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox, TextField } from '#web/staff/form-fields.tsx'
import { pepWords } from '#web/staff/organisations/words.ts'
import { organisationQuery } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { notify } from '#web/ui/notify.ts'

import { PepTest } from './PepTest.tsx'

/** The connection to the patient-engagement record system. The answer "not found" means disabled (specification section 8). */
export function PepSection({ organisationId }: { organisationId: string }) {
  const config = useQuery(q(api.pepConfig.get, { params: { id: organisationId } }))
  const isDisabled = config.isError && isStatus(config.error, 404)
  return (
    <LabelledSection label={pepWords.label} description={pepWords.description}>
      {config.data && !isDisabled && (
        <Stack gap="lg">
          <PepForm organisationId={organisationId} config={config.data} actions={<DisablePep organisationId={organisationId} />} />
          <PepTest organisationId={organisationId} config={config.data} />
        </Stack>
      )}
      {config.isPending && <Skeleton lines={5} />}
      {isDisabled && <SetUpPep organisationId={organisationId} />}
      {config.isError && !config.data && !isDisabled && <LoadError of={config} />}
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
      await queryClient.invalidateQueries({ queryKey: organisationQuery.queryKey })
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
        onClose={() => {
          setConfirming(false)
          disable.reset()
        }}
      >
        <p>{pepWords.disableText}</p>
      </ConfirmDialog>
    </>
  )
}

type PepFormProps = { organisationId: string; config?: PepConfig | undefined; actions: ReactNode }

/** The client secret can be set here, but is never shown. */
function PepForm({ organisationId, config, actions }: PepFormProps) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: PepValues) => api.pepConfig.set({ params: { id: organisationId }, body: bodyOf(values) }),
    onSuccess: async () => {
      fields.set({ clientSecret: '' })
      await queryClient.invalidateQueries({ queryKey: [api.pepConfig.get.key] })
      // Screens offer what the PEP of the own organisation can look up.
      await queryClient.invalidateQueries({ queryKey: organisationQuery.queryKey })
      notify({ label: pepWords.saved, kind: 'success' })
    },
  })
  const fields = useFields({
    id: 'pep',
    initial: pepValuesOf(config),
    check: (values) => checkPep(values, config),
    saving: save,
  })
  const { bind } = fields
  const secretHint = config ? pepWords.secretHint(formatDateTime(config.secretSetAt)) : pepWords.newSecretHint
  return (
    <FieldsForm
      fields={fields}
      submitLabel={config ? pepWords.save : pepWords.enable}
      actions={actions}
      onSave={(values) => save.mutate(values)}
    >
      <Grid>
        <TextField
          label={pepWords.address}
          hint={pepWords.addressHint}
          type="url"
          inputMode="url"
          maxLength={500}
          autoComplete="off"
          required
          {...bind('address')}
        />
      </Grid>
      <Grid>
        <TextField label={pepWords.clientId} maxLength={200} autoComplete="off" required {...bind('clientId')} />
        <TextField
          label={pepWords.clientSecret}
          hint={secretHint}
          type="password"
          maxLength={1000}
          autoComplete="new-password"
          isOptional={config !== undefined}
          {...bind('clientSecret')}
        />
      </Grid>
      <Checkbox label={pepWords.findDepartments} {...bind('findsDepartments')} />
      <Checkbox label={pepWords.findClinics} {...bind('findsClinics')} />
    </FieldsForm>
  )
}

type PepValues = { address: string; clientId: string; clientSecret: string; findsDepartments: boolean; findsClinics: boolean }

const pepValuesOf = (config: PepConfig | undefined): PepValues => ({
  address: config?.address ?? '',
  clientId: config?.clientId ?? '',
  clientSecret: '',
  findsDepartments: config?.findsDepartments ?? false,
  findsClinics: config?.findsClinics ?? false,
})

/** A new address needs the secret again, so that a saved secret is never sent to another address. */
const checkPep = (values: PepValues, config: PepConfig | undefined) => ({
  address: firstError(values.address, [validate.required, pepAddress], pepWords.address),
  clientId: firstError(values.clientId, [validate.required], pepWords.clientId),
  clientSecret:
    config?.address === values.address.trim() ? undefined : firstError(values.clientSecret, [validate.required], pepWords.clientSecret),
})

/** An empty secret keeps the saved one. */
export const bodyOf = ({ clientSecret, ...values }: PepValues) => ({
  enabled: true as const,
  ...values,
  ...(clientSecret.trim() && { clientSecret }),
})

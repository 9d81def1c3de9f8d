import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { PepConfig } from '#contract/organisations.ts'
import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox, TextField } from '#web/staff/form-fields.tsx'
import { pepWords } from '#web/staff/organisations/words.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Grid } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import { bodyOf, checkPep, pepValuesOf, type PepValues } from './pep-values.ts'

type PepFormProps = { organisationId: string; config?: PepConfig | undefined; actions: ReactNode }

/** The client secret can be set here, but is never shown. */
export function PepForm({ organisationId, config, actions }: PepFormProps) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: PepValues) => api.pepConfig.set({ params: { id: organisationId }, body: bodyOf(values) }),
    onSuccess: async () => {
      fields.set({ clientSecret: '' })
      await queryClient.invalidateQueries({ queryKey: [api.pepConfig.get.key] })
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

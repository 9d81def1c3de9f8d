import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { PepConfig } from '#contract/organisations.ts'
import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox, TextField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Grid } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import { bodyOf, checkPep, pepValuesOf, type PepValues } from './pep-values.ts'

type PepFormProps = { organisationId: string; config?: PepConfig | undefined; actions: ReactNode }

/** The secret is typed here and seen nowhere again. */
export function PepForm({ organisationId, config, actions }: PepFormProps) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: PepValues) => api.pepConfig.set({ params: { id: organisationId }, body: bodyOf(values) }),
    onSuccess: async () => {
      fields.set({ clientSecret: '' })
      await queryClient.invalidateQueries({ queryKey: [api.pepConfig.get.key] })
      notify({ label: 'The PEP configuration was saved.', kind: 'success' })
    },
  })
  const fields = useFields({
    id: 'pep',
    initial: pepValuesOf(config),
    check: (values) => checkPep(values, config),
    saving: save,
  })
  const { bind } = fields
  const secretHint = config
    ? `Set on ${formatDateTime(config.secretSetAt)} and never shown. Leave empty to keep it; a new address needs it again.`
    : 'Once saved it is never shown again.'
  return (
    <FieldsForm
      fields={fields}
      submitLabel={config ? 'Save PEP configuration' : 'Enable PEP'}
      actions={actions}
      onSave={(values) => save.mutate(values)}
    >
      <Grid>
        <TextField
          label="Address"
          hint="The base address of the record system. It starts with https://"
          type="url"
          inputMode="url"
          maxLength={500}
          autoComplete="off"
          required
          {...bind('address')}
        />
      </Grid>
      <Grid>
        <TextField label="Client ID" maxLength={200} autoComplete="off" required {...bind('clientId')} />
        <TextField
          label="Client secret"
          hint={secretHint}
          type="password"
          maxLength={1000}
          autoComplete="new-password"
          isOptional={config !== undefined}
          {...bind('clientSecret')}
        />
      </Grid>
      <Checkbox label="Look up departments" {...bind('findsDepartments')} />
      <Checkbox label="Look up clinics" {...bind('findsClinics')} />
    </FieldsForm>
  )
}

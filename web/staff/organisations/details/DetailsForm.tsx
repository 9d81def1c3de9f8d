import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Organisation } from '#contract/organisations.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { refreshOrganisation } from '#web/staff/organisations/refresh-organisation.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid } from '#web/ui/Layout.tsx'

import { checkDetails, detailsOf, noDetails, type DetailsValues } from './details-values.ts'

type DetailsFormProps = {
  /** which is changed; none: a new one */
  organisation?: Organisation | undefined
  onSaved: (organisation: Organisation) => void
  actions?: ReactNode
}

/** What an organisation is known by: for system administrators. */
export function DetailsForm({ organisation, onSaved, actions }: DetailsFormProps) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (body: DetailsValues) =>
      organisation ? api.organisations.update({ params: { id: organisation.id }, body }) : api.organisations.create({ body }),
    onSuccess: async (saved) => {
      await refreshOrganisation(queryClient)
      onSaved(saved)
    },
  })
  const fields = useFields({
    id: 'organisation',
    initial: organisation ? detailsOf(organisation) : noDetails,
    check: checkDetails,
    saving: save,
  })
  const { bind } = fields
  return (
    <FieldsForm
      fields={fields}
      submitLabel={organisation ? 'Save details' : 'Create organisation'}
      actions={actions}
      onSave={(values) => save.mutate(values)}
    >
      <LabelledSection label="Organisation">
        <Grid>
          <TextField label="Name" hint="Patients read it on their forms and messages" maxLength={200} required {...bind('name')} />
        </Grid>
        <Grid>
          <TextField
            label="ODS Code"
            hint="Letters and digits; no other organisation has it"
            maxLength={20}
            required
            {...bind('odsCode')}
          />
          <TextField label="Organisation number" hint="As your own systems know it" isOptional maxLength={50} {...bind('code')} />
        </Grid>
        <Grid>
          <TextField label="Vital type" isOptional maxLength={100} {...bind('vitalType')} />
          <TextField label="Regulatory body" isOptional maxLength={100} {...bind('regulatoryBody')} />
        </Grid>
      </LabelledSection>
    </FieldsForm>
  )
}

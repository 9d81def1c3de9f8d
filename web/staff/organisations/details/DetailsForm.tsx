import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Organisation } from '#contract/organisations.ts'
import { odsCode } from '#domain/organisation-rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { refreshOrganisation } from '#web/staff/organisations/refresh-organisation.ts'
import { createOrganisationWords, detailsWords, organisationLabels } from '#web/staff/organisations/words.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid } from '#web/ui/Layout.tsx'

type DetailsFormProps = {
  /** undefined for a new organisation */
  organisation?: Organisation | undefined
  onSaved: (organisation: Organisation) => void
  actions?: ReactNode
}

/** The identifying details of an organisation. Only system administrators change them. */
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
      submitLabel={organisation ? detailsWords.save : createOrganisationWords.create}
      actions={actions}
      onSave={(values) => save.mutate(values)}
    >
      <LabelledSection label={detailsWords.label}>
        <Grid>
          <TextField label={organisationLabels.name} hint={detailsWords.nameHint} maxLength={200} required {...bind('name')} />
        </Grid>
        <Grid>
          <TextField label={organisationLabels.odsCode} hint={detailsWords.odsCodeHint} maxLength={20} required {...bind('odsCode')} />
          <TextField label={organisationLabels.code} hint={detailsWords.codeHint} isOptional maxLength={50} {...bind('code')} />
        </Grid>
        <Grid>
          <TextField label={organisationLabels.vitalType} isOptional maxLength={100} {...bind('vitalType')} />
          <TextField label={organisationLabels.regulatoryBody} isOptional maxLength={100} {...bind('regulatoryBody')} />
        </Grid>
      </LabelledSection>
    </FieldsForm>
  )
}

/** The identifying details of an organisation. */
type DetailsValues = { name: string; odsCode: string; code: string; vitalType: string; regulatoryBody: string }

const noDetails: DetailsValues = { name: '', odsCode: '', code: '', vitalType: '', regulatoryBody: '' }

export const detailsOf = ({ name, odsCode, code, vitalType, regulatoryBody }: Organisation): DetailsValues => ({
  name,
  odsCode,
  code,
  vitalType,
  regulatoryBody,
})

/** The rules of the contract, checked while the user types. */
const checkDetails = (values: DetailsValues) => ({
  name: firstError(values.name, [validate.required], organisationLabels.name),
  odsCode: firstError(values.odsCode, [validate.required, odsCode], organisationLabels.odsCode),
})

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Organisation } from '#contract/organisations.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { useFields } from '#web/staff/use-fields.ts'

import { bodyOf, checkOrganisation, noOrganisation, valuesOf, type OrganisationValues } from './organisation-fields.ts'
import { OrganisationFields } from './OrganisationFields.tsx'

type OrganisationFormProps = {
  /** which is changed; none: a new one */
  organisation?: Organisation | undefined
  onSaved: (organisation: Organisation) => void
  actions?: ReactNode
}

export function OrganisationForm({ organisation, onSaved, actions }: OrganisationFormProps) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: OrganisationValues) =>
      organisation
        ? api.organisations.update({ params: { id: organisation.id }, body: bodyOf(values) })
        : api.organisations.create({ body: bodyOf(values) }),
    onSuccess: async (saved) => {
      await Promise.all(
        [api.organisations.list.key, api.organisations.get.key].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      )
      onSaved(saved)
    },
  })
  const fields = useFields({
    id: 'organisation',
    initial: organisation ? valuesOf(organisation) : noOrganisation,
    check: checkOrganisation,
    saving: save,
  })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={organisation ? 'Save changes' : 'Create organisation'}
      actions={actions}
      onSave={(values) => save.mutate(values)}
    >
      <OrganisationFields fields={fields} />
    </FieldsForm>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Organisation } from '#contract/organisations.ts'
import { api } from '#web/api/client.ts'
import { changedOnly } from '#web/staff/changed-only.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { refreshOrganisation } from '#web/staff/organisations/refresh-organisation.ts'
import { settingsWords } from '#web/staff/organisations/words.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { notify } from '#web/ui/notify.ts'

import { SettingsFields } from './SettingsFields.tsx'
import { bodyOf, checkSettings, settingsOf, type SettingsValues } from './settings-values.ts'

/** The settings of an organisation (ORG-6), for its admins and for system administrators. */
export function SettingsForm({ organisation }: { organisation: Organisation }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: SettingsValues) =>
      api.organisations.update({ params: { id: organisation.id }, body: changedOnly(bodyOf(values), bodyOf(settingsOf(organisation))) }),
    onSuccess: async () => {
      await refreshOrganisation(queryClient)
      notify({ label: settingsWords.saved, kind: 'success' })
    },
  })
  const fields = useFields({
    id: 'settings',
    initial: settingsOf(organisation),
    check: (values) => checkSettings(values, organisation),
    saving: save,
  })
  return (
    <FieldsForm fields={fields} submitLabel={settingsWords.save} onSave={(values) => save.mutate(values)}>
      <SettingsFields fields={fields} />
    </FieldsForm>
  )
}

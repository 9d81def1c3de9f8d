import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { notify } from '#web/ui/notify.ts'

import { errorsOf, toBody, type NewRequest } from './new-request.ts'
import { NewRequestFields } from './NewRequestFields.tsx'

/** The fields that the server refuses under another name. */
const wireNames: Partial<Record<keyof NewRequest, string>> = { patients: 'patientIds', form: 'formId', sendOn: 'sendAt' }

export function NewRequestForm({ start }: { start: NewRequest }) {
  const router = useRouter()
  const refresh = useRefreshRequests()
  const create = useMutation({
    mutationFn: api.requests.create,
    onSuccess: async ({ ids }) => {
      await refresh()
      notify({ label: ids.length === 1 ? 'The form request is created.' : `${ids.length} form requests are created.`, kind: 'success' })
      await router.navigate({ href: ids.length === 1 ? pathTo('requestDetails', { id: ids[0]! }) : pathTo('requestsList') })
    },
  })
  const fields = useFields({ id: 'request', initial: start, check: errorsOf, saving: create, wireName: (name) => wireNames[name] ?? name })
  // One visit to this form is one sending, however often the button is pressed.
  const [key] = useState(() => crypto.randomUUID())
  const count = fields.values.patients.length
  return (
    <div className="form-sheet">
      <FieldsForm
        fields={fields}
        submitLabel={count > 1 ? `Create ${count} form requests` : 'Create form request'}
        pendingLabel="Creating…"
        onSave={(wanted) => create.mutate({ body: { ...toBody(wanted), key } })}
        actions={<ButtonLink href={pathTo('requestsList')}>Cancel</ButtonLink>}
      >
        <NewRequestFields fields={fields} />
      </FieldsForm>
    </div>
  )
}

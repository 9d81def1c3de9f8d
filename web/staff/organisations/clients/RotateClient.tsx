import { useMutation } from '@tanstack/react-query'

import type { IntegrationClient } from '#contract/integration-clients.ts'
import { clientLimits } from '#domain/integration-clients.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Select, TextArea } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { useRefresh } from './client-mutations.ts'
import { clientEditorWords, rotateWords as words } from './words.ts'

type RotateClientProps = {
  organisationId: string
  client: IntegrationClient
  onRotated: (rotated: { client: IntegrationClient; secret: string | null }) => void
  onClose: () => void
}

const overlaps = Object.entries(words.overlaps).map(([value, label]) => ({ value, label }))

/** A new secret or key beside the old one, which ends after the chosen time. */
export function RotateClient({ organisationId, client, onRotated, onClose }: RotateClientProps) {
  const refresh = useRefresh()
  const isKey = client.authentication === 'key'
  const rotate = useMutation({
    mutationFn: ({ overlapHours, publicKey }: { overlapHours: string; publicKey: string }) =>
      api.integrationClients.rotate({
        params: { id: organisationId, clientId: client.id },
        body: { overlapHours: Number(overlapHours), ...(isKey && { publicKey }) },
      }),
    onSuccess: async (rotated) => {
      await refresh()
      if (isKey) notify({ label: words.saved(client.name), kind: 'success' })
      onRotated(rotated)
    },
  })
  const fields = useFields({
    id: 'rotate-client',
    initial: { overlapHours: String(clientLimits.overlapHours.default), publicKey: '' },
    check: ({ publicKey }) => ({ publicKey: isKey ? firstError(publicKey, [validate.required], clientEditorWords.publicKey) : undefined }),
    saving: rotate,
  })
  return (
    <Dialog title={words.title[client.authentication](client.name)} isOpen isBusy={rotate.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.create[client.authentication]}
        onSave={(values) => rotate.mutate(values)}
        isInDialog
        actions={<Button onClick={onClose}>{clientEditorWords.cancel}</Button>}
      >
        <p>{words.text}</p>
        <Select label={words.overlap} options={overlaps} {...fields.bind('overlapHours')} />
        {isKey && (
          <TextArea
            label={clientEditorWords.publicKey}
            hint={clientEditorWords.publicKeyHint}
            maxLength={clientLimits.publicKey}
            required
            spellCheck={false}
            autoComplete="off"
            {...fields.bind('publicKey')}
          />
        )}
      </FieldsForm>
    </Dialog>
  )
}

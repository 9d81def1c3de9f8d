import { useMutation } from '@tanstack/react-query'

import type { Webhook } from '#contract/webhooks.ts'
import { eventTypeLabels, eventTypes, type EventType } from '#domain/events.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { webhookAddress, webhookLimits } from '#domain/webhooks.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { changedOnly } from '#web/staff/changed-only.ts'
import { CheckboxGroup, TextField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { useRefresh } from './webhook-mutations.ts'
import { webhookEditorWords as words } from './words.ts'

type WebhookEditorProps = {
  organisationId: string
  /** undefined for a new endpoint */
  webhook?: Webhook | undefined
  onCreated: (created: { webhook: Webhook; secret: string }) => void
  onClose: () => void
}
type Typed = { description: string; address: string; eventTypes: EventType[] }

const valuesOf = ({ description, address, eventTypes: chosen }: Typed): Typed => ({ description, address, eventTypes: chosen })
const options = eventTypes.map((one) => ({ value: one, label: eventTypeLabels[one] }))

/** Creates an endpoint, or changes one. */
export function WebhookEditor({ organisationId, webhook, onCreated, onClose }: WebhookEditorProps) {
  const refresh = useRefresh()
  const save = useMutation({
    mutationFn: async ({ values, before }: { values: Typed; before: Typed }) => {
      if (!webhook) return api.webhooks.create({ params: { id: organisationId }, body: values })
      const body = changedOnly(values, before)
      return { webhook: await api.webhooks.update({ params: { id: organisationId, webhookId: webhook.id }, body }), secret: null }
    },
    onSuccess: async ({ webhook: saved, secret }) => {
      await refresh()
      if (secret !== null) return onCreated({ webhook: saved, secret })
      notify({ label: words.saved(saved.description), kind: 'success' })
      onClose()
    },
  })
  const fields = useFields<Typed>({
    id: 'webhook',
    initial: webhook ? valuesOf(webhook) : { description: '', address: '', eventTypes: [] },
    check: ({ description, address, eventTypes: chosen }) => ({
      description: firstError(description, [validate.required], words.description),
      address: firstError(address, [validate.required, webhookAddress], words.address),
      eventTypes: chosen.length === 0 ? words.chooseEvent : undefined,
    }),
    saving: save,
  })
  return (
    <Dialog title={webhook ? words.editTitle(webhook.description) : words.create} isOpen isBusy={save.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={webhook ? words.save : words.create}
        onSave={(values) => save.mutate({ values, before: fields.initial })}
        isInDialog
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <TextField
          label={words.description}
          hint={words.descriptionHint}
          maxLength={webhookLimits.description}
          required
          autoComplete="off"
          {...fields.bind('description')}
        />
        <TextField
          label={words.address}
          hint={words.addressHint}
          type="url"
          maxLength={webhookLimits.address}
          required
          autoComplete="off"
          {...fields.bind('address')}
        />
        <CheckboxGroup label={words.eventTypes} options={options} {...fields.bind('eventTypes')} />
      </FieldsForm>
    </Dialog>
  )
}

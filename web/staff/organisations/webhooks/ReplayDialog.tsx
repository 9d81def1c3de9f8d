import { useMutation } from '@tanstack/react-query'

import { addDays, isIsoDate } from '#domain/dates.ts'
import { dateOf, startOfDay } from '#domain/moments.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { DateField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { padDate } from '#web/ui/date-text.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { useRefresh } from './webhook-mutations.ts'
import { deliveryWords as words } from './words.ts'

/** Sends all failed events again that happened since a day. */
export function ReplayDialog({ organisationId, webhookId, onClose }: { organisationId: string; webhookId: string; onClose: () => void }) {
  const refresh = useRefresh()
  const replay = useMutation({
    mutationFn: ({ since }: { since: string }) =>
      api.webhooks.replayFailed({ params: { id: organisationId, webhookId }, body: { since: startOfDay(padDate(since)).toISOString() } }),
    onSuccess: async ({ count }) => {
      await refresh()
      notify({ label: words.replayed(count), kind: 'success' })
      onClose()
    },
  })
  const fields = useFields({
    id: 'replay',
    initial: { since: addDays(dateOf(new Date()), -1) },
    check: ({ since }) => ({
      since: firstError(since, [validate.required], words.since) ?? (isIsoDate(padDate(since)) ? undefined : words.notReal),
    }),
    saving: replay,
  })
  return (
    <Dialog title={words.replayTitle} isOpen isBusy={replay.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.replay}
        onSave={(values) => replay.mutate(values)}
        isInDialog
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <p>{words.replayText}</p>
        <DateField label={words.since} {...fields.bind('since')} />
      </FieldsForm>
    </Dialog>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'

import type { ReportType } from '#domain/exports.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { RadioGroup } from '#web/staff/form-fields.tsx'
import { useFields, useFieldValues } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { typeChoices } from './CreateReportDialog.tsx'
import { type Named, OrganisationPicker, RecipientPicker } from './ReportPickers.tsx'
import { createReportWords, scheduleWords as words } from './words.ts'

const nothingYet = {
  type: 'metrics' as ReportType,
  organisationId: undefined as Named | undefined,
  memberId: undefined as Named | undefined,
}

/** A report of every month, with an email to one user of the organisation. */
export function ScheduleReportDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const areKept = useRouteContext({ from: '/inside' }).config.outbox
  const create = useMutation({
    mutationFn: api.reportSchedules.create,
    onSuccess: async ({ nextMonth }) => {
      if (nextMonth !== null) notify({ label: words.created(nextMonth), kind: 'success' })
      await queryClient.invalidateQueries({ queryKey: [api.reportSchedules.list.key] })
      onClose()
    },
  })
  const fields = useFields({
    id: 'schedule',
    initial: nothingYet,
    check: ({ organisationId, memberId }) => ({
      organisationId: firstError(organisationId?.id ?? '', [validate.required], createReportWords.organisation.label),
      memberId: firstError(memberId?.id ?? '', [validate.required], words.user.label),
    }),
    saving: create,
  })
  const { organisationId: organisation } = useFieldValues(fields)
  return (
    <Dialog title={words.title} isOpen isBusy={create.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.submit}
        onSave={({ type, organisationId, memberId }) =>
          create.mutate({ body: { type, organisationId: organisationId?.id ?? '', memberId: memberId?.id ?? '' } })
        }
        isInDialog
        actions={
          <Button disabled={create.isPending} onClick={onClose}>
            {createReportWords.cancel}
          </Button>
        }
      >
        <p>
          {words.about} {!areKept && words.email}
        </p>
        {areKept && <Alert kind="warning">{words.kept}</Alert>}
        <RadioGroup label={createReportWords.type} options={typeChoices} {...fields.bind('type')} />
        <OrganisationPicker {...fields.bind('organisationId')} onChosen={() => fields.set({ memberId: undefined })} />
        {organisation ? (
          // Another organisation has other users, so the choice begins again.
          <RecipientPicker key={organisation.id} organisationId={organisation.id} {...fields.bind('memberId')} />
        ) : (
          <p className="muted">{words.user.organisationFirst}</p>
        )}
      </FieldsForm>
    </Dialog>
  )
}

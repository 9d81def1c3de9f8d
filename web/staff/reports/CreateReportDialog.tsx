import { useMutation, useQueryClient } from '@tanstack/react-query'

import { dateOf } from '#domain/moments.ts'
import { monthLabel } from '#domain/dates.ts'
import { type ReportType, reportTypes } from '#domain/exports.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { RadioGroup, Select } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import { type Named, OrganisationPicker } from './ReportPickers.tsx'
import { createReportWords as words, monthsUntil, reportTypeLabels } from './words.ts'

export const typeChoices = reportTypes.map((value) => ({ value, label: reportTypeLabels[value], hint: words.hints[value] }))

const nothingYet = { type: 'metrics' as ReportType, organisationId: undefined as Named | undefined, month: '' }

/** Organisation and month are required (specification section 5). */
export function CreateReportDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: api.reports.create,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [api.reports.list.key] })
      onClose()
    },
  })
  const fields = useFields({
    id: 'report',
    initial: nothingYet,
    check: ({ organisationId, month }) => ({
      organisationId: firstError(organisationId?.id ?? '', [validate.required], words.organisation.label),
      month: firstError(month, [validate.required], words.month.label),
    }),
    saving: create,
  })
  return (
    <Dialog title={words.title} isOpen isBusy={create.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.submit}
        onSave={({ organisationId, ...body }) => create.mutate({ body: { ...body, organisationId: organisationId?.id ?? '' } })}
        isInDialog
        actions={
          <Button disabled={create.isPending} onClick={onClose}>
            {words.cancel}
          </Button>
        }
      >
        <RadioGroup label={words.type} options={typeChoices} {...fields.bind('type')} />
        <OrganisationPicker {...fields.bind('organisationId')} />
        <Select
          label={words.month.label}
          placeholder={words.month.placeholder}
          width={20}
          options={monthsUntil(dateOf(new Date())).map((month) => ({ value: month, label: monthLabel(month) }))}
          {...fields.bind('month')}
        />
      </FieldsForm>
    </Dialog>
  )
}

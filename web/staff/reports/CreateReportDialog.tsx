import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { reportTypes, type ReportType } from '#domain/exports.ts'
import { dateOf } from '#domain/dates.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { RadioGroup, Select } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import { monthLabel, monthsUntil, reportTypeLabels, createReportWords as words } from './words.ts'

const typeOptions = reportTypes.map((value) => ({ value, label: reportTypeLabels[value], hint: words.hints[value] }))

const nothingYet = { type: 'metrics' as ReportType, organisationId: '', month: '' }

/** Organisation and month are required (specification section 5). */
export function CreateReportDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const organisations = useQuery(q(api.organisations.list, { query: { page: 1, limit: 100 } }))
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
      organisationId: firstError(organisationId, [validate.required], words.organisation.label),
      month: firstError(month, [validate.required], words.month.label),
    }),
    saving: create,
  })
  return (
    <Dialog title={words.title} isOpen isBusy={create.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.submit}
        onSave={(body) => create.mutate({ body })}
        isInDialog
        actions={
          <Button disabled={create.isPending} onClick={onClose}>
            {words.cancel}
          </Button>
        }
      >
        <RadioGroup label={words.type} options={typeOptions} {...fields.bind('type')} />
        <Select
          label={words.organisation.label}
          placeholder={organisations.isPending ? words.organisation.loading : words.organisation.placeholder}
          options={(organisations.data?.docs ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          error={organisations.isError ? wordsOf(organisations.error) : undefined}
          {...fields.bind('organisationId')}
        />
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

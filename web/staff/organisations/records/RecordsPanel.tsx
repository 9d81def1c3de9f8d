import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { Organisation } from '#contract/organisations.ts'
import type { OldRecords } from '#contract/patient-records.ts'
import { formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { organisationNumbers, wholeNumber } from '#domain/organisation-rules.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox, TextField } from '#web/staff/form-fields.tsx'
import { refreshOrganisation } from '#web/staff/organisations/refresh-organisation.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { notify } from '#web/ui/notify.ts'
import { Panel } from '#web/ui/Panel.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { recordsWords } from './words.ts'

/** The retention period of patient records, and the records past it (OPS-6). */
export const RecordsPanel = ({ organisation }: { organisation: Organisation }) => (
  <>
    <Panel>
      <LabelledSection label={recordsWords.period.title} description={recordsWords.period.text}>
        <PeriodForm organisation={organisation} />
      </LabelledSection>
    </Panel>
    <OldRecordsList isDeleting={organisation.deletesOldRecords} />
  </>
)

function PeriodForm({ organisation: { id, retentionYears, deletesOldRecords } }: { organisation: Organisation }) {
  const words = recordsWords.period
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: { retentionYears: string; deletesOldRecords: boolean }) =>
      api.organisations.update({
        params: { id },
        body: {
          ...(values.retentionYears !== String(retentionYears) && { retentionYears: Number(values.retentionYears) }),
          ...(values.deletesOldRecords !== deletesOldRecords && { deletesOldRecords: values.deletesOldRecords }),
        },
      }),
    onSuccess: async () => {
      await Promise.all([refreshOrganisation(queryClient), queryClient.invalidateQueries({ queryKey: [api.patientRecords.listOld.key] })])
      notify({ label: words.saved, kind: 'success' })
    },
  })
  const { label, low, high } = organisationNumbers.retentionYears
  const fields = useFields({
    id: 'records',
    initial: { retentionYears: String(retentionYears), deletesOldRecords },
    check: (values) => ({ retentionYears: firstError(values.retentionYears.trim(), [validate.required, wholeNumber(low, high)], label) }),
    saving: save,
  })
  return (
    <FieldsForm fields={fields} submitLabel={words.save} onSave={(values) => save.mutate(values)}>
      <TextField label={words.years} width={4} inputMode="numeric" maxLength={3} autoComplete="off" {...fields.bind('retentionYears')} />
      <Checkbox label={words.deletes} hint={words.deletesHint} {...fields.bind('deletesOldRecords')} />
    </FieldsForm>
  )
}

type OldRecord = OldRecords['docs'][number]
const { columns: headers } = recordsWords.old
const columns: Column<OldRecord>[] = [
  { id: 'name', header: headers.name, cell: ({ firstName, lastName }) => `${firstName} ${lastName}`, isRowHeader: true },
  { id: 'nhsNumber', header: headers.nhsNumber, isNowrap: true, cell: ({ nhsNumber }) => nhsNumber && formatNhsNumber(nhsNumber) },
  { id: 'born', header: headers.born, isNowrap: true, cell: ({ dateOfBirth }) => formatDate(dateOfBirth) },
  { id: 'lastActivity', header: headers.lastActivity, isNowrap: true, cell: ({ lastActivity }) => formatDate(lastActivity) },
]

function OldRecordsList({ isDeleting }: { isDeleting: boolean }) {
  const words = recordsWords.old
  const found = useQuery(q(api.patientRecords.listOld))
  return (
    <Panel>
      <LabelledSection label={words.title} description={found.data ? descriptionOf(found.data, isDeleting) : undefined}>
        <DataTable
          label={words.title}
          columns={columns}
          rows={found.data?.docs}
          rowId={({ id }) => id}
          rowHref={({ id }) => pathTo('patientDetails', { id }, { tab: 'record' })}
          error={found.isError ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
          empty={<EmptyState title={words.empty.title}>{words.empty.text}</EmptyState>}
          skeletonRows={3}
        />
      </LabelledSection>
    </Panel>
  )
}

function descriptionOf({ docs, total, isCountCapped }: OldRecords, isDeleting: boolean) {
  const words = recordsWords.old
  if (total === 0) return undefined
  const number = total.toLocaleString('en-GB')
  const count = isCountCapped ? words.countCapped(number) : total === 1 ? words.one : words.count(number)
  return [`${count}.`, ...(docs.length < total ? [words.shown(docs.length)] : []), isDeleting ? words.willGo : words.staysOff].join(' ')
}

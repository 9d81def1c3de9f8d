import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { Comparison } from '#contract/patient-merges.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { type MergeField, mergeFieldLabels, mergeNoteLimit, mergeReasonLabels, mergeReasons } from '#domain/patient-merge.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox, RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { LoadError } from '#web/staff/LoadError.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { differingFields, onlySide, type Side, shownValue } from './merge-values.ts'
import { RecordComparison } from './RecordComparison.tsx'
import { mergeWords as words } from './words.ts'

type MergeFormProps = { id: string; otherId: string; onDone: () => void }

/** Two records side by side, and the choices of a merge (PAT-4). */
export function MergeForm({ id, otherId, onDone }: MergeFormProps) {
  const compared = useQuery({ ...q(api.patientMerges.compare, { params: { id, otherId } }), staleTime: 0, gcTime: 0 })
  if (compared.isError) return <LoadError of={compared} />
  if (!compared.data || compared.isFetching) return <Skeleton lines={10} />
  const { refusal } = compared.data
  const differing = differingFields(compared.data)
  return (
    <Stack>
      <Panel>
        <RecordComparison comparison={compared.data} differing={differing} />
      </Panel>
      {refusal === null ? (
        <Choices comparison={compared.data} differing={differing} onDone={onDone} />
      ) : (
        <>
          <Alert kind="warning" title={words.refused}>
            {refusal}
          </Alert>
          <DialogActions>
            <Button onClick={onDone}>{words.cancel}</Button>
          </DialogActions>
        </>
      )}
    </Stack>
  )
}

/** A contract of two records: both are there. */
const patientsOf = ({ records }: Comparison) => ({ first: records[0]!.patient, second: records[1]!.patient })

type Values = { stays: string; reason: string; note: string; isChecked: boolean } & Partial<Record<MergeField, string>>

type ChoicesProps = { comparison: Comparison; differing: readonly MergeField[]; onDone: () => void }

function Choices({ comparison, differing, onDone }: ChoicesProps) {
  const { first, second } = patientsOf(comparison)
  const queryClient = useQueryClient()
  const router = useRouter()
  const merge = useMutation({
    mutationFn: api.patientMerges.merge,
    onSuccess: async (kept) => {
      onDone()
      await queryClient.invalidateQueries()
      await router.navigate({ to: pathTo('patientDetails', { id: kept.id }), ignoreBlocker: true })
      notify({ label: words.done, kind: 'success' })
    },
  })
  const fields = useFields<Values>({
    id: 'merge',
    initial: {
      stays: first.archived ? 'second' : second.archived ? 'first' : '',
      ...Object.fromEntries(differing.map((field) => [field, onlySide(field, first, second)])),
      reason: '',
      note: '',
      isChecked: false,
    },
    check: (values) => ({
      stays: values.stays === '' ? words.chooseRecord : undefined,
      ...Object.fromEntries(differing.map((field) => [field, values[field] === '' ? words.choose(field) : undefined])),
      reason: values.reason === '' ? words.noReason : undefined,
      isChecked: values.isChecked ? undefined : words.notChecked,
    }),
    saving: merge,
  })
  const nhsNumber = first.nhsNumber ?? second.nhsNumber
  const save = ({ stays, reason, note, ...chosen }: Values) => {
    const [kept, merged] = stays === 'first' ? [first, second] : [second, first]
    const why = mergeReasons.find((one) => one === reason)
    if (!why) return
    merge.mutate({
      params: { id: kept.id },
      body: {
        mergedId: merged.id,
        taken: differing.filter((field) => chosen[field] !== stays),
        reason: why,
        note: note.trim(),
        updatedAt: { kept: kept.updatedAt, merged: merged.updatedAt },
      },
    })
  }
  const option = (side: Side, label: string) => ({ value: side, label })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={words.confirm}
      kind="urgent"
      onSave={save}
      actions={<Button onClick={onDone}>{words.cancel}</Button>}
      isInDialog
    >
      <RadioGroup
        label={words.stays}
        hint={words.staysHint}
        options={[
          { ...option('first', words.first), disabled: first.archived, hint: first.archived ? words.cannotStay : undefined },
          { ...option('second', words.second), disabled: second.archived, hint: second.archived ? words.cannotStay : undefined },
        ]}
        {...fields.bind('stays')}
      />
      {nhsNumber && <p>{words.nhsNumberKept(formatNhsNumber(nhsNumber))}</p>}
      {differing.map((field) => (
        <RadioGroup
          key={field}
          label={mergeFieldLabels[field]}
          options={[
            option('first', words.valueOf(shownValue(field, first) || words.noValue, words.first)),
            option('second', words.valueOf(shownValue(field, second) || words.noValue, words.second)),
          ]}
          {...fields.bind(field)}
        />
      ))}
      <p>{words.stricter}</p>
      <p>{words.dateOfBirthAgain}</p>
      <RadioGroup
        label={words.reason}
        options={mergeReasons.map((value) => ({ value, label: mergeReasonLabels[value] }))}
        {...fields.bind('reason')}
      />
      <TextField
        label={words.note}
        hint={words.noteHint}
        isOptional
        maxLength={mergeNoteLimit}
        autoComplete="off"
        {...fields.bind('note')}
      />
      <Checkbox label={words.checked} {...fields.bind('isChecked')} />
      <p>{words.undoable}</p>
    </FieldsForm>
  )
}

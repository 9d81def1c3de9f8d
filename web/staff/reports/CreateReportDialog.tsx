import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { reportTypes, type ReportType } from '#domain/report.ts'
import { dateOf } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { fieldErrorsOf, wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { Select } from '#web/ui/Select.tsx'

import { monthLabel, monthsUntil, reportTypeLabels } from './report-words.ts'

const typeOptions = reportTypes.map((value) => ({ value, label: reportTypeLabels[value], hint: hints()[value] }))

function hints(): Record<ReportType, string> {
  return {
    metrics: 'Totals by status, method, form, specialty and day',
    form_requests: 'Every form request created in the month, without personal data',
  }
}

/** Organisation and month are required (specification section 5). */
export function CreateReportDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [values, setValues] = useState({ type: 'metrics' as ReportType, organisationId: '', month: '' })
  const [isTried, setTried] = useState(false)
  const organisations = useQuery(q(api.organisations.list, { query: { page: 1, limit: 100 } }))
  const create = useMutation({
    mutationFn: api.reports.create,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [api.reports.list.key] })
      onClose()
    },
  })
  const refused = fieldErrorsOf(create.error)
  const missing = (name: 'organisationId' | 'month', words: string) => (isTried && values[name] === '' ? words : refused[name])
  const set = (change: Partial<typeof values>) => {
    setValues({ ...values, ...change })
    if (create.isError) create.reset()
  }
  const submit = () => {
    setTried(true)
    if (values.organisationId && values.month) create.mutate({ body: values })
  }
  return (
    <Dialog title="Create report" isOpen isBusy={create.isPending} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <RadioGroup
            label="Report type"
            options={typeOptions}
            value={values.type}
            onChange={(type) => set({ type: type as ReportType })} // the options are the types
          />
          <Select
            label="Organisation"
            placeholder={organisations.isPending ? 'Loading…' : 'Choose an organisation'}
            options={(organisations.data?.docs ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={values.organisationId}
            error={
              missing('organisationId', 'Organisation is required.') ?? (organisations.isError ? wordsOf(organisations.error) : undefined)
            }
            onChange={(event) => set({ organisationId: event.target.value })}
          />
          <Select
            label="Month"
            placeholder="Choose a month"
            width={20}
            options={monthsUntil(dateOf(new Date())).map((month) => ({ value: month, label: monthLabel(month) }))}
            value={values.month}
            error={missing('month', 'Month is required.')}
            onChange={(event) => set({ month: event.target.value })}
          />
          {create.isError && Object.keys(refused).length === 0 && <Alert kind="danger">{wordsOf(create.error)}</Alert>}
          <DialogActions>
            <Button kind="primary" type="submit" isPending={create.isPending}>
              Create report
            </Button>
            <Button disabled={create.isPending} onClick={onClose}>
              Cancel
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}

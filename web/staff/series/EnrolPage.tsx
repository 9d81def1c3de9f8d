import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Patient } from '#contract/patients.ts'
import type { EnrolmentFile, Series } from '#contract/series.ts'
import { isIsoDate } from '#domain/dates.ts'
import { maxEnrolmentFileBytes } from '#domain/series.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { DateField } from '#web/staff/form-fields.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { PatientPicker } from '#web/staff/requests/create/NewRequestFields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { padDate } from '#web/ui/date-text.ts'
import { notify } from '#web/ui/notify.ts'

import { useRefreshSeries } from './use-refresh-series.ts'
import { enrolWords as words } from './words.ts'
import './series.scss'

/** Enrols patients in a series: chosen ones with one date, or the rows of a spreadsheet. */
export function EnrolPage({ id }: { id: string }) {
  const found = useQuery(q(api.series.get, { params: { id } }))
  return (
    <>
      <PageHeader title={words.title} description={found.data && words.description(found.data.name)} />
      {found.isError && !found.data ? (
        <LoadError of={found} />
      ) : !found.data ? (
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      ) : (
        <Stack gap="lg">
          <Panel>
            <ChoosePatients series={found.data} />
          </Panel>
          <Panel>
            <FromFile series={found.data} />
          </Panel>
        </Stack>
      )}
    </>
  )
}

type Values = { patients: Patient[]; startsOn: string }
type Refusal = { name: string; reason: string }

function ChoosePatients({ series: { id, dateLabel } }: { series: Series }) {
  const refresh = useRefreshSeries()
  const [refused, setRefused] = useState<Refusal[]>([])
  const enrol = useMutation({
    mutationFn: ({ patients, startsOn }: Values) =>
      api.series.enrol({
        params: { id },
        body: { enrolments: patients.map((patient) => ({ patientId: patient.id, startsOn: padDate(startsOn) })) },
      }),
    onSuccess: ({ results }, { patients }) => {
      const done = results.filter((result) => result.done).length
      if (done > 0) notify({ label: words.enrolled(done), kind: 'success' })
      setRefused(results.flatMap(({ reason }, index) => (reason === undefined ? [] : [{ name: patients[index]?.fullName ?? '', reason }])))
      // The refused patients stay, to be mended.
      if (done < results.length) fields.set({ patients: patients.filter((_, index) => results[index]?.done === false) })
      else fields.settle({ patients: [] })
    },
    onSettled: refresh,
  })
  const fields = useFields<Values>({
    id: 'enrol',
    initial: { patients: [], startsOn: '' },
    check: ({ patients, startsOn }) => ({
      patients: patients.length === 0 ? words.required.patients : undefined,
      startsOn: isIsoDate(padDate(startsOn)) ? undefined : words.required.date,
    }),
    saving: enrol,
  })
  return (
    <LabelledSection label={words.choose} description={words.chooseText}>
      <Stack>
        {refused.length > 0 && (
          <Alert kind="warning" title={words.refused(refused.length)}>
            <ul className="series-reasons">
              {refused.map(({ name, reason }) => (
                <li key={`${name} ${reason}`}>{words.refusal(name, reason)}</li>
              ))}
            </ul>
          </Alert>
        )}
        <FieldsForm
          fields={fields}
          submitLabel={words.submit}
          onSave={(values) => enrol.mutate(values)}
          actions={<ButtonLink href={pathTo('seriesDetails', { id })}>{words.cancel}</ButtonLink>}
        >
          <PatientPicker {...fields.bind('patients')} method={undefined} />
          <DateField label={dateLabel} hint={words.dateHint} {...fields.bind('startsOn')} />
        </FieldsForm>
      </Stack>
    </LabelledSection>
  )
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const problemColumns: Column<EnrolmentFile['problems'][number]>[] = [
  { id: 'row', header: words.columns.row, cell: ({ row }) => row.toLocaleString('en-GB'), isRowHeader: true },
  { id: 'problem', header: words.columns.problem, cell: ({ message }) => message },
]

/** The file is checked first; the browser keeps it until the good rows are enrolled. */
function FromFile({ series: { id, dateLabel } }: { series: Series }) {
  const refresh = useRefreshSeries()
  const [refusal, setRefusal] = useState<string>()
  const [file, setFile] = useState<File>()
  const check = useMutation({ mutationFn: (body: File) => api.series.enrolFile({ params: { id }, query: {}, body }) })
  const enrol = useMutation({
    mutationFn: (body: File) => api.series.enrolFile({ params: { id }, query: { enrol: 'true' }, body }),
    onSuccess: ({ enrolled }) => {
      notify({ label: words.enrolled(enrolled), kind: 'success' })
      setFile(undefined)
      check.reset()
    },
    onSettled: refresh,
  })
  const take = (given: File) => {
    const isTooLarge = given.size > maxEnrolmentFileBytes
    setRefusal(isTooLarge ? words.tooLarge : undefined)
    enrol.reset()
    if (isTooLarge) return check.reset()
    // Excel files keep their type on their way; without one the body would not be read as a file.
    const typed = new File([given], given.name, { type: xlsxType })
    setFile(typed)
    check.mutate(typed)
  }
  const failure = enrol.error ?? check.error
  const error = refusal ?? (failure ? wordsOf(failure) : undefined)
  const checked = enrol.data?.problems.length ? enrol.data : check.data
  return (
    <LabelledSection
      label={words.file}
      description={words.fileText(dateLabel)}
      actions={<DownloadButton fetchFile={() => api.series.template({ params: { id } })}>{words.template}</DownloadButton>}
    >
      <Stack>
        {error && (
          <Alert kind="danger" title={words.cannotRead}>
            {error}
          </Alert>
        )}
        <FileDrop label={words.upload} hint={words.uploadHint} accept=".xlsx" isBusy={check.isPending || enrol.isPending} onFile={take} />
        {check.data && file && (
          <Alert
            kind={check.data.good > 0 ? 'info' : 'warning'}
            title={check.data.good > 0 ? words.good(check.data.good) : words.noneGood}
            actions={
              check.data.good > 0 && (
                <Button kind="primary" isPending={enrol.isPending} onClick={() => enrol.mutate(file)}>
                  {words.enrolGood(check.data.good)}
                </Button>
              )
            }
          >
            {check.data.problems.length > 0 && words.problems(check.data.problems.length)}
          </Alert>
        )}
        {checked && checked.problems.length > 0 && (
          <Panel isFlush>
            <DataTable label={words.problemsLabel} columns={problemColumns} rows={checked.problems} rowId={({ row }) => String(row)} />
          </Panel>
        )}
      </Stack>
    </LabelledSection>
  )
}

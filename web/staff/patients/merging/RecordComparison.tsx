import type { Comparison } from '#contract/patient-merges.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { methodLabel } from '#domain/notification.ts'
import { type MergeField, mergeFieldLabels } from '#domain/patient-merge.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { tableWords } from '#web/ui/list-words.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { shownValue } from './merge-values.ts'
import { mergeWords } from './words.ts'

const words = mergeWords.summary

type PatientRecord = Comparison['records'][number]
/** `belongs`: of what belongs to the record, which is moved and not compared. */
type Row = { label: string; valueOf: (record: PatientRecord) => string; differs?: boolean; belongs?: boolean }

const rowOfField = (field: MergeField): Row => ({ label: mergeFieldLabels[field], valueOf: ({ patient }) => shownValue(field, patient) })

function rowsOf(records: readonly PatientRecord[], differing: readonly MergeField[]): Row[] {
  const rows: Row[] = [
    { label: words.name, valueOf: ({ patient }) => patient.fullName },
    { label: words.nhsNumber, valueOf: ({ patient }) => (patient.nhsNumber ? formatNhsNumber(patient.nhsNumber) : '') },
    ...(differing.includes('dateOfBirth') ? [] : [rowOfField('dateOfBirth')]),
    // Two wards can have the same name, so what differs is not told by the values on the screen alone.
    ...differing.map((field) => ({ ...rowOfField(field), differs: true })),
    { label: words.mayBeContacted, valueOf: ({ patient }) => (patient.mayBeContacted ? words.yes : words.no) },
    { label: words.optedOut, valueOf: ({ patient }) => patient.optedOutMethods.map(methodLabel).join(', ') || words.noOptOut },
    ...(records.some(({ patient }) => patient.legalHold)
      ? [{ label: words.legalHold, valueOf: ({ patient }: PatientRecord) => patient.legalHold?.reason ?? words.no }]
      : []),
    ...(records.some(({ patient }) => patient.archived)
      ? [{ label: words.archived, valueOf: ({ patient }: PatientRecord) => (patient.archived ? words.yes : words.no) }]
      : []),
    {
      label: words.formRequests,
      valueOf: ({ belongings }) => words.counts(belongings.formRequests, belongings.openFormRequests),
      belongs: true,
    },
    { label: words.series, valueOf: ({ belongings }) => belongings.series.toLocaleString('en-GB'), belongs: true },
    { label: words.created, valueOf: ({ patient }) => formatDate(dateOf(patient.createdAt)), belongs: true },
  ]
  return rows
}

type RecordComparisonProps = { comparison: Comparison; differing: readonly MergeField[] }

/** Two records side by side, each detail on one line, with a mark where they differ. */
export function RecordComparison({ comparison: { records }, differing }: RecordComparisonProps) {
  return (
    <table className="plain-table record-comparison">
      <caption className="visually-hidden">{words.caption}</caption>
      <thead>
        <tr>
          <td>
            <VisuallyHidden>{words.detail}</VisuallyHidden>
          </td>
          <th scope="col">{mergeWords.first}</th>
          <th scope="col">{mergeWords.second}</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(records, differing).map(({ label, valueOf, differs, belongs }) => {
          const values = records.map(valueOf)
          const isDifferent = differs ?? (!belongs && new Set(values).size > 1)
          return (
            <tr key={label}>
              <th scope="row">
                {label}{' '}
                {isDifferent && (
                  <Badge kind="warning" size="xs">
                    {words.different}
                  </Badge>
                )}
              </th>
              {values.map((value, index) => (
                <td key={index}>{value || <span className="muted">{tableWords.notGiven}</span>}</td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

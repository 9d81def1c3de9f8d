import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { maxPeriodYears, periodNames, periodProblem, type PeriodName } from '#domain/dashboard-periods.ts'
import { selectableSpecialties, specialtyName } from '#domain/specialties.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { checkDays, paddedDays } from '#web/staff/days.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { DateField } from '#web/staff/form-fields.tsx'
import type { SearchOf } from '#web/staff/searches.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ComboBox } from '#web/ui/ComboBox.tsx'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'
import { Select } from '#web/ui/Select.tsx'

import { periodIn } from './responses-query.ts'
import { dashboardWords } from './words.ts'

const words = dashboardWords.filters

type Search = SearchOf<'dashboard'>
type Change = (changed: Partial<Search>) => void

type ResponseFilterBarProps = {
  /** the form in the address, when its title is known */
  forms: readonly { id: string; title: string }[] | undefined
  wards: readonly { id: string; name: string }[]
}

const periods = periodNames.map((value) => ({ value, label: words.periods[value] }))
const specialties = selectableSpecialties.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))

/** Period, form, specialty and ward, kept in the address (NAV-7). */
export function ResponseFilterBar({ forms, wards }: ResponseFilterBarProps) {
  const router = useRouter()
  const search = useSearch({ from: '/inside/dashboard' })
  const { period = 'last30', formId, specialty, wardId } = search
  const change: Change = (changed) =>
    void router.navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...changed }),
      resetScroll: false,
    })
  const isFiltered = formId !== undefined || specialty !== undefined || wardId !== undefined
  return (
    <div className="response-filters" role="search" aria-label={words.label}>
      <div className="response-filters__fields">
        <Select
          label={words.period}
          options={periods}
          value={period}
          onChange={({ target: { value } }) => {
            const chosen = value as PeriodName // its options are these names
            // Other dates begin as the days that are shown.
            change({
              period: chosen === 'last30' ? undefined : chosen,
              from: undefined,
              to: undefined,
              ...(chosen === 'custom' && periodIn(search)),
            })
          }}
        />
        <FormFilter formId={formId} forms={forms} onChange={change} />
        <ComboBox
          label={words.specialty}
          options={withChosen(specialty)}
          value={specialty ?? null}
          placeholder={words.allSpecialties}
          onChange={(value) => change({ specialty: value ?? undefined })}
        />
        {wards.length > 0 && (
          <ComboBox
            label={words.ward}
            options={wards.map(({ id, name }) => ({ value: id, label: name }))}
            value={wardId ?? null}
            placeholder={words.allWards}
            onChange={(value) => change({ wardId: value ?? undefined })}
          />
        )}
        {isFiltered && (
          <Button kind="link" onClick={() => change({ formId: undefined, specialty: undefined, wardId: undefined })}>
            {words.clear}
          </Button>
        )}
      </div>
      {period === 'custom' && <OtherDays key={`${search.from} ${search.to}`} search={search} onChange={change} />}
    </div>
  )
}

/** A specialty that can no longer be selected is offered while it is chosen. */
const withChosen = (code: string | undefined) =>
  code === undefined || specialties.some(({ value }) => value === code)
    ? specialties
    : [...specialties, { value: code, label: `${code} ${specialtyName(code) ?? ''}`.trim() }]

type FormFilterProps = { formId: string | undefined; forms: ResponseFilterBarProps['forms']; onChange: Change }

function FormFilter({ formId, forms, onChange }: FormFilterProps) {
  // The title of a form that was chosen here is known before its figures.
  const [last, setLast] = useState<{ id: string; title: string }>()
  const known = [...(forms ?? []), ...(last ? [last] : [])].find(({ id }) => id === formId)
  const title = known?.title ?? (formId && forms ? words.unknownForm : '')
  const { combo } = useOptionSearch(
    (text) => q(api.forms.list, { query: { limit: 50, sort: 'title', filters: text && text !== title ? { search: text } : {} } }),
    ({ docs }) => docs.map((form) => ({ value: form.id, label: form.title })),
  )
  return (
    <SearchCombo
      label={words.form}
      {...combo}
      chosen={formId}
      chosenLabel={title}
      placeholder={words.allForms}
      onChoose={({ value: id, label }) => {
        setLast({ id, title: label })
        onChange({ formId: id })
      }}
      onEmpty={() => onChange({ formId: undefined })}
    />
  )
}

function OtherDays({ search: { from = '', to = '' }, onChange }: { search: Search; onChange: Change }) {
  const fields = useFields({ id: 'period', initial: { from, to }, check: checkPeriod })
  return (
    <FieldsForm fields={fields} submitLabel={words.show} kind="secondary" isInDialog onSave={(typed) => onChange(paddedDays(typed))}>
      <div className="response-filters__days">
        <DateField label={words.from} {...fields.bind('from')} />
        <DateField label={words.to} {...fields.bind('to')} />
      </div>
      {fields.attempts === 0 && <ProblemInAddress from={from} to={to} />}
    </FieldsForm>
  )
}

function checkPeriod(typed: { from: string; to: string }) {
  const days = paddedDays(typed)
  const wrong = checkDays(typed, words.backwards)
  const missing = { from: days.from ? wrong.from : words.required, to: days.to ? wrong.to : words.required }
  if (missing.from ?? missing.to) return missing
  return { from: periodProblem(days) === 'too long' ? words.tooLong(maxPeriodYears) : undefined, to: undefined }
}

/** Why no figures are shown for the days in the address. */
function ProblemInAddress(days: { from: string; to: string }) {
  const problem = days.from === '' || days.to === '' ? 'missing' : periodProblem(days)
  if (problem === undefined) return null
  return (
    <Alert kind="danger">
      {{ missing: words.notAPeriod, backwards: words.backwards, 'too long': words.tooLong(maxPeriodYears) }[problem]}
    </Alert>
  )
}

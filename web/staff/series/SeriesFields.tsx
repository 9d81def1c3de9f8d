import { useQuery } from '@tanstack/react-query'

import { formatDate, isIsoDate } from '#domain/dates.ts'
import { weekdayOf } from '#domain/moments.ts'
import { choicesOf } from '#domain/form/logic/condition.ts'
import { exampleDays, offsetUnits, offsetWords, openRules, scheduleProblem } from '#domain/series.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ComboBox } from '#web/staff/combo-field.tsx'
import { CheckboxGroup, DateField, RadioGroup, Select, TextField } from '#web/staff/form-fields.tsx'
import { FormPicker, specialties, useMethodOptions } from '#web/staff/requests/create/NewRequestFields.tsx'
import { type Bind, type Fields, useBoundField, useFieldValue, useFieldValues } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Select as PlainSelect } from '#web/ui/Select.tsx'
import { TextField as PlainTextField } from '#web/ui/TextField.tsx'
import { padDate } from '#web/ui/date-text.ts'

import { newOffset, scheduleOf, type SeriesValues, type TypedOffset } from './series-fields.ts'
import { seriesFormWords as words } from './words.ts'

const kinds = [
  { value: 'offsets', ...words.offsets },
  { value: 'every', ...words.every },
]
const rules = openRules.map((value) => ({ value, ...words.rules[value] }))

export function SeriesFields({ fields }: { fields: Fields<SeriesValues> }) {
  const { bind } = fields
  const kind = useFieldValue(fields, 'kind')
  return (
    <>
      <TextField label={words.name} hint={words.nameHint} maxLength={100} autoComplete="off" {...bind('name')} />
      {/* The questions and answers of one form mean nothing in another. */}
      <FormPicker {...bind('form')} onOther={() => fields.set({ stopQuestion: '', stopValues: [] })} />
      <TextField label={words.dateLabel} hint={words.dateLabelHint} maxLength={60} autoComplete="off" {...bind('dateLabel')} />
      <RadioGroup label={words.kind} options={kinds} {...bind('kind')} />
      {kind === 'offsets' ? (
        <Offsets {...bind('offsets')} />
      ) : (
        <>
          <TextField label={words.weeks} width={4} inputMode="numeric" maxLength={3} {...bind('weeks')} />
          <TextField
            label={words.stopAfter}
            hint={words.stopAfterHint}
            width={4}
            inputMode="numeric"
            maxLength={3}
            isOptional
            {...bind('times')}
          />
          <DateField label={words.until} isOptional {...bind('until')} />
        </>
      )}
      <StopAnswer fields={fields} />
      <RadioGroup label={words.whenOpen} options={rules} {...bind('whenOpen')} />
      <TextField label={words.lateDays} hint={words.lateDaysHint} width={2} inputMode="numeric" maxLength={2} {...bind('lateDays')} />
      <RadioGroup label={words.method} options={useMethodOptions()} {...bind('method')} />
      <ComboBox label={words.specialty} hint={words.specialtyHint} isOptional options={specialties} {...bind('specialty')} />
    </>
  )
}

const units = offsetUnits.map((value) => ({ value, label: words.units[value] }))
const sides = [
  { value: 'after', label: words.after },
  { value: 'before', label: words.before },
]

/** A list of times: a number, a unit, and whether before or after the date. */
function Offsets({ field }: Bind<TypedOffset[]>) {
  const { id, value: offsets, error, onChange, onBlur } = useBoundField(field)
  const change = (index: number, part: Partial<TypedOffset>) =>
    onChange(offsets.map((one, place) => (place === index ? { ...one, ...part } : one)))
  return (
    <FieldGroup id={id} label={words.times} hint={words.timesHint} error={error}>
      <ul className="series-offsets">
        {offsets.map((offset, index) => (
          <li key={index} className="series-offsets__one">
            <PlainTextField
              label={words.number(index + 1)}
              isLabelHidden
              width={4}
              inputMode="numeric"
              maxLength={4}
              value={offset.number}
              onBlur={onBlur}
              onChange={({ target }) => change(index, { number: target.value })}
            />
            <PlainSelect
              label={words.unit(index + 1)}
              isLabelHidden
              width={10}
              options={units}
              value={offset.unit}
              onChange={({ target }) => change(index, { unit: target.value as TypedOffset['unit'] })} // one of the options
            />
            <PlainSelect
              label={words.side(index + 1)}
              isLabelHidden
              width={20}
              options={sides}
              value={offset.side}
              onChange={({ target }) => change(index, { side: target.value as TypedOffset['side'] })} // likewise
            />
            {offsets.length > 1 && (
              <Button
                kind="link"
                size="sm"
                aria-label={words.removeTime(index + 1)}
                onClick={() => onChange(offsets.filter((_, place) => place !== index))}
              >
                {words.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button size="sm" onClick={() => onChange([...offsets, newOffset])}>
          {words.addTime}
        </Button>
      </div>
    </FieldGroup>
  )
}

/** The questions of the published version whose answers are choices. */
function StopAnswer({ fields }: { fields: Fields<SeriesValues> }) {
  const form = useFieldValue(fields, 'form')
  const stopQuestion = useFieldValue(fields, 'stopQuestion')
  const details = useQuery({ ...q(api.forms.get, { params: { id: form?.id ?? '' } }), enabled: form !== undefined })
  const version = details.data?.version
  const published = useQuery({
    ...q(api.forms.getVersion, { params: { id: form?.id ?? '', version: version ?? 1 } }),
    enabled: form !== undefined && Boolean(version),
  })
  const questions = (published.data?.definition.questions ?? []).filter((question) => choicesOf(question) !== undefined)
  const question = questions.find(({ id }) => id === stopQuestion)
  // A newer version of the form may have lost the question or some of the answers.
  const isQuestionLost = published.data !== undefined && stopQuestion !== '' && !question
  if (questions.length === 0 && !isQuestionLost) return <p className="muted">{words.always}</p>
  return (
    <>
      <Select
        label={words.stopQuestion}
        hint={words.stopQuestionHint}
        isOptional
        placeholder={words.noQuestion}
        options={[
          ...(isQuestionLost ? [{ value: stopQuestion, label: words.lostQuestion }] : []),
          ...questions.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        error={isQuestionLost ? words.lostQuestionError : undefined}
        onChosen={() => fields.set({ stopValues: [] })}
        {...fields.bind('stopQuestion')}
      />
      {question && <StopValues fields={fields} choices={choicesOf(question) ?? []} />}
      <p className="muted">{words.always}</p>
    </>
  )
}

type StopValuesProps = { fields: Fields<SeriesValues>; choices: readonly { value: string; label: string }[] }

function StopValues({ fields, choices }: StopValuesProps) {
  const { initial } = fields
  const [stopQuestion, stopValues] = [useFieldValue(fields, 'stopQuestion'), useFieldValue(fields, 'stopValues')]
  const isLost = (value: string) => !choices.some((choice) => choice.value === value)
  // Those of the series as it was opened: a checkbox that is cleared stays, with the focus.
  const lost = stopQuestion === initial.stopQuestion ? initial.stopValues.filter(isLost) : []
  return (
    <CheckboxGroup
      label={words.stopValues}
      options={[
        ...choices.map(({ value, label }) => ({ value, label })),
        ...lost.map((value, nth) => ({ value, label: words.lostAnswer(nth + 1, lost.length) })),
      ]}
      error={stopValues.some(isLost) ? words.lostAnswerError : undefined}
      {...fields.bind('stopValues')}
    />
  )
}

/** The days for an example date, as the series would send on them. */
export function SeriesExample({ fields }: { fields: Fields<SeriesValues> }) {
  const values = useFieldValues(fields)
  const schedule = scheduleOf(values)
  const date = padDate(values.exampleDate)
  const days = scheduleProblem(schedule) === undefined && isIsoDate(date) ? exampleDays(schedule, date) : []
  return (
    <LabelledSection label={words.example}>
      <DateField label={values.dateLabel || words.exampleDate} {...fields.bind('exampleDate')} />
      {days.length === 0 ? (
        <p className="muted">{words.exampleEmpty}</p>
      ) : (
        <ul className="series-days">
          {days.map(({ day, ...offset }) => (
            <li key={day}>{words.exampleDay(offsetWords(offset), `${weekdayOf(`${day}T12:00:00Z`)} ${formatDate(day)}`)}</li>
          ))}
        </ul>
      )}
      <p className="muted">{words.exampleHours}</p>
    </LabelledSection>
  )
}

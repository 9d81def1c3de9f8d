import type { Series } from '#contract/series.ts'
import { isIsoDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { endDateProblem, inOrder, type Offset, type OffsetUnit, type OpenRule, type Schedule, scheduleProblem } from '#domain/series.ts'
import { changedOnly } from '#web/staff/changed-only.ts'
import { padDate } from '#web/ui/date-text.ts'

import { seriesFormWords as words } from './words.ts'

export type TypedOffset = { number: string; unit: OffsetUnit; side: 'after' | 'before' }

/** What is typed into the form of a series. */
export type SeriesValues = {
  name: string
  form: { id: string; title: string } | undefined
  dateLabel: string
  kind: 'offsets' | 'every'
  offsets: TypedOffset[]
  weeks: string
  times: string
  until: string
  /** '' is none */
  stopQuestion: string
  stopValues: string[]
  whenOpen: OpenRule
  lateDays: string
  /** '' is each patient's own preferred method. */
  method: NotificationMethod | ''
  specialty: string
  exampleDate: string
}

export const newOffset: TypedOffset = { number: '', unit: 'weeks', side: 'after' }

export const newSeries = (): SeriesValues => ({
  name: '',
  form: undefined,
  dateLabel: '',
  kind: 'offsets',
  offsets: [newOffset],
  weeks: '12',
  times: '',
  until: '',
  stopQuestion: '',
  stopValues: [],
  whenOpen: 'replace',
  lateDays: '7',
  method: '',
  specialty: '',
  exampleDate: dateOf(new Date()),
})

export const valuesOf = ({ name, form, dateLabel, schedule, stopAnswer, whenOpen, lateDays, method, specialty }: Series): SeriesValues => ({
  ...newSeries(),
  name,
  form,
  dateLabel,
  kind: schedule.kind,
  ...(schedule.kind === 'offsets'
    ? { offsets: schedule.offsets.map(typedOffset) }
    : { weeks: String(schedule.weeks), times: schedule.times === null ? '' : String(schedule.times), until: schedule.until ?? '' }),
  stopQuestion: stopAnswer?.questionId ?? '',
  stopValues: stopAnswer?.values ?? [],
  whenOpen,
  lateDays: String(lateDays),
  method: method ?? '',
  specialty,
})

const typedOffset = ({ amount, unit }: Offset): TypedOffset => ({
  number: String(Math.abs(amount)),
  unit,
  side: amount < 0 ? 'before' : 'after',
})

const wholeNumber = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : NaN)

/** The schedule that is typed; it may be invalid. */
export function scheduleOf({ kind, offsets, weeks, times, until }: SeriesValues): Schedule {
  if (kind === 'every')
    return { kind, weeks: wholeNumber(weeks), times: times.trim() === '' ? null : wholeNumber(times), until: padDate(until) || null }
  return {
    kind,
    offsets: inOrder(
      offsets.map(({ number, unit, side }) => {
        const amount = wholeNumber(number)
        return { amount: side === 'before' && amount !== 0 ? -amount : amount, unit }
      }),
    ),
  }
}

type Errors = Partial<Record<keyof SeriesValues, string>>

/** A schedule that was not changed keeps an end date that has passed. */
export function errorsOf(values: SeriesValues, opened: SeriesValues): Errors {
  const { name, form, dateLabel, kind, offsets, stopQuestion, stopValues, lateDays } = values
  const late = wholeNumber(lateDays)
  return {
    ...(name.trim() === '' && { name: words.required.name }),
    ...(!form && { form: words.required.form }),
    ...(dateLabel.trim() === '' && { dateLabel: words.required.dateLabel }),
    ...(kind === 'offsets' ? offsetErrors(values, offsets) : everyErrors(values, opened)),
    ...(stopQuestion && stopValues.length === 0 && { stopValues: words.required.values }),
    ...(!(late >= 1 && late <= 90) && { lateDays: words.lateRange }),
  }
}

function offsetErrors(values: SeriesValues, offsets: readonly TypedOffset[]): Errors {
  const problem = offsets.some(({ number }) => Number.isNaN(wholeNumber(number))) ? words.notNumber : scheduleProblem(scheduleOf(values))
  return problem ? { offsets: problem } : {}
}

function everyErrors(values: SeriesValues, opened: SeriesValues): Errors {
  const { weeks, times, until } = values
  if (Number.isNaN(wholeNumber(weeks))) return { weeks: words.notNumber }
  if (times.trim() !== '' && Number.isNaN(wholeNumber(times))) return { times: words.notNumber }
  const schedule = scheduleOf(values)
  const problem = scheduleProblem(schedule)
  if (!problem) {
    const wrongEnd = changesOf(values, opened).schedule && endDateProblem(schedule, dateOf(new Date()))
    return wrongEnd ? { until: wrongEnd } : {}
  }
  if (until !== '' && !isIsoDate(padDate(until))) return { until: problem }
  return problem.startsWith('Weeks') ? { weeks: problem } : { times: problem }
}

/** The fields that the server takes. */
export const bodyOf = (values: SeriesValues) => {
  const schedule = scheduleOf(values)
  return {
    name: values.name,
    formId: values.form?.id ?? '',
    dateLabel: values.dateLabel,
    schedule: schedule.kind === 'offsets' ? { kind: schedule.kind, offsets: [...schedule.offsets] } : schedule,
    stopAnswer: values.stopQuestion === '' ? null : { questionId: values.stopQuestion, values: values.stopValues },
    whenOpen: values.whenOpen,
    lateDays: Number(values.lateDays),
    method: values.method || null,
    specialty: values.specialty,
  }
}

/** What a user has changed since the form opened. The rest is not sent, so it does not overwrite what a colleague has saved meanwhile. */
export const changesOf = (values: SeriesValues, opened: SeriesValues) => changedOnly(bodyOf(values), bodyOf(opened))

const wireNames: Partial<Record<keyof SeriesValues, string>> = {
  form: 'formId',
  offsets: 'schedule',
  stopQuestion: 'stopAnswer',
  until: 'schedule.until',
}

/** The fields that the server refuses under another name. */
export const wireNameOf = (name: keyof SeriesValues) => wireNames[name] ?? name

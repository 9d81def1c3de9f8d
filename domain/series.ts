import { formatCount } from './amounts.ts'
import { addDays, formatDate, isIsoDate } from './dates.ts'
import { dateOf, startOfDay } from './moments.ts'
import { nextSendingMoment, type SendingHours } from './sending-times.ts'

const dayMs = 86_400_000

/** The largest spreadsheet of patients. */
export const maxEnrolmentFileBytes = 2_000_000

export const occasionStates = ['planned', 'sent', 'missed', 'not_sent', 'skipped'] as const
export type OccasionState = (typeof occasionStates)[number]

/** Why an enrolment has ended. */
export const endReasons = ['completed', 'user', 'answered', 'archived', 'deceased', 'not_to_be_contacted'] as const
export type EndReason = (typeof endReasons)[number]

/** Why an occasion was missed, not sent or skipped. The words of `unreachable` depend on the patient and are stored with the occasion. */
export const occasionReasons = ['passed', 'late', 'paused', 'overtaken', 'unreachable', 'still_open', 'user', 'ended'] as const
export type OccasionReason = (typeof occasionReasons)[number]

/** What happens when the patient has not answered the form of the occasion before. */
export const openRules = ['replace', 'wait'] as const
export type OpenRule = (typeof openRules)[number]

export const offsetUnits = ['days', 'weeks', 'months'] as const
export type OffsetUnit = (typeof offsetUnits)[number]
/** A time counted from the date of an enrolment. A negative amount is before the date. */
export type Offset = { amount: number; unit: OffsetUnit }

/** When the form of a series is sent. Offsets are in the order of time. */
export type Schedule =
  { kind: 'offsets'; offsets: readonly Offset[] } | { kind: 'every'; weeks: number; times: number | null; until: string | null }

export const maxOffsets = 20
export const maxWeeks = 104
export const maxTimes = 520
const maxAmount: Record<OffsetUnit, number> = { days: 3_650, weeks: 520, months: 120 }
const approximateDays: Record<OffsetUnit, number> = { days: 1, weeks: 7, months: 30.44 }
const inDays = ({ amount, unit }: Offset) => amount * approximateDays[unit]

/** The offsets in the order of time. */
export const inOrder = (offsets: readonly Offset[]) => offsets.toSorted((one, other) => inDays(one) - inDays(other))

/** The message for an invalid schedule; undefined when it is valid. */
export function scheduleProblem(schedule: Schedule): string | undefined {
  if (schedule.kind === 'every') {
    const { weeks, times, until } = schedule
    if (!isWholeBetween(weeks, 1, maxWeeks)) return `Weeks must be a whole number between 1 and ${maxWeeks}.`
    if (times !== null && !isWholeBetween(times, 1, maxTimes)) return `Number of times must be a whole number between 1 and ${maxTimes}.`
    return until === null || isIsoDate(until) ? undefined : 'End date is not a real date.'
  }
  const { offsets } = schedule
  if (offsets.length === 0) return 'Add at least 1 time.'
  if (offsets.length > maxOffsets) return `A series has at most ${maxOffsets} times.`
  const tooFar = offsets.find(({ amount, unit }) => !isWholeBetween(amount, -maxAmount[unit], maxAmount[unit]))
  if (tooFar) return `Times in ${tooFar.unit} must be whole numbers up to ${maxAmount[tooFar.unit].toLocaleString('en-GB')}.`
  return new Set(offsets.map(inDays)).size < offsets.length ? 'Two times are the same.' : undefined
}

/** The message for an end date of a schedule that a user creates or changes; undefined when it is valid. A past one ends the series for every patient. */
export const endDateProblem = (schedule: Schedule, today: string): string | undefined =>
  schedule.kind === 'every' && schedule.until !== null && schedule.until < today ? 'End date must be today or later.' : undefined

const isWholeBetween = (number: number, low: number, high: number) => Number.isInteger(number) && number >= low && number <= high

/** The calendar day at an offset from a date. A month later has the same day of the month, or the last one where that does not exist. */
export function dayAt(date: string, { amount, unit }: Offset): string {
  if (unit !== 'months') return addDays(date, amount * (unit === 'weeks' ? 7 : 1))
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))]
  const first = new Date(Date.UTC(2000, month - 1 + amount, 1))
  const [inYear, inMonth] = [year + first.getUTCFullYear() - 2000, first.getUTCMonth() + 1]
  const last = new Date(Date.UTC(inYear, inMonth, 0)).getUTCDate()
  return `${String(inYear).padStart(4, '0')}-${String(inMonth).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`
}

const maxYearsAway = 10

/** The message for an invalid date of an enrolment; undefined when it is valid. */
export function startDateProblem(date: string, today: string): string | undefined {
  if (!isIsoDate(date)) return 'Date is not a real date.'
  const isNear =
    dayAt(today, { amount: -12 * maxYearsAway, unit: 'months' }) <= date &&
    date <= dayAt(today, { amount: 12 * maxYearsAway, unit: 'months' })
  return isNear ? undefined : `Date must be within ${maxYearsAway} years of today.`
}

export type StoredOccasion = Offset & {
  id: string
  state: OccasionState
  reason: OccasionReason | null
  dueOn: string
  movedTo: string | null
}
type Planned = Offset & {
  dueOn: string
  /** The day was over when the occasion was planned, so nothing is sent by itself. */
  isPassed: boolean
}
export type Plan = { added: Planned[]; changed: { id: string; dueOn: string; isPassed: boolean }[]; removed: string[] }

/** Weeks that are planned ahead in a series without an end, so that the calendar of the next weeks is complete. */
const weeksAhead = 8
const countAhead = (weeks: number) => Math.ceil(weeksAhead / weeks) + 1

const keyOf = ({ amount, unit }: Offset) => `${amount} ${unit}`

/**
 * What has to change so that the occasions of an enrolment follow the schedule. What was sent, missed or skipped by a user stays, and so does an
 * occasion whose day does not change. Planning again with the same values changes nothing.
 */
export function planOccasions(schedule: Schedule, startsOn: string, stored: readonly StoredOccasion[], today: string): Plan {
  const plan: Plan = { added: [], changed: [], removed: [] }
  for (const occasion of stored) {
    const { id, state, reason, movedTo } = occasion
    if (state !== 'planned' && !(state === 'skipped' && reason === 'passed')) continue
    if (!isInSchedule(schedule, startsOn, occasion)) {
      plan.removed.push(id)
      continue
    }
    const dueOn = dayAt(startsOn, occasion)
    if (dueOn !== occasion.dueOn) plan.changed.push({ id, dueOn, isPassed: (movedTo ?? dueOn) < today })
  }
  const known = new Set(stored.map(keyOf))
  const add = (offset: Offset) => {
    const dueOn = dayAt(startsOn, offset)
    plan.added.push({ ...offset, dueOn, isPassed: dueOn < today })
  }
  if (schedule.kind === 'offsets') schedule.offsets.filter((offset) => !known.has(keyOf(offset))).forEach(add)
  else nextWeeks(schedule, startsOn, today, stored, known).forEach(add)
  return plan
}

/** Whether something is planned for the enrolment once the plan is carried out. Otherwise the series ends for the patient. */
export const isSomethingLeft = ({ added, changed, removed }: Plan, stored: readonly StoredOccasion[]) =>
  added.some(({ isPassed }) => !isPassed) ||
  changed.some(({ isPassed }) => !isPassed) ||
  stored.some((one) => one.state === 'planned' && !removed.includes(one.id) && !changed.some((change) => change.id === one.id))

/** Whether a time belongs to the schedule of an enrolment that began on this day. */
export function isInSchedule(schedule: Schedule, startsOn: string, offset: Offset) {
  if (schedule.kind === 'offsets') return schedule.offsets.some((one) => keyOf(one) === keyOf(offset))
  const { weeks, times, until } = schedule
  const number = offset.amount / weeks
  if (offset.unit !== 'weeks' || !isWholeBetween(number, 1, times ?? maxTimes)) return false
  return until === null || dayAt(startsOn, offset) <= until
}

type EveryWeeks = Extract<Schedule, { kind: 'every' }>

/** The next times of a schedule without a list of times: none before today, and only as many as are planned ahead. */
function nextWeeks(schedule: EveryWeeks, startsOn: string, today: string, stored: readonly StoredOccasion[], known: ReadonlySet<string>) {
  const { weeks } = schedule
  const isAhead = (one: StoredOccasion) => one.state === 'planned' && isInSchedule(schedule, startsOn, one) && dayAt(startsOn, one) >= today
  let missing = countAhead(weeks) - stored.filter(isAhead).length
  const daysSince = Math.round((Date.parse(today) - Date.parse(startsOn)) / dayMs)
  const found: Offset[] = []
  for (let number = Math.max(1, Math.ceil(daysSince / 7 / weeks)); missing > 0; number++) {
    const offset: Offset = { amount: number * weeks, unit: 'weeks' }
    if (!isInSchedule(schedule, startsOn, offset)) break
    if (known.has(keyOf(offset))) continue
    found.push(offset)
    missing--
  }
  return found
}

/** The days of the occasions for an example, at most so many. */
export function exampleDays(schedule: Schedule, startsOn: string, most = 12): (Offset & { day: string })[] {
  const offsets =
    schedule.kind === 'offsets'
      ? schedule.offsets
      : Array.from({ length: most }, (_, index): Offset => ({ amount: (index + 1) * schedule.weeks, unit: 'weeks' })).filter((offset) =>
          isInSchedule(schedule, startsOn, offset),
        )
  return offsets.slice(0, most).map((offset) => ({ ...offset, day: dayAt(startsOn, offset) }))
}

/** The moment from which the form of an occasion on this day (in London) is sent: the first one within the sending hours. */
export const sendingStartOf = (day: string, hours: SendingHours): Date => nextSendingMoment(startOfDay(day), hours)

/**
 * The days whose occasions are sent now: from `from` until `until`. Those before `from` are too late. The days of a weekend or holiday on which
 * nothing is sent do not count as late.
 */
export function dueDays(now: Date, hours: SendingHours, lateDays: number): { from: string; until: string } {
  let until = dateOf(now)
  while (sendingStartOf(until, hours) > now) until = addDays(until, -1)
  let from = until
  const isInTime = (day: string) => sendingStartOf(day, hours).getTime() + lateDays * dayMs >= now.getTime()
  while (isInTime(addDays(from, -1))) from = addDays(from, -1)
  return { from: isInTime(from) ? from : addDays(from, 1), until }
}

const unitWords: Record<OffsetUnit, string> = { days: 'day', weeks: 'week', months: 'month' }

const lengthWords = ({ amount, unit }: Offset) => formatCount(Math.abs(amount), unitWords[unit])

/** An offset in words, such as '6 weeks after' or 'on the day'. */
export const offsetWords = (offset: Offset) =>
  offset.amount === 0 ? 'on the day' : `${lengthWords(offset)} ${offset.amount < 0 ? 'before' : 'after'}`

/** An offset with the name of its date, such as '6 weeks after date of operation'. */
export function occasionWords(offset: Offset, dateLabel: string) {
  const label = dateLabel.charAt(0).toLowerCase() + dateLabel.slice(1)
  return offset.amount === 0 ? `on ${label}` : `${offsetWords(offset)} ${label}`
}

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** A schedule in words, such as '6 weeks and 6 months after' or 'Every 12 weeks, at most 8 times'. */
export function scheduleWords(schedule: Schedule): string {
  if (schedule.kind === 'every') {
    const { weeks, times, until } = schedule
    const every = weeks === 1 ? 'Every week' : `Every ${weeks} weeks`
    const parts = [
      ...(times === null ? [] : [`at most ${formatCount(times, 'time')}`]),
      ...(until === null ? [] : [`until ${formatDate(until)}`]),
    ]
    return [every, ...parts].join(', ')
  }
  const { offsets } = schedule
  const before = offsets.filter(({ amount }) => amount < 0)
  const after = offsets.filter(({ amount }) => amount > 0)
  const words = [
    ...(before.length > 0 ? [`${listFormat.format(before.map(lengthWords))} before`] : []),
    ...(offsets.some(({ amount }) => amount === 0) ? ['on the day'] : []),
    ...(after.length > 0 ? [`${listFormat.format(after.map(lengthWords))} after`] : []),
  ]
  const text = listFormat.format(words)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const occasionReasonWords: Record<Exclude<OccasionReason, 'unreachable'>, string> = {
  passed: 'The day had passed before it was planned.',
  late: 'Nothing could be sent for too long after the day.',
  paused: 'The series was paused on the day.',
  overtaken: 'A later form of the series was due as well.',
  still_open: 'The patient has not answered the form before.',
  user: 'A user skipped it.',
  ended: 'The series had ended for the patient.',
}

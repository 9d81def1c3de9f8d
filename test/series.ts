import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import type { Schedule } from '#domain/series.ts'

import { next, type TestOrganisation } from './organisation.ts'
import { aForm, aPatient } from './requests.ts'

export const today = dateOf(new Date())
/** The day so many days from today. */
export const inDays = (days: number) => addDays(today, days)
/** Noon of the day so many days from today. */
export const noonIn = (days: number) => new Date(`${inDays(days)}T12:00:00Z`)

/** 1, 30 and 60 days after the date. */
export const threeTimes: Schedule = {
  kind: 'offsets',
  offsets: [
    { amount: 1, unit: 'days' },
    { amount: 30, unit: 'days' },
    { amount: 60, unit: 'days' },
  ],
}

type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
type Asked = Record<string, unknown> & { schedule?: Schedule; formId?: string }

/** A series with a form, made through the API. */
export async function aSeries(own: TestOrganisation, { schedule = threeTimes, ...more }: Asked = {}) {
  const staff = await own.staff()
  const formId = more.formId ?? (await aForm(own)).id
  const answer = await staff.post('/api/forms/series', {
    name: `Knee PROM ${next()}`,
    dateLabel: 'Date of operation',
    schedule,
    ...more,
    formId,
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const { id, name } = answer.json<{ id: string; name: string }>()
  return { id, name, formId, staff, path: `/api/forms/series/${id}` }
}

/** A new patient in a series, with a date so many days from today. */
export async function anEnrolment(
  own: TestOrganisation,
  series: { id: string; path: string; staff: Staff },
  startsIn = 0,
  seed: Parameters<typeof aPatient>[1] = {},
) {
  const patient = await aPatient(own, seed)
  const answer = await series.staff.post(`${series.path}/enrolment`, {
    enrolments: [{ patientId: patient.id, startsOn: inDays(startsIn) }],
  })
  const { results } = answer.json<{ results: { done: boolean; reason?: string }[] }>()
  if (results[0]?.done !== true) throw new Error(answer.body)
  const [row] = await own.query('select id from series_enrolments where series_id = $1 and patient_id = $2', [series.id, patient.id])
  return { id: String(row!['id']), patientId: patient.id, patient }
}

/** The occasions of an enrolment by day, as `amount state reason`. */
export async function occasionsOf(own: TestOrganisation, enrolmentId: string) {
  const rows = await own.query('select amount, state, reason from series_occasions where enrolment_id = $1 order by day, amount', [
    enrolmentId,
  ])
  return (rows as { amount: number; state: string; reason: string | null }[]).map(({ amount, state, reason }) =>
    [amount, state, ...(reason === null ? [] : [reason])].join(' '),
  )
}

/** The ids of the occasions of an enrolment, by their amount. */
export async function occasionIds(own: TestOrganisation, enrolmentId: string) {
  const rows = await own.query('select id, amount from series_occasions where enrolment_id = $1', [enrolmentId])
  return Object.fromEntries(rows.map(({ id, amount }) => [Number(amount), String(id)])) as Record<number, string>
}

/** How many form requests of a series there are. */
export const countSent = async (own: TestOrganisation, seriesId: string) =>
  Number((await own.query("select count(*) as n from series_occasions where series_id = $1 and state = 'sent'", [seriesId]))[0]!['n'])

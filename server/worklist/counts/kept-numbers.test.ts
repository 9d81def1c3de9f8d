import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { FormFigures } from '#contract/form-analytics.ts'
import { worklists } from '#domain/dashboard-worklists.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { minGroupSize } from '#domain/form/form.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import { inOrganisation, type Tx } from '#server/platform/database.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

type Request = {
  id: string
  status: RequestStatus
  specialty: string
  form: string
  version: number
  assignee: string
  method: string
  location: string
  event: string
  outcome: string
  ward: string
  isUrgent: boolean
  isUnreached: boolean
  isOpened: boolean
  isSubmitted: boolean
  /** Of the submission: null if there is none. */
  answers: Answers | null
  answeredVersion: number | null
}
type Answers = Record<string, string | string[]>

/** The options of a question, by one letter each. */
const optionsOf = (letters: string) => [...letters].map((value) => ({ value, label: value }))
/** Two versions of a form: the second has other options, one question less, and a question that no longer identifies the patient. */
const definitions: FormDefinition[] = ['abc', 'bcd'].map((letters, nth) => ({
  questions: [
    { id: 'had', type: 'multi_select', title: 'Which have you had?', required: false, options: optionsOf(letters) },
    { id: 'worst', type: 'single_select', title: 'Which was worst?', required: false, options: optionsOf(letters) },
    { id: 'weight', type: 'number', title: 'Weight', decimals: 1, required: false },
    { id: 'pain', type: 'scale', title: 'Pain', required: false },
    { id: 'house', type: 'dropdown', title: 'House', required: false, options: optionsOf('xyz'), ...(nth === 0 && { identifying: true }) },
    { id: 'words', type: 'free_text', title: 'Anything else?', required: false },
    ...(nth === 0 ? [{ id: 'smokes', type: 'yes_no' as const, title: 'Do you smoke?', required: false }] : []),
  ],
}))

type Answered = { answered: number; empty: number; notAsked: number; choices: Record<string, number>; numbers: object | null }

/** What a plain count of the answers to one version, or to both, says of each question. */
function plainAnswers(requests: Request[], version: number | undefined): Record<string, Answered> {
  const asking = [1, 2].filter((one) => version === undefined || one === version)
  const submitted = requests.filter((one) => asking.includes(one.answeredVersion ?? 0))
  const ids = [...new Set(asking.flatMap((one) => definitions[one - 1]!.questions.map(({ id }) => id)))]
  return Object.fromEntries(
    ids.map((id) => {
      const questions = asking.flatMap((one) => definitions[one - 1]!.questions.filter((question) => question.id === id))
      const had = submitted.filter((one) => definitions[one.answeredVersion! - 1]!.questions.some((question) => question.id === id))
      const asked = had.flatMap(({ answers }) => (answers && id in answers ? [answers[id]!] : []))
      const given = asked.filter((answer) => (Array.isArray(answer) ? answer.length > 0 : answer.trim() !== ''))
      const isShown = given.length >= minGroupSize && !questions.some(({ identifying, type }) => identifying || type === 'free_text')
      const isNumber = ['number', 'scale'].includes(questions[0]!.type)
      const sorted = given.map(Number).toSorted((one, other) => one - other)
      const median = (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
      const shown = {
        choices: questions[0]!.type === 'number' ? {} : countTexts(given.flat()),
        numbers: isNumber ? { min: sorted[0], median, max: sorted.at(-1) } : null,
      }
      const counts = { answered: given.length, empty: asked.length - given.length, notAsked: had.length - asked.length }
      return [id, { ...counts, ...(isShown ? shown : { choices: {}, numbers: null }) }]
    }),
  )
}
const countTexts = (texts: string[]) =>
  Object.fromEntries([...Map.groupBy(texts, (text) => text)].map(([text, { length }]) => [text, length]))

/** The same of the analytics of a form. */
const shownAnswers = ({ questions }: FormFigures): Record<string, Answered> =>
  Object.fromEntries(
    questions.map(({ id, answered, empty, notAsked, choices, numbers }) => [
      id,
      {
        answered,
        empty,
        notAsked,
        choices: Object.fromEntries(choices.filter(({ count }) => count > 0).map(({ label, count }) => [label, count])),
        numbers: numbers && { min: numbers.min, median: numbers.median, max: numbers.max },
      },
    ]),
  )

/** Every form request of the organisation as it is, without any count. */
const readRequests = async (ward: TestOrganisation) =>
  (await ward.query(
    `select r.id, r.status, r.specialty, r.form_id as form, r.form_version as version, coalesce(r.assignee_id::text, 'none') as assignee,
       r.notification_method as method, r.location, r.event, coalesce(r.outcome_id::text, 'none') as outcome, coalesce(p.ward_id::text, 'none') as ward,
       r.is_urgent as "isUrgent", r.is_unreached as "isUnreached", r.opened_at is not null as "isOpened", s.id is not null as "isSubmitted",
       s.answers, s.form_version as "answeredVersion"
     from form_requests r
     join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
     left join submissions s on s.organisation_id = r.organisation_id and s.request_id = r.id
     where r.organisation_id = $1`,
    [ward.id],
  )) as Request[] // the columns of the statement

const readAnswerCounts = (ward: TestOrganisation) =>
  ward.query(
    `select form_id, ward, form_version, question, kind, value, count from answer_counts where organisation_id = $1 and count <> 0
     order by form_id, ward, form_version, question, kind, value`,
    [ward.id],
  )

const countBy = (requests: Request[], valueOf: (one: Request) => string) =>
  Object.fromEntries([...Map.groupBy(requests, valueOf)].map(([value, { length }]) => [value, length]).filter(([value]) => value !== ''))

/** The numbers that a member who sees these form requests must be shown. */
function plainNumbers(requests: Request[], memberId: string, formIds: string[]) {
  const isIn = (one: Request, list: (typeof worklists)[keyof typeof worklists]) => {
    const { status, assignee, urgent, notReached } = { assignee: undefined, urgent: undefined, notReached: undefined, ...list }
    return (
      (status as readonly string[]).includes(one.status) &&
      (!assignee || one.assignee === (assignee === 'me' ? memberId : 'none')) &&
      (!urgent || one.isUrgent) &&
      (!notReached || one.isUnreached)
    )
  }
  return {
    groupings: {
      status: countBy(requests, (one) => one.status),
      specialty: countBy(requests, (one) => one.specialty),
      formId: countBy(requests, (one) => one.form),
      assignee: countBy(requests, (one) => one.assignee),
      method: countBy(requests, (one) => one.method),
      location: countBy(requests, (one) => one.location),
      event: countBy(requests, (one) => one.event),
      outcome: countBy(requests, (one) => one.outcome),
      wardId: countBy(requests, (one) => one.ward),
      urgent: requests.filter((one) => one.isUrgent).length,
    },
    dashboard: {
      byStatus: countBy(requests, (one) => one.status),
      worklists: Object.fromEntries(
        Object.entries(worklists).map(([name, list]) => [name, requests.filter((one) => isIn(one, list)).length]),
      ),
    },
    forms: formIds.map((form) => {
      const own = requests.filter((one) => one.form === form)
      return {
        submissions: own.filter((one) => one.isSubmitted).length,
        analytics: [undefined, 1, 2].map((version) => {
          const asked = own.filter((one) => version === undefined || one.version === version)
          const sent = asked.filter((one) => one.status !== 'sent_in_error')
          return {
            sent: sent.length,
            opened: sent.filter((one) => one.isOpened).length,
            answered: asked.filter((one) => one.isSubmitted).length,
            stopped: sent.filter((one) => one.isOpened && !one.isSubmitted).length,
            answers: plainAnswers(own, version),
          }
        }),
      }
    }),
  }
}

type Values = Record<string, number> | { value: string; count: number }[] | number
const withoutZeros = (values: Values) =>
  typeof values === 'number'
    ? values
    : Object.fromEntries(
        (Array.isArray(values) ? values.map(({ value, count }) => [value, count] as const) : Object.entries(values)).filter(
          ([, count]) => count !== 0,
        ),
      )

/** The same numbers as the API says them. */
async function shownNumbers(member: Awaited<ReturnType<TestOrganisation['staff']>>, formIds: string[]) {
  const { unreachedReason: _, ...groupings } = (await member.get('/api/forms/request/groupings')).json<Record<string, Values>>()
  const dashboard = (await member.get('/api/forms/dashboard')).json<{ byStatus: Values; worklists: object }>()
  return {
    groupings: Object.fromEntries(Object.entries(groupings).map(([name, values]) => [name, withoutZeros(values)])),
    dashboard: { byStatus: withoutZeros(dashboard.byStatus), worklists: dashboard.worklists },
    forms: await Promise.all(
      formIds.map(async (form) => ({
        submissions: (await member.get(`/api/forms/form/${form}/responses?page=1&limit=10`)).json<{ totalDocs: number }>().totalDocs,
        analytics: await Promise.all(
          ['', '?version=1', '?version=2'].map(async (query) => {
            const figures = (await member.get(`/api/forms/form/${form}/analytics${query}`)).json<FormFigures>()
            const { sent, opened, answered, stops } = figures
            return { sent, opened, answered, stopped: stops.reduce((sum, { count }) => sum + count, 0), answers: shownAnswers(figures) }
          }),
        ),
      })),
    ),
  }
}

/** The same numbers every time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('every stored number equals a plain count after random acts, before and after a fold, also for a member of two wards (REQ-1, REP-2, FORM-1, MEM-4, PERF-1)', async () => {
  const own = await openOrganisation({ wardAccess: 'assigned' })
  const [admin, user] = [await own.staff('Admin'), await own.staff('User')]
  const wards = (
    await own.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South'), ($1, 'West') returning id", [own.id])
  ).map(({ id }) => String(id))
  const ofUser = wards.slice(0, 2)
  for (const id of ofUser)
    await own.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [own.id, user.id, id])
  const outcomes = await own.query(
    "insert into outcomes (organisation_id, name, position) values ($1, 'Advice given', 1) returning id, name",
    [own.id],
  )
  const formIds = [(await aForm(own, 'First', definitions[0])).id, (await aForm(own, 'Second', definitions[0])).id]
  await own.query(
    `insert into form_versions (organisation_id, form_id, version, title, definition)
     select organisation_id, form_id, 2, title, $2 from form_versions where organisation_id = $1`,
    [own.id, JSON.stringify(definitions[1])],
  )
  const pick = numbers(11)
  const some = <T>(values: readonly T[]) => values[pick(values.length)]!
  const patients: string[] = []
  for (const wardId of [...wards, null, ...wards, null]) patients.push((await aPatient(own, { wardId })).id)
  const requests: string[] = []
  const few = () => requests.filter(() => pick(3) === 0)
  const change = (what: ReturnType<typeof sql>) => (tx: Tx) =>
    sql`update form_requests set ${what} where ${ofThisOrganisation('form_requests')} and id = any(${few()}::uuid[])`.execute(tx)
  const fold = async (tx: Tx) => [await sql`call fold_request_changes()`.execute(tx), await sql`call fold_answer_changes()`.execute(tx)]
  /** Answers to a version, as JSON: some are empty, and some questions are not asked. */
  const someAnswers = (version: number) => {
    const letters = optionsOf(version === 1 ? 'abc' : 'bcd').map(({ value }) => value)
    const answers: Answers = {
      had: letters.filter(() => pick(2) === 0),
      worst: some([...letters, '']),
      weight: some(['60', '60.0', '71.5', '120', '']),
      pain: some(['0', '3', '10', '']),
      house: some(['x', 'y', 'z', '']),
      words: some(['Call me on 07700 900123', ' ', '']),
      ...(version === 1 && { smokes: some(['yes', 'no', '']) }),
    }
    return JSON.stringify(Object.fromEntries(Object.entries(answers).filter(() => pick(8) > 0)))
  }
  const acts: Record<string, () => (tx: Tx) => Promise<unknown>> = {
    opened: () => (tx) =>
      sql`update form_requests set status = 'opened', opened_at = now() where ${ofThisOrganisation('form_requests')} and id = any(${few()}::uuid[]) and status = 'unopened'`.execute(
        tx,
      ),
    submitted: () => (tx) => {
      const chosen = few()
      return sql`
        with done as (
          update form_requests set status = 'completed', opened_at = coalesce(opened_at, now()), completed_at = now(), is_urgent = ${pick(2) === 0}
          where ${ofThisOrganisation('form_requests')} and id = any(${chosen}::uuid[]) and completed_at is null returning *)
        insert into submissions (request_id, form_id, form_version, answers)
        select id, form_id, form_version, case form_version when 1 then of_first else of_second end
        from done join unnest(${chosen}::uuid[], ${chosen.map(() => someAnswers(1))}::jsonb[], ${chosen.map(() => someAnswers(2))}::jsonb[])
          as a (id, of_first, of_second) using (id)`.execute(tx)
    },
    assigned: () => change(sql`assignee_id = ${some([admin.id, user.id, null])}::uuid`),
    closed: () => change(sql`status = 'closed', closed_at = now()`),
    'closed with an outcome': () =>
      change(sql`status = 'closed', outcome_id = ${outcomes[0]!['id']}::uuid, outcome_name = ${outcomes[0]!['name']}`),
    'an import undone': () => change(sql`status = 'sent_in_error'`),
    expired: () => change(sql`status = 'expired'`),
    'not reached': () => change(sql`is_unreached = true, unreached_reason = 'not_sent', unreached_at = now()`),
    'moved to another version': () => (tx) =>
      sql`update form_requests set form_version = 2 where ${ofThisOrganisation('form_requests')} and id = any(${few()}::uuid[]) and completed_at is null`.execute(
        tx,
      ),
    'patient moved': () => (tx) =>
      sql`update patients set ward_id = ${some([...wards, null])}::uuid where ${ofThisOrganisation('patients')} and id = ${some(patients)}::uuid`.execute(
        tx,
      ),
    'a patient erased': () => async (tx) => {
      const [id] = patients.splice(pick(patients.length), 1)
      await sql`update form_requests set status = 'closed' where ${ofThisOrganisation('form_requests')} and patient_id = ${id}::uuid and status in ('unopened', 'opened')`.execute(
        tx,
      )
      await sql`select erase_patient(${id}::uuid)`.execute(tx)
    },
    'folded in the same transaction': () => fold,
  }
  const compare = async (when: string) => {
    const all = await readRequests(own)
    const seen = all.filter((one) => ofUser.includes(one.ward))
    expect([when, await shownNumbers(admin, formIds)]).toEqual([when, plainNumbers(all, admin.id, formIds)])
    expect([when, await shownNumbers(user, formIds)]).toEqual([when, plainNumbers(seen, user.id, formIds)])
  }

  for (let round = 0; round < 6; round++) {
    for (let n = 0; n < 8; n++)
      requests.push(
        (
          await aRequest(own, {
            patientId: some(patients),
            formId: some(formIds),
            specialty: some(['', '320']),
            location: some(['', 'Ward 4B', 'Day Surgery']),
            event: some(['', 'Clinic']),
            method: some(['sms', 'email']),
          })
        ).id,
      )
    for (let n = 0; n < 3; n++)
      await inOrganisation(own.services.db, own.id, async (tx) => {
        await some(Object.values(acts))()(tx)
        await some(Object.values(acts))()(tx)
      })
    await compare(`round ${round}, before the fold`)
    await inOrganisation(own.services.db, own.id, fold)
    await compare(`round ${round}, after the fold`)
  }

  const kept = await readAnswerCounts(own)
  await own.query('delete from answer_counts where organisation_id = $1', [own.id])
  await own.query('call count_answers($1)', [own.id])
  expect(kept, 'the counts made again from the submissions').toEqual(await readAnswerCounts(own))
  expect(JSON.stringify(kept), 'no free text is kept').not.toContain('Call me')
})

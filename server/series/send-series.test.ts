import { describe, expect, test } from 'vitest'

import type { Schedule } from '#domain/series.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'
import { anEnrolment, aSeries, countSent, inDays, noonIn, occasionIds, occasionsOf } from '#test/series.ts'
import { dyingAfter, pausedBeforeCommit, stepsOf, untilWaiting } from '#test/worker-steps.ts'

import { sendSeries } from './send-series.job.ts'
import { listRunningSeries } from './series.sql.ts'

const run = (own: TestOrganisation, days: number) => sendSeries(stepsOf(own), noonIn(days))
const requestsOf = (own: TestOrganisation, patientId: string) =>
  own.query('select id, status, event, form_version from form_requests where patient_id = $1 order by created_at', [patientId])

async function enrolMany(own: TestOrganisation, series: { id: string }, count: number) {
  await own.query(
    `insert into patients (organisation_id, first_name, last_name, name_key, date_of_birth, phone_number)
     select $1, 'Ann', 'Patient' || n, 'patient' || n || ' ann', '1961-03-09', '+447700900123' from generate_series(1, $2::int) n`,
    [own.id, count],
  )
  await own.query(
    `insert into series_enrolments (organisation_id, series_id, patient_id, starts_on, schedule_version, patient_name_key)
     select organisation_id, $2, id, current_date, 1, name_key from patients where organisation_id = $1`,
    [own.id, series.id],
  )
  await own.query(
    `insert into series_occasions (organisation_id, series_id, enrolment_id, amount, unit, due_on)
     select organisation_id, series_id, id, 1, 'days', $2 from series_enrolments where series_id = $1`,
    [series.id, inDays(1)],
  )
}

async function mostInAMinute(own: TestOrganisation) {
  const [most] = await own.query(
    'select count(*)::int as n from form_requests where organisation_id = $1 group by send_at order by 1 desc limit 1',
    [own.id],
  )
  return Number(most!['n'])
}

describe('The job that sends series', () => {
  test('sends each form on its day, once, however often and however many at once it runs (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id, patientId } = await anEnrolment(own, series)

    await run(own, 0)
    expect(await occasionsOf(own, id)).toEqual(['1 planned', '30 planned', '60 planned'])
    await Promise.all([1, 2, 3].map(() => run(own, 1)))
    await run(own, 2)

    expect(await occasionsOf(own, id)).toEqual(['1 sent', '30 planned', '60 planned'])
    expect(await requestsOf(own, patientId)).toMatchObject([{ status: 'unopened', event: series.name }])
    const messages = await own.query('select method from notifications where organisation_id = $1', [own.id])
    expect(messages).toEqual([{ method: 'sms' }])
    expect((await own.auditTrail()).map(({ event_type }) => event_type)).toContain('formRequestCreated')
  })

  test('ends the enrolment when everything was sent (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    for (const day of [1, 30, 60]) await run(own, day)
    expect(await occasionsOf(own, id)).toEqual(['1 sent', '30 sent', '60 sent'])
    expect(await own.query('select state, end_reason from series_enrolments where id = $1', [id])).toEqual([
      { state: 'ended', end_reason: 'completed' },
    ])
  })

  test('sends the newest published version of the form (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { patientId } = await anEnrolment(own, series)
    await own.query(
      `insert into form_versions (organisation_id, form_id, version, title, definition)
       select organisation_id, form_id, 2, title, definition from form_versions where form_id = $1`,
      [series.formId],
    )
    await own.query('update forms set live_version = 2 where id = $1', [series.formId])
    await run(own, 1)
    expect(await requestsOf(own, patientId)).toMatchObject([{ form_version: 2 }])
  })

  test('a process that is killed before it commits sends nothing, and the next one sends once (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id, patientId } = await anEnrolment(own, series)
    const steps = stepsOf(own)
    const dying = { ...steps, step: (work: Parameters<typeof steps.step>[0]) => steps.step(async (ctx) => killIfSent(await work(ctx))) }
    await expect(sendSeries(dying as typeof steps, noonIn(1))).rejects.toThrow('killed')
    expect(await requestsOf(own, patientId)).toEqual([])
    expect(await occasionsOf(own, id)).toEqual(['1 planned', '30 planned', '60 planned'])

    for (const count of [1, 2, 3]) await sendSeries(dyingAfter(count, stepsOf(own)), noonIn(1)).catch(() => {})
    await run(own, 1)
    expect(await requestsOf(own, patientId)).toHaveLength(1)
  })

  test('after a month without a worker, what fell due is missed and not sent all at once (REQ-10)', async () => {
    const own = await openOrganisation()
    const schedule: Schedule = { kind: 'offsets', offsets: [1, 5, 30, 40].map((amount) => ({ amount, unit: 'days' })) }
    const series = await aSeries(own, { schedule })
    const { id, patientId } = await anEnrolment(own, series)
    await run(own, 33)
    expect(await occasionsOf(own, id)).toEqual(['1 missed late', '5 missed late', '30 sent', '40 planned'])
    expect(await requestsOf(own, patientId)).toHaveLength(1)
  })

  test('of two forms for one patient that are due at once, the later one is sent (REQ-10)', async () => {
    const own = await openOrganisation()
    const schedule: Schedule = { kind: 'offsets', offsets: [1, 2].map((amount) => ({ amount, unit: 'days' })) }
    const series = await aSeries(own, { schedule })
    const { id } = await anEnrolment(own, series)
    await run(own, 3)
    expect(await occasionsOf(own, id)).toEqual(['1 missed overtaken', '2 sent'])
  })

  test('of two forms for one patient that are due at once, the later one is sent, however many are due (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own, { schedule: { kind: 'offsets', offsets: [1, 2].map((amount) => ({ amount, unit: 'days' })) } })
    // More than are read in one transaction.
    const patients = await Promise.all(Array.from({ length: 260 }, () => aPatient(own)))
    await series.staff.post(`${series.path}/enrolment`, {
      enrolments: patients.map(({ id }) => ({ patientId: id, startsOn: inDays(0) })),
    })
    await run(own, 3)
    expect(
      await own.query(
        'select amount, state, reason, count(*)::int from series_occasions where series_id = $1 group by 1, 2, 3 order by 1, 2',
        [series.id],
      ),
    ).toEqual([
      { amount: 1, state: 'missed', reason: 'overtaken', count: 260 },
      { amount: 2, state: 'sent', reason: null, count: 260 },
    ])
    expect(await own.query('select count(*)::int from form_requests where organisation_id = $1', [own.id])).toEqual([{ count: 260 }])
  })

  test('every 12 weeks: the next one is planned when one is sent, until the number of times (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own, { schedule: { kind: 'every', weeks: 12, times: 3, until: null } })
    const { id } = await anEnrolment(own, series)
    expect(await occasionsOf(own, id)).toEqual(['12 planned', '24 planned'])
    await run(own, 84)
    expect(await occasionsOf(own, id)).toEqual(['12 sent', '24 planned', '36 planned'])
    await run(own, 168)
    await run(own, 252)
    expect(await occasionsOf(own, id)).toEqual(['12 sent', '24 sent', '36 sent'])
  })

  test('outside the sending hours nothing is sent (REQ-10)', async () => {
    const own = await openOrganisation()
    await own.query('update organisations set sending_from = 8, sending_until = 20 where id = $1', [own.id])
    const series = await aSeries(own)
    await anEnrolment(own, series)
    await sendSeries(stepsOf(own), new Date(`${inDays(1)}T06:30:00Z`))
    expect(await countSent(own, series.id)).toBe(0)
    await sendSeries(stepsOf(own), new Date(`${inDays(1)}T08:30:00Z`))
    expect(await countSent(own, series.id)).toBe(1)
  })

  test('an earlier form that is still open is closed, and its link says so (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { patientId } = await anEnrolment(own, series)
    await run(own, 1)
    await own.query("update form_requests set expires_at = now() + interval '90 days' where patient_id = $1", [patientId])
    await run(own, 30)
    expect((await requestsOf(own, patientId)).map(({ status }) => status)).toEqual(['closed', 'unopened'])
  })

  test('an earlier form that the patient answers while the next one is sent is not closed, so its red flag stays (REQ-10, SAFE-1)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id, patientId } = await anEnrolment(own, series)
    await run(own, 1)
    await own.query(
      "update form_requests set status = 'opened', opened_at = now(), expires_at = now() + interval '90 days' where patient_id = $1",
      [patientId],
    )
    // The first answers of a patient change the patient too, whom the job holds.
    await own.query('update patients set is_submitted = true where id = $1', [patientId])
    const { steps, paused, commit } = pausedBeforeCommit(stepsOf(own))
    const answering = steps.step(({ tx }) =>
      tx
        .updateTable('form_requests')
        .set({ status: 'completed', completed_at: new Date().toISOString(), is_urgent: true })
        .where('patient_id', '=', patientId)
        .execute(),
    )
    await paused
    const sending = run(own, 30)
    await untilWaiting(own, 1)
    commit()
    await Promise.all([answering, sending])

    expect((await requestsOf(own, patientId)).map(({ status }) => status)).toEqual(['completed', 'unopened'])
    expect(await occasionsOf(own, id)).toEqual(['1 sent', '30 sent', '60 planned'])
    expect((await own.auditTrail()).map(({ event_type }) => event_type)).not.toContain('formRequestClosed')
  })

  test('with the rule to wait, the next form is not sent while the earlier one is open (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own, { whenOpen: 'wait' })
    const { id, patientId } = await anEnrolment(own, series)
    await run(own, 1)
    await run(own, 30)
    expect(await occasionsOf(own, id)).toEqual(['1 sent', '30 not_sent still_open', '60 planned'])
    await own.query("update form_requests set status = 'completed', completed_at = now() where patient_id = $1", [patientId])
    await run(own, 60)
    expect(await occasionsOf(own, id)).toEqual(['1 sent', '30 not_sent still_open', '60 sent'])
  })

  test.each([
    ['is archived', 'update patients set archived_at = now() where id = $1', 'archived'],
    ['has died', 'update patients set is_deceased = true where id = $1', 'deceased'],
    ['does not wish to be contacted', 'update patients set may_be_contacted = false where id = $1', 'not_to_be_contacted'],
  ])('a patient who %s is sent nothing, and the series ends for the patient (REQ-10)', async (_name, change, reason) => {
    const own = await openOrganisation()
    const series = await aSeries(own, { schedule: { kind: 'every', weeks: 1, times: null, until: null } })
    const { id, patientId } = await anEnrolment(own, series)
    await own.query(change, [patientId])
    await run(own, 7)
    expect(await requestsOf(own, patientId)).toEqual([])
    expect(await own.query('select state, end_reason from series_enrolments where id = $1', [id])).toEqual([
      { state: 'ended', end_reason: reason },
    ])
    expect(new Set((await occasionsOf(own, id)).map((one) => one.split(' ').slice(1).join(' ')))).toEqual(new Set(['skipped ended']))
  })

  test('a patient without a contact detail is listed with the reason, and the next form is sent once there is one (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own, { method: 'sms' })
    const { id, patientId } = await anEnrolment(own, series, 0, { phoneNumber: null })
    await run(own, 1)
    const found = (await series.staff.get(`${series.path}/occasion?filters[state]=not_sent`)).json<{ docs: { reason: string }[] }>()
    expect(found.docs).toMatchObject([{ reason: 'This patient has no mobile phone number.' }])
    await own.query("update patients set phone_number = '+447700900123' where id = $1", [patientId])
    await run(own, 30)
    expect(await occasionsOf(own, id)).toEqual(['1 not_sent unreachable', '30 sent', '60 planned'])
  })

  test('while the form is archived nothing is sent, the series says so, and what is due waits until it is too late (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    await own.query('update forms set archived_at = now() where id = $1', [series.formId])
    await run(own, 2)
    expect(await occasionsOf(own, id)).toEqual(['1 planned', '30 planned', '60 planned'])
    expect((await series.staff.get(series.path)).json()).toMatchObject({ problem: 'The form is archived.' })
    await run(own, 9)
    expect(await occasionsOf(own, id)).toEqual(['1 missed late', '30 planned', '60 planned'])
    await own.query('update forms set archived_at = null where id = $1', [series.formId])
    await run(own, 30)
    expect(await occasionsOf(own, id)).toEqual(['1 missed late', '30 sent', '60 planned'])
  })

  test('a form without a published version stops the series alone, and other series are sent (REQ-10)', async () => {
    const own = await openOrganisation()
    const [broken, whole] = [await aSeries(own), await aSeries(own)]
    await anEnrolment(own, broken)
    await anEnrolment(own, whole)
    await own.query('update forms set live_version = null where id = $1', [broken.formId])
    await run(own, 1)
    expect([await countSent(own, broken.id), await countSent(own, whole.id)]).toEqual([0, 1])
    expect((await broken.staff.get(broken.path)).json()).toMatchObject({ problem: 'The form has no published version.' })
  })

  test('what falls due while the series is paused is missed, and resuming sends nothing of it (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    await series.staff.post(`${series.path}/state`, { state: 'paused' })
    await run(own, 1)
    expect(await occasionsOf(own, id)).toEqual(['1 planned', '30 planned', '60 planned'])
    await run(own, 3)
    expect(await occasionsOf(own, id)).toEqual(['1 missed paused', '30 planned', '60 planned'])
    await series.staff.post(`${series.path}/state`, { state: 'active' })
    await run(own, 4)
    await run(own, 30)
    expect(await occasionsOf(own, id)).toEqual(['1 missed paused', '30 sent', '60 planned'])
  })

  test('what fell due during a pause is missed even if no worker ran before the series was resumed (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    await series.staff.post(`${series.path}/state`, { state: 'paused' })
    // The day was yesterday.
    await own.query('update series_occasions set due_on = $2 where enrolment_id = $1 and amount = 1', [id, inDays(-1)])
    await series.staff.post(`${series.path}/state`, { state: 'active' })
    await run(own, 0)
    expect(await occasionsOf(own, id)).toEqual(['1 missed paused', '30 planned', '60 planned'])
  })

  test('an answer that stops the series ends it for the patient, also when it was given long ago (REQ-10)', async () => {
    const own = await openOrganisation()
    const form = await aForm(own)
    const series = await aSeries(own, { formId: form.id, stopAnswer: { questionId: 'needed', values: ['no'] } })
    const [stopped, late, going] = [await anEnrolment(own, series), await anEnrolment(own, series), await anEnrolment(own, series)]
    await run(own, 1)
    const answer = async (patientId: string, needed: string, ago: string) => {
      await own.query(
        `insert into submissions (organisation_id, request_id, form_id, form_version, answers, channel, submitted_at)
         select organisation_id, id, form_id, form_version, $2, 'web', $3::timestamptz - $4::interval from form_requests where patient_id = $1`,
        [patientId, JSON.stringify({ needed }), noonIn(2), ago],
      )
      await own.query("update form_requests set status = 'completed', completed_at = now() where patient_id = $1", [patientId])
    }
    await answer(stopped.patientId, 'no', '1 hour')
    await answer(late.patientId, 'no', '20 days')
    await answer(going.patientId, 'yes', '1 hour')
    await run(own, 2)
    expect(await occasionsOf(own, stopped.id)).toEqual(['1 sent', '30 skipped ended', '60 skipped ended'])
    await run(own, 30)
    expect(await occasionsOf(own, late.id)).toEqual(['1 sent', '30 skipped ended', '60 skipped ended'])
    expect(await occasionsOf(own, going.id)).toEqual(['1 sent', '30 sent', '60 planned'])
  })

  test('a member who archives a patient waits for the job, and then closes the form that was sent (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id, patientId } = await anEnrolment(own, series)
    const steps = stepsOf(own)
    const work = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const held = {
      ...steps,
      step: <T>(act: (ctx: Parameters<Parameters<typeof steps.step>[0]>[0]) => Promise<T>) =>
        steps.step(async (ctx) => {
          const done = await act(ctx)
          if (isSent(done)) {
            reached.resolve()
            await work.promise
          }
          return done
        }),
    }
    const sending = sendSeries(held, noonIn(1))
    await reached.promise
    const archiving = series.staff.delete(`/api/patients/patient/${patientId}`)
    await untilWaiting(own, 1)
    work.resolve()
    await sending
    expect((await archiving).statusCode).toBe(200)
    expect(await requestsOf(own, patientId)).toMatchObject([{ status: 'auto_closed' }])
    expect(await occasionsOf(own, id)).toEqual(['1 sent', '30 skipped ended', '60 skipped ended'])
  })

  test('1,100 that are due at once are sent in batches, for the minutes after each other (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    await enrolMany(own, series, 1_100)
    await Promise.all([run(own, 1), run(own, 1)])
    expect(await countSent(own, series.id)).toBe(1_100)
    const twice = await own.query('select patient_id from form_requests where organisation_id = $1 group by 1 having count(*) > 1', [
      own.id,
    ])
    expect(twice).toEqual([])
    expect(await mostInAMinute(own)).toBeLessThanOrEqual(1_000) // 500 a minute for each of the two workers
  }, 60_000)

  test('a batch of which some cannot be sent leaves no minute with more than 500 form requests (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    await enrolMany(own, series, 1_100)
    await own.query("update patients set phone_number = null where organisation_id = $1 and last_name like '%7'", [own.id])
    await run(own, 1)
    expect(await countSent(own, series.id)).toBe(990)
    expect(await mostInAMinute(own)).toBeLessThanOrEqual(500)
  }, 60_000)

  test('a series of another organisation is left alone (REQ-10, ORG-7)', async () => {
    const [own, other] = [await openOrganisation(), await openOrganisation()]
    const series = await aSeries(other)
    await anEnrolment(other, series)
    await run(own, 1)
    expect(await countSent(other, series.id)).toBe(0)
  })

  test('while a schedule is changed nothing is sent to those that wait to be planned again (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    await own.query('update series set schedule_version = 2 where id = $1', [series.id])
    await run(own, 1)
    expect(await occasionsOf(own, id)).toEqual(['1 planned', '30 planned', '60 planned'])
  })

  test('enrolments that no job planned for a changed schedule are planned by the next run, and sent by the one after (REQ-10, SAFE-1)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    const schedule: Schedule = { kind: 'offsets', offsets: [{ amount: 1, unit: 'days' }] }
    await own.query('update series set schedule_version = 2, schedule = $2 where id = $1', [series.id, JSON.stringify(schedule)])

    await run(own, 1)
    expect(await occasionsOf(own, id)).toEqual(['1 planned'])
    await run(own, 1)
    expect(await occasionsOf(own, id)).toEqual(['1 sent'])
  })

  test('a series that fails holds up no other one of the organisation, and the job fails after all of them (REQ-10, SAFE-4)', async () => {
    const own = await openOrganisation()
    for (let made = 0; made < 3; made++) await anEnrolment(own, await aSeries(own))
    const [first, ...others] = await stepsOf(own).step(listRunningSeries)
    await own.query(`alter table series_occasions add constraint unusable check (series_id <> '${first}') not valid`)

    await expect(run(own, 1)).rejects.toThrow('unusable')
    await own.query('alter table series_occasions drop constraint unusable')

    expect(await Promise.all([first!, ...others].map((id) => countSent(own, id)))).toEqual([0, 1, 1])
  })

  test('a job that is killed while it ends the enrolments of a series goes on with the next run (REQ-10, SAFE-1)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    await enrolMany(own, series, 501)
    // As a release without the job left it.
    await own.query("update series set state = 'ended' where id = $1", [series.id])
    const countLeft = async () =>
      (await own.query("select from series_enrolments where series_id = $1 and state <> 'ended'", [series.id])).length

    await expect(sendSeries(dyingAfter(2, stepsOf(own)))).rejects.toThrow('killed')
    expect(await countLeft()).toBe(1)
    await run(own, 1)
    expect(await countLeft()).toBe(0)
    expect((await own.auditTrail()).filter(({ event_type }) => event_type === 'seriesEnrolmentEnded')).toHaveLength(501)
  })

  test('a user who pauses an enrolment waits for the job or is seen by it (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    const ids = await occasionIds(own, id)
    await Promise.all([
      run(own, 1),
      series.staff.post(`${series.path}/enrolment/state`, { state: 'paused', enrolments: [id] }),
      series.staff.post(`${series.path}/occasion/send`, { occasions: [ids[1]!] }),
      run(own, 1),
    ])
    const sent = await countSent(own, series.id)
    const [{ n } = { n: -1 }] = await own.query('select count(*)::int as n from form_requests where organisation_id = $1', [own.id])
    expect(n).toBe(sent)
    expect(sent).toBeLessThanOrEqual(1)
  })
})

const isSent = (done: unknown) => (done as { filled?: { count: number } } | undefined)?.filled?.count === 1
function killIfSent<T>(done: T): T {
  if (isSent(done)) throw new Error('killed')
  return done
}

import { randomUUID } from 'node:crypto'

import writeExcelFile, { type Row } from 'write-excel-file/node'
import { describe, expect, test } from 'vitest'

import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { xlsx } from '#test/import-file.ts'
import { aForm, aPatient } from '#test/requests.ts'
import { anEnrolment, aSeries, inDays, noonIn, occasionIds, occasionsOf, threeTimes, today } from '#test/series.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { planAgain } from './plan-again.job.ts'
import { sendSeries } from './send-series.job.ts'
import { listSeriesToEnd } from './series.sql.ts'

type Results = { results: { id: string; done: boolean; reason?: string }[] }
const reasonsIn = (answer: { json: <T>() => T }) => answer.json<Results>().results.map(({ done, reason }) => (done ? 'done' : reason))

const fields = { name: 'Knee PROM', dateLabel: 'Date of operation', schedule: threeTimes }

describe('POST /series', () => {
  test('a series is created, listed and read, and its times are put in order (REQ-10)', async () => {
    const own = await openOrganisation()
    const staff = await own.staff()
    const { id: formId } = await aForm(own)
    const schedule = { kind: 'offsets', offsets: threeTimes.kind === 'offsets' ? threeTimes.offsets.toReversed() : [] }
    const made = await staff.post('/api/forms/series', { ...fields, schedule, formId })
    expect(made.json()).toMatchObject({ ...fields, lateDays: 7, whenOpen: 'replace', state: 'active', problem: null })
    const { id } = made.json<{ id: string }>()
    expect((await staff.get('/api/forms/series')).json()).toMatchObject({ totalDocs: 1, docs: [{ id }] })
    expect((await staff.get(`/api/forms/series/${id}`)).json()).toMatchObject({ id, days: [], waitingForPlan: 0 })
    expect((await own.auditTrail()).map(({ event_type }) => event_type)).toEqual(['seriesCreated', 'seriesList', 'seriesRead'])
  })

  test.each([
    ['a schedule without times', { schedule: { kind: 'offsets', offsets: [] } }, 'Add at least 1 time.'],
    ['a form of another organisation', { formId: randomUUID() }, 'Form is not valid.'],
    [
      'an answer that the form does not have',
      { stopAnswer: { questionId: 'needed', values: ['maybe'] } },
      'The form has no such question or answer.',
    ],
    ['an unknown specialty', { specialty: '999' }, 'Specialty is not valid.'],
    ['a field that does not exist', { secret: 1 }, undefined],
  ])('%s is refused (REQ-10)', async (_name, wrong, message) => {
    const own = await openOrganisation()
    const staff = await own.staff()
    const { id: formId } = await aForm(own)
    const answer = await staff.post('/api/forms/series', { ...fields, formId, ...wrong })
    expect(answer.statusCode).toBe(400)
    if (message) expect(answer.body).toContain(message)
  })

  test('a second series with the same name is refused, until the first has ended (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own, { name: 'Hip PROM' })
    await expect(aSeries(own, { name: 'hip prom' })).rejects.toThrow('A series with this name already exists.')
    await series.staff.post(`${series.path}/state`, { state: 'ended' })
    await expect(aSeries(own, { name: 'hip prom' })).resolves.toBeDefined()
  })

  test('a role that may not change forms reads series and enrols patients, and changes no series (REQ-10, ROLE-2)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const user = await own.staff('User')
    const patient = await aPatient(own)
    expect((await user.get('/api/forms/series')).statusCode).toBe(200)
    expect((await user.post(`${series.path}/enrolment`, { enrolments: [{ patientId: patient.id, startsOn: today }] })).statusCode).toBe(200)
    expect((await user.post('/api/forms/series', { ...fields, formId: series.formId })).statusCode).toBe(401)
    expect((await user.patch(series.path, { name: 'Other' })).statusCode).toBe(401)
    expect((await user.post(`${series.path}/state`, { state: 'paused' })).statusCode).toBe(401)
  })

  test('a version of the form without the question or the answers that stop the series is named, and forms are still sent (REQ-10, SAFE-1)', async () => {
    const own = await openOrganisation()
    const { id: formId } = await aForm(own)
    const series = await aSeries(own, { formId, stopAnswer: { questionId: 'needed', values: ['no'] } })
    const { id } = await anEnrolment(own, series)
    let version = 1
    const publish = async (change: (questions: { id: string; options?: { value: string }[] }[]) => object[]) => {
      const [first] = await own.query('select definition from form_versions where form_id = $1 and version = 1', [formId])
      const definition = first!['definition'] as { questions: { id: string }[] }
      await own.query(
        `insert into form_versions (organisation_id, form_id, version, title, definition)
         select organisation_id, form_id, $2, title, $3 from form_versions where form_id = $1 and version = 1`,
        [formId, ++version, JSON.stringify({ ...definition, questions: change(definition.questions) })],
      )
      await own.query('update forms set live_version = $2 where id = $1', [formId, version])
    }
    const read = async () => (await series.staff.get(series.path)).json<{ problem: string | null; stopProblem: string | null }>()
    expect(await read()).toMatchObject({ problem: null, stopProblem: null })

    await publish((questions) => questions.filter((one) => one.id !== 'needed'))
    const lost = 'No answer stops the series. The form no longer has the question that was chosen.'
    expect(await read()).toMatchObject({ problem: null, stopProblem: lost })
    expect((await series.staff.get('/api/forms/series')).json()).toMatchObject({ docs: [{ stopProblem: lost }] })
    await sendSeries(stepsOf(own), noonIn(1))
    expect(await occasionsOf(own, id)).toEqual(['1 sent', '30 planned', '60 planned'])

    const keep = (values: string[]) => (questions: { id: string; options?: { value: string }[] }[]) =>
      questions.map((one) => (one.id === 'needed' ? { ...one, options: one.options!.filter(({ value }) => values.includes(value)) } : one))
    await publish(keep(['yes']))
    expect((await read()).stopProblem).toBe('No answer stops the series. The form no longer has the answers that were chosen.')
    await own.query(`update series set stop_values = '{yes,no}' where id = $1`, [series.id])
    expect((await read()).stopProblem).toBe('Some answers no longer stop the series. The form no longer has all answers that were chosen.')
    expect((await series.staff.patch(series.path, { stopAnswer: { questionId: 'needed', values: ['yes'] } })).json()).toMatchObject({
      stopProblem: null,
    })
  })

  test('a form that a series sends cannot be deleted (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const admin = await own.staff('Forms OrgAdmin')
    const answer = await admin.delete(`/api/forms/form/${series.formId}`)
    expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining('A series sends this form')])
  })
})

describe('POST /series/:id/enrolment', () => {
  test('each patient is enrolled or refused with the reason (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const [good, archived, silent] = [
      await aPatient(own),
      await aPatient(own, { archivedAt: new Date().toISOString() }),
      await aPatient(own, { mayBeContacted: false }),
    ]
    const answer = await series.staff.post(`${series.path}/enrolment`, {
      enrolments: [
        { patientId: good.id, startsOn: today },
        { patientId: good.id, startsOn: today },
        { patientId: good.id, startsOn: inDays(-70) },
        { patientId: good.id, startsOn: '2000-01-01' },
        { patientId: archived.id, startsOn: today },
        { patientId: silent.id, startsOn: today },
        { patientId: randomUUID(), startsOn: today },
        { patientId: good.id, startsOn: inDays(-10) },
      ],
    })
    expect(reasonsIn(answer)).toEqual([
      'done',
      'The patient is already enrolled with this date.',
      expect.stringMatching(/^Every time of the series has passed for \d{2}-\w{3}-\d{4}\.$/),
      'Date must be within 10 years of today.',
      'This patient is archived.',
      'This patient does not wish to be contacted.',
      'Patient is not valid.',
      'done',
    ])
    const trail = await own.auditTrail()
    expect(trail.filter(({ event_type }) => event_type === 'seriesPatientEnrolled')).toHaveLength(2)
    const refused = trail.filter(({ event_type }) => event_type === 'seriesPatientRefused')
    expect(
      refused.map(({ actor_id, subject_id, patient_id, detail }) => [
        actor_id,
        subject_id,
        patient_id,
        (detail as { reason: string }).reason,
      ]),
      'who was refused and why, without the id that names nobody (AUD-1)',
    ).toEqual(
      (
        [
          [good.id, 'The patient is already enrolled with this date.'],
          [good.id, expect.stringMatching(/^Every time of the series has passed for/)],
          [good.id, 'Date must be within 10 years of today.'],
          [archived.id, 'This patient is archived.'],
          [silent.id, 'This patient does not wish to be contacted.'],
        ] as const
      ).map(([patientId, reason]) => [series.staff.id, series.id, patientId, reason]),
    )
  })

  test('what had passed before the enrolment is skipped, and can be sent by a user (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series, -10)
    expect(await occasionsOf(own, id)).toEqual(['1 skipped passed', '30 planned', '60 planned'])
    const ids = await occasionIds(own, id)
    expect(reasonsIn(await series.staff.post(`${series.path}/occasion/send`, { occasions: [ids[1]!] }))).toEqual(['done'])
    expect(await occasionsOf(own, id)).toEqual(['1 sent', '30 planned', '60 planned'])
  })

  test('two calls at once enrol a patient once (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const patient = await aPatient(own)
    const enrol = () => series.staff.post(`${series.path}/enrolment`, { enrolments: [{ patientId: patient.id, startsOn: today }] })
    const answers = await Promise.all([enrol(), enrol(), enrol()])
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([])
    expect(await own.query('select id from series_enrolments where series_id = $1', [series.id])).toHaveLength(1)
  })

  test('the list is searched, filtered and paged (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const names = ['Abbott', 'Baker', 'Carter']
    for (const lastName of names) await anEnrolment(own, series, 0, { lastName, localPatientId: `L-${lastName}` })
    type Docs = { totalDocs: number; docs: { id: string; patient: { lastName: string }; next: { day: string } | null }[] }
    const list = async (query: string) => (await series.staff.get(`${series.path}/enrolment?${query}`)).json<Docs>()
    const found = await list('limit=2')
    expect([found.totalDocs, found.docs.map(({ patient }) => patient.lastName)]).toEqual([3, ['Abbott', 'Baker']])
    expect(found.docs[0]!.next).toMatchObject({ day: inDays(1) })
    expect((await list('limit=2&page=2&sort=lastName')).docs.map(({ patient }) => patient.lastName)).toEqual(['Carter'])
    expect((await list('filters[search]=bak')).docs.map(({ patient }) => patient.lastName)).toEqual(['Baker'])
    expect((await list('filters[search]=L-Carter')).docs.map(({ patient }) => patient.lastName)).toEqual(['Carter'])
    await series.staff.post(`${series.path}/enrolment/state`, { state: 'paused', enrolments: [found.docs[0]!.id] })
    expect((await list('filters[state]=paused')).docs.map(({ patient }) => patient.lastName)).toEqual(['Abbott'])
  })
})

describe('POST /series/:id/enrolment/state', () => {
  test('an enrolment is paused, resumed and ended, and answers for each (REQ-10)', async () => {
    const own = await openOrganisation()
    const [series, other] = [await aSeries(own), await aSeries(own)]
    const [first, second] = [await anEnrolment(own, series), await anEnrolment(own, series)]
    const foreign = await anEnrolment(own, other)
    const set = async (state: string, enrolments: string[]) =>
      reasonsIn(await series.staff.post(`${series.path}/enrolment/state`, { state, enrolments }))
    expect(await set('paused', [first.id, foreign.id])).toEqual(['done', 'Enrolment is not valid.'])
    expect(await set('ended', [second.id])).toEqual(['done'])
    expect(await set('active', [second.id])).toEqual(['The series has ended for this patient. Enrol the patient again.'])
    await sendSeries(stepsOf(own), noonIn(3))
    expect(await occasionsOf(own, first.id)).toEqual(['1 missed paused', '30 planned', '60 planned'])
    expect(await occasionsOf(own, second.id)).toEqual(['1 skipped ended', '30 skipped ended', '60 skipped ended'])
    expect(await set('active', [first.id])).toEqual(['done'])
    await sendSeries(stepsOf(own), noonIn(30))
    expect(await occasionsOf(own, first.id)).toEqual(['1 missed paused', '30 sent', '60 planned'])
  })

  test('resuming an enrolment does not send what fell due meanwhile, even before a worker has seen it (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    const set = (state: string) => series.staff.post(`${series.path}/enrolment/state`, { state, enrolments: [id] })
    await set('paused')
    await own.query('update series_occasions set due_on = $2 where enrolment_id = $1 and amount = 1', [id, inDays(-1)])
    await set('active')
    expect(await occasionsOf(own, id)).toEqual(['1 missed paused', '30 planned', '60 planned'])
  })
})

describe('PATCH /series/:id/enrolment/:enrolmentId', () => {
  test('a date that is corrected after two were sent moves the third only (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    for (const day of [1, 30]) await sendSeries(stepsOf(own), noonIn(day))
    const answer = await series.staff.patch(`${series.path}/enrolment/${id}`, { startsOn: inDays(5) })
    expect(answer.json()).toMatchObject({ startsOn: inDays(5), state: 'active' })
    const rows = await own.query('select amount, day::text, state from series_occasions where enrolment_id = $1 order by day', [id])
    expect(rows).toEqual([
      { amount: 1, day: inDays(1), state: 'sent' },
      { amount: 30, day: inDays(30), state: 'sent' },
      { amount: 60, day: inDays(65), state: 'planned' },
    ])
  })

  test('what a user moved stays on its day, and a date that leaves nothing to send is refused (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    const ids = await occasionIds(own, id)
    await series.staff.post(`${series.path}/occasion/move`, { occasions: [ids[30]!], day: inDays(40) })
    await series.staff.patch(`${series.path}/enrolment/${id}`, { startsOn: inDays(10) })
    const days = await own.query('select amount, day::text from series_occasions where enrolment_id = $1 order by amount', [id])
    expect(days.map(({ day }) => day)).toEqual([inDays(11), inDays(40), inDays(70)])
    const unmoved = await anEnrolment(own, series)
    const refused = await series.staff.patch(`${series.path}/enrolment/${unmoved.id}`, { startsOn: inDays(-365) })
    expect(refused.body).toContain('Every time of the series that was not sent yet has passed for this date.')
  })
})

describe('POST /series/:id/occasion', () => {
  test('missed forms are sent for a selection, one of each patient, with an answer for each (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const [first, second, third] = [await anEnrolment(own, series), await anEnrolment(own, series), await anEnrolment(own, series)]
    await sendSeries(stepsOf(own), noonIn(45))
    expect(await occasionsOf(own, first.id)).toEqual(['1 missed late', '30 missed late', '60 planned'])
    const [a, b, c] = [await occasionIds(own, first.id), await occasionIds(own, second.id), await occasionIds(own, third.id)]
    await own.query('update patients set phone_number = null, email_address = null, nhs_number = null where id = $1', [third.patientId])
    const send = (occasions: string[]) => series.staff.post(`${series.path}/occasion/send`, { occasions })
    expect(reasonsIn(await send([a[1]!, a[30]!, b[30]!, c[30]!, randomUUID()]))).toEqual([
      'A later form of the series was due as well.',
      'done',
      'done',
      'This patient has no mobile phone number.',
      'Form of the series is not valid.',
    ])
    expect(reasonsIn(await send([a[30]!]))).toEqual(['The form was already sent.'])
    expect(await occasionsOf(own, third.id)).toEqual(['1 missed late', '30 missed late', '60 planned'])
    expect(await own.query('select id from form_requests where organisation_id = $1', [own.id])).toHaveLength(2)
  })

  test('a form is skipped and moved, and what is moved is sent on its new day only (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    const ids = await occasionIds(own, id)
    await series.staff.post(`${series.path}/occasion/skip`, { occasions: [ids[30]!] })
    expect(reasonsIn(await series.staff.post(`${series.path}/occasion/move`, { occasions: [ids[1]!], day: inDays(4) }))).toEqual(['done'])
    await sendSeries(stepsOf(own), noonIn(1))
    expect(await occasionsOf(own, id)).toEqual(['1 planned', '30 skipped user', '60 planned'])
    await sendSeries(stepsOf(own), noonIn(4))
    expect(await occasionsOf(own, id)).toEqual(['1 sent', '30 skipped user', '60 planned'])
    const past = await series.staff.post(`${series.path}/occasion/move`, { occasions: [ids[60]!], day: inDays(-1) })
    expect([past.statusCode, past.body]).toEqual([400, expect.stringContaining('Date must be today or later.')])
  })

  test('a missed form of an enrolment that has ended can be moved, and is sent (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    await sendSeries(stepsOf(own), noonIn(90))
    expect(await own.query('select end_reason from series_enrolments where id = $1', [id])).toEqual([{ end_reason: 'completed' }])
    const ids = await occasionIds(own, id)
    await series.staff.post(`${series.path}/occasion/move`, { occasions: [ids[60]!], day: inDays(91) })
    await sendSeries(stepsOf(own), noonIn(91))
    expect(await occasionsOf(own, id)).toEqual(['1 missed late', '30 missed late', '60 sent'])
  })

  test('a missed form that is moved is sent also after the series got other times; one whose time was removed is refused (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    await sendSeries(stepsOf(own), noonIn(90))
    expect(await occasionsOf(own, id)).toEqual(['1 missed late', '30 missed late', '60 missed late'])
    const offsets = [30, 60, 400].map((amount) => ({ amount, unit: 'days' }))
    expect((await series.staff.patch(series.path, { schedule: { kind: 'offsets', offsets } })).statusCode).toBe(200)
    await planAgain(stepsOf(own), series.id)
    const ids = await occasionIds(own, id)

    const moved = await series.staff.post(`${series.path}/occasion/move`, { occasions: [ids[1]!, ids[60]!], day: inDays(91) })

    expect(reasonsIn(moved)).toEqual(['This time is no longer part of the series. Send the form now, or skip it.', 'done'])
    await sendSeries(stepsOf(own), noonIn(91))
    expect(await occasionsOf(own, id)).toEqual(['1 missed late', '30 missed late', '60 sent', '400 planned'])
  })

  test('a missed form is not moved if the patient was enrolled again with the same date (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id, patientId } = await anEnrolment(own, series)
    await sendSeries(stepsOf(own), noonIn(90))
    const again = await series.staff.post(`${series.path}/enrolment`, { enrolments: [{ patientId, startsOn: today }] })
    expect(reasonsIn(again)).toEqual(['done'])
    const ids = await occasionIds(own, id)
    const move = () => series.staff.post(`${series.path}/occasion/move`, { occasions: [ids[60]!], day: inDays(91) })

    expect(reasonsIn(await move())).toEqual([
      'The patient was enrolled again with the same date. Move the form of that enrolment, or send this one now.',
    ])

    const [other] = await own.query('select id from series_enrolments where patient_id = $1 and id <> $2', [patientId, id])
    await sendSeries(stepsOf(own), noonIn(90))
    const both = [ids[60]!, (await occasionIds(own, String(other!['id'])))[60]!]
    const moved = await series.staff.post(`${series.path}/occasion/move`, { occasions: both, day: inDays(91) })
    expect(
      reasonsIn(moved).filter((reason) => reason === 'done'),
      'one of two that have ended',
    ).toHaveLength(1)
  })

  test('nothing is sent by hand while the series is paused or the form is archived (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    const ids = await occasionIds(own, id)
    const send = async () => (await series.staff.post(`${series.path}/occasion/send`, { occasions: [ids[1]!] })).statusCode
    await series.staff.post(`${series.path}/state`, { state: 'paused' })
    expect(await send()).toBe(409)
    await series.staff.post(`${series.path}/state`, { state: 'active' })
    await own.query('update forms set archived_at = now() where id = $1', [series.formId])
    expect(await send()).toBe(409)
    expect(await occasionsOf(own, id)).toEqual(['1 planned', '30 planned', '60 planned'])
  })
})

describe('PATCH /series/:id', () => {
  const other = {
    kind: 'offsets' as const,
    offsets: [
      { amount: 1, unit: 'days' as const },
      { amount: 45, unit: 'days' as const },
      { amount: 60, unit: 'days' as const },
    ],
  }

  test('the preview of a changed schedule says what the job then does, and what was sent stays (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const [first, second] = [await anEnrolment(own, series), await anEnrolment(own, series, -50)]
    await sendSeries(stepsOf(own), noonIn(1))
    const preview = await series.staff.post(`${series.path}/preview`, { schedule: other })
    expect(preview.json()).toEqual({ enrolments: 2, removed: 1, added: 1, ending: 0, sent: 1 })

    const changed = await series.staff.patch(series.path, { schedule: other })
    expect(changed.json()).toMatchObject({ schedule: other, lateDays: 7 })
    expect((await series.staff.get(series.path)).json()).toMatchObject({ waitingForPlan: 2 })
    await Promise.all([planAgain(stepsOf(own), series.id), planAgain(stepsOf(own), series.id)])

    expect(await occasionsOf(own, first.id)).toEqual(['1 sent', '45 planned', '60 planned'])
    expect(await occasionsOf(own, second.id)).toEqual(['1 skipped passed', '45 skipped passed', '60 planned'])
    expect((await series.staff.get(series.path)).json()).toMatchObject({ waitingForPlan: 0 })
  })

  test('an end date before today is refused, and the preview counts what an end date removes and ends (REQ-10)', async () => {
    const own = await openOrganisation()
    const every = (until: string | null) => ({ kind: 'every' as const, weeks: 4, times: null, until })
    const series = await aSeries(own, { schedule: every(null) })
    const [first, second] = [await anEnrolment(own, series), await anEnrolment(own, series, 28)]
    const refusal = { errors: [{ field: 'schedule.until', message: 'End date must be today or later.' }] }
    const past = await series.staff.patch(series.path, { schedule: every(inDays(-1)) })
    expect([past.statusCode, past.json()]).toEqual([400, expect.objectContaining(refusal)])
    const made = await series.staff.post('/api/forms/series', { ...fields, formId: series.formId, schedule: every(inDays(-1)) })
    expect([made.statusCode, made.json()]).toEqual([400, expect.objectContaining(refusal)])

    // Each has the forms of the next 12 weeks; the second begins 4 weeks later.
    const preview = (days: number) => series.staff.post(`${series.path}/preview`, { schedule: every(inDays(days)) })
    expect((await preview(40)).json()).toEqual({ enrolments: 2, removed: 5, added: null, ending: 1, sent: 0 })
    await series.staff.patch(series.path, { schedule: every(inDays(40)) })
    await planAgain(stepsOf(own), series.id)
    expect(await occasionsOf(own, first.id)).toEqual(['4 planned'])
    expect(await occasionsOf(own, second.id)).toEqual([])

    await own.query(`update series set schedule = jsonb_set(schedule, '{until}', to_jsonb($2::text)) where id = $1`, [
      series.id,
      inDays(-1),
    ])
    const renamed = await series.staff.patch(series.path, { name: 'Renamed', schedule: every(inDays(-1)) })
    expect(renamed.statusCode, 'an end date that is not changed').toBe(200)
  })

  test('the preview counts a time as added for each patient who does not have it yet (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    await anEnrolment(own, series)
    await sendSeries(stepsOf(own), noonIn(1))
    await anEnrolment(own, series)
    const without = { kind: 'offsets' as const, offsets: other.offsets.slice(1) }
    await series.staff.patch(series.path, { schedule: without })
    await planAgain(stepsOf(own), series.id)

    const preview = await series.staff.post(`${series.path}/preview`, { schedule: other })

    expect(preview.json()).toEqual({ enrolments: 2, removed: 0, added: 1, ending: 0, sent: 1 })
  })

  test('planning that is interrupted does not count as done (REQ-10, SAFE-1)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    await anEnrolment(own, series)
    await series.staff.patch(series.path, { schedule: other })

    await expect(planAgain({ ...stepsOf(own), signal: AbortSignal.abort() }, series.id)).rejects.toThrow('aborted')

    expect((await series.staff.get(series.path)).json()).toMatchObject({ waitingForPlan: 1 })
  })

  test('a change of the name changes nothing else (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own, { lateDays: 30, whenOpen: 'wait', method: 'email', specialty: '110' })
    const before = (await series.staff.get(series.path)).json<Record<string, unknown>>()
    expect((await series.staff.patch(series.path, { name: 'Renamed' })).json()).toMatchObject({
      name: 'Renamed',
      lateDays: 30,
      whenOpen: 'wait',
      method: 'email',
      specialty: '110',
      schedule: before['schedule'],
    })
    expect(await own.query('select schedule_version from series where id = $1', [series.id])).toEqual([{ schedule_version: 1 }])
  })

  test('a series that has ended sends nothing and cannot be changed (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { id } = await anEnrolment(own, series)
    await series.staff.post(`${series.path}/state`, { state: 'ended' })
    await sendSeries(stepsOf(own), noonIn(1))
    expect(await occasionsOf(own, id)).toEqual(['1 skipped ended', '30 skipped ended', '60 skipped ended'])
    expect((await series.staff.patch(series.path, { name: 'Other' })).statusCode).toBe(409)
    expect((await series.staff.post(`${series.path}/state`, { state: 'active' })).statusCode).toBe(409)
  })
})

describe('POST /series/:id/state', () => {
  test('a series that is ended ends the enrolments of its patients, with an event for each (REQ-10, AUD-1)', async () => {
    const own = await openOrganisation()
    const [series, other] = [await aSeries(own), await aSeries(own)]
    const [{ id, patientId }, paused, kept] = [
      await anEnrolment(own, series),
      await anEnrolment(own, series),
      await anEnrolment(own, other),
    ]
    await series.staff.post(`${series.path}/enrolment/state`, { state: 'paused', enrolments: [paused.id] })
    await series.staff.post(`${series.path}/state`, { state: 'ended' })
    expect(
      await own.query("select name from pgboss.job where name = 'send-series' and data ->> 'organisationId' = $1", [own.id]),
    ).toHaveLength(1)

    await sendSeries(stepsOf(own), noonIn(0))

    const rows = await own.query('select id, state, end_reason from series_enrolments where organisation_id = $1', [own.id])
    expect(rows).toHaveLength(3)
    expect(rows).toEqual(
      expect.arrayContaining([
        { id, state: 'ended', end_reason: 'user' },
        { id: paused.id, state: 'ended', end_reason: 'user' },
        { id: kept.id, state: 'active', end_reason: null },
      ]),
    )
    expect(await occasionsOf(own, id)).toEqual(['1 skipped ended', '30 skipped ended', '60 skipped ended'])
    const events = (await own.auditTrail()).filter(({ event_type }) => event_type === 'seriesEnrolmentEnded')
    expect(events).toHaveLength(2)
    expect(events).toContainEqual(
      expect.objectContaining({ subject_id: id, patient_id: patientId, detail: { series: series.name, reason: 'user' } }),
    )
    expect(await stepsOf(own).step(listSeriesToEnd)).toEqual([])
  })
})

describe('PUT /series/:id/enrolment/file', () => {
  const sheetOf = (rows: (string | number | Date | null)[][], header = ['NHS number', 'Local patient ID', 'Date of operation']) =>
    writeExcelFile([
      {
        sheet: 'Patients',
        data: [header, ...rows].map((row): Row =>
          row.map((value) =>
            value instanceof Date
              ? { value, type: Date, format: 'dd/mm/yyyy' }
              : value === null
                ? null
                : { value, type: value.constructor as StringConstructor },
          ),
        ),
      },
    ]).toBuffer()
  const put = (series: Awaited<ReturnType<typeof aSeries>>, file: Buffer, query = '') =>
    series.staff.put(`${series.path}/enrolment/file${query}`, file, {
      ...xlsx,
      'content-disposition': "attachment; filename*=UTF-8''list.xlsx",
    })

  test('each bad row is named, and the good rows are enrolled only when asked to (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const [first, second] = [await aPatient(own), await aPatient(own, { localPatientId: 'H-1', nhsNumber: null })]
    for (const _ of [1, 2]) await aPatient(own, { localPatientId: 'TWICE', nhsNumber: null })
    const archived = await aPatient(own, { archivedAt: new Date().toISOString() })
    const day = new Date(`${today}T00:00:00Z`)
    const file = await sheetOf([
      [first.nhsNumber, null, day],
      [null, 'h-1', `${today.slice(8)}/${today.slice(5, 7)}/${today.slice(0, 4)}`],
      ['9990000019', null, day],
      ['999 000 0018', null, day],
      [null, 'TWICE', day],
      [null, null, day],
      [first.nhsNumber, 'H-1', day],
      [archived.nhsNumber, null, day],
      [first.nhsNumber, null, 'soon'],
      [first.nhsNumber, null, day],
      [null, null, null],
    ])
    const problems = [
      { row: 4, message: 'NHS number is not valid.' },
      { row: 5, message: 'No patient has this NHS number.' },
      { row: 6, message: 'Several patients match this row. Use the NHS number.' },
      { row: 7, message: 'NHS number or Local patient ID is required.' },
      { row: 8, message: 'No patient has this NHS number.' },
      { row: 9, message: 'This patient is archived.' },
      { row: 10, message: 'Date of operation is not valid. Enter a date such as 25/12/2026.' },
      { row: 11, message: 'The patient is already enrolled with this date.' },
    ]
    expect((await put(series, file)).json()).toEqual({ enrolled: 0, good: 2, problems })
    expect(await own.query('select id from series_enrolments where series_id = $1', [series.id])).toEqual([])
    expect((await put(series, file, '?enrol=true')).json()).toEqual({ enrolled: 2, good: 2, problems })
    const enrolled = await own.query('select patient_id from series_enrolments where series_id = $1', [series.id])
    expect(enrolled.map(({ patient_id }) => patient_id).sort()).toEqual([first.id, second.id].sort())
    const refused = (await own.auditTrail()).filter(({ event_type }) => event_type === 'seriesPatientRefused')
    expect(
      refused.map(({ patient_id }) => patient_id),
      'once, and not for the check (AUD-1)',
    ).toEqual([archived.id, first.id])
  })

  test('a file without the columns, and a file that is no spreadsheet, are refused (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const wrong = await put(series, await sheetOf([], ['NHS number', 'Local patient ID', 'Birthday']))
    expect([wrong.statusCode, wrong.body]).toEqual([400, expect.stringContaining('The first row has no column “Date of operation”.')])
    expect((await put(series, Buffer.from('not a spreadsheet'))).statusCode).toBe(400)
  })

  test('the template has the columns that the file needs (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const template = await series.staff.get(`${series.path}/enrolment/template`)
    expect((await put(series, template.rawPayload)).json()).toEqual({ enrolled: 0, good: 0, problems: [] })
  })
})

async function twoWards() {
  const own = await openOrganisation({ wardAccess: 'assigned' })
  const [north, south] = [randomUUID(), randomUUID()]
  await own.query("insert into wards (organisation_id, id, name) values ($1, $2, 'North'), ($1, $3, 'South')", [own.id, north, south])
  const limited = await own.staff('Forms User')
  await own.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [own.id, limited.id, north])
  return { own, north, south, limited }
}

/** The series is made and its patients are enrolled by a user who sees every ward. */
async function onTwoWards() {
  const { own, north, south, limited } = await twoWards()
  const { id: formId } = await aForm(own)
  const id = randomUUID()
  await own.query(
    "insert into series (organisation_id, id, name, form_id, date_label, schedule) values ($1, $2, 'PROM', $3, 'Date of operation', $4)",
    [own.id, id, formId, JSON.stringify(threeTimes)],
  )
  const series = { id, path: `/api/forms/series/${id}`, staff: await own.staff('Admin') }
  const [here, there] = [await anEnrolment(own, series, 0, { wardId: north }), await anEnrolment(own, series, 0, { wardId: south })]
  return { own, series, limited, here, there, north, south }
}

describe('Members limited to wards', () => {
  test('see, count and change the enrolments of their patients only (REQ-10, MEM-4)', async () => {
    const { own, series, limited, here, there } = await onTwoWards()
    const foreign = await occasionIds(own, there.id)
    type Docs = { totalDocs: number; docs: { id?: string; enrolmentId?: string }[] }
    expect((await limited.get(`${series.path}/enrolment`)).json<Docs>()).toMatchObject({ totalDocs: 1, docs: [{ id: here.id }] })
    expect((await limited.get(`${series.path}/occasion`)).json<Docs>().totalDocs).toBe(3)
    expect((await limited.get(series.path)).json()).toMatchObject({
      counts: { enrolled: 1, dueSoon: 1 },
      days: [{ count: 1 }, { count: 1 }],
    })
    expect((await limited.get(`/api/patients/patient/${there.patientId}/series`)).statusCode).toBe(404)
    const acts = [
      limited.post(`${series.path}/enrolment/state`, { state: 'ended', enrolments: [there.id] }),
      limited.post(`${series.path}/occasion/skip`, { occasions: [foreign[1]!] }),
      limited.post(`${series.path}/occasion/send`, { occasions: [foreign[1]!] }),
      limited.post(`${series.path}/enrolment`, { enrolments: [{ patientId: there.patientId, startsOn: inDays(-1) }] }),
    ]
    for (const act of acts) expect(reasonsIn(await act)).not.toContain('done')
    expect((await limited.patch(`${series.path}/enrolment/${there.id}`, { startsOn: inDays(-1) })).statusCode).toBe(404)
    expect(await occasionsOf(own, there.id)).toEqual(['1 planned', '30 planned', '60 planned'])
  })

  test('cannot create, change or pause a series, which sends to patients of other wards (REQ-10, MEM-4)', async () => {
    const { own, series, limited } = await onTwoWards()
    const made = await limited.post('/api/forms/series', { ...fields, formId: (await aForm(own)).id })
    expect([made.statusCode, made.body]).toEqual([
      409,
      expect.stringContaining('You see the patients of some wards only. Ask a user who sees all patients to create or change a series.'),
    ])
    expect((await limited.patch(series.path, { name: 'Other' })).statusCode).toBe(409)
    expect((await limited.post(`${series.path}/state`, { state: 'paused' })).statusCode).toBe(409)
  })

  test('see an enrolment once its patient has moved to their ward, and the job sends to every ward (REQ-10, MEM-4)', async () => {
    const { own, series, limited, here, there, north } = await onTwoWards()
    await own.query('update patients set ward_id = $2 where id = $1', [there.patientId, north])
    expect((await limited.get(`${series.path}/enrolment`)).json()).toMatchObject({ totalDocs: 2 })
    await sendSeries(stepsOf(own), noonIn(1))
    for (const { id } of [here, there]) expect(await occasionsOf(own, id)).toEqual(['1 sent', '30 planned', '60 planned'])
  })
})

test('archiving a patient and recording a death end the series of the patient at once, with an event (REQ-10)', async () => {
  const own = await openOrganisation()
  const series = await aSeries(own)
  const [archived, deceased] = [await anEnrolment(own, series), await anEnrolment(own, series)]
  await series.staff.delete(`/api/patients/patient/${archived.patientId}`)
  await series.staff.patch(`/api/patients/patient/${deceased.patientId}`, { deceased: true })
  const rows = await own.query('select end_reason from series_enrolments where series_id = $1 order by 1', [series.id])
  expect(rows).toEqual([{ end_reason: 'archived' }, { end_reason: 'deceased' }])
  expect(await occasionsOf(own, deceased.id)).toEqual(['1 skipped ended', '30 skipped ended', '60 skipped ended'])
  expect((await own.auditTrail()).filter(({ event_type }) => event_type === 'seriesEnrolmentEnded')).toMatchObject([
    { subject_id: archived.id, patient_id: archived.patientId },
    { subject_id: deceased.id, patient_id: deceased.patientId },
  ])
})

describe('GET /patient/:id/series and GET /request/:id', () => {
  test('nothing is planned for a series that has ended, and a paused series says so (REQ-10)', async () => {
    const own = await openOrganisation()
    const series = await aSeries(own)
    const { patientId } = await anEnrolment(own, series)
    type Docs = {
      docs: { state: string; endReason: string | null; series: { state: string }; occasions: { state: string; reason: string }[] }[]
    }
    const read = async () => (await series.staff.get(`/api/patients/patient/${patientId}/series`)).json<Docs>().docs[0]!
    await series.staff.post(`${series.path}/state`, { state: 'paused' })
    expect(await read()).toMatchObject({ state: 'active', endReason: null, series: { state: 'paused' } })

    await own.query("update series set state = 'ended' where id = $1", [series.id])
    const before = await read()
    expect(before).toMatchObject({ state: 'ended', endReason: 'user' })
    expect(before.occasions.map(({ state, reason }) => [state, reason])).toEqual(
      Array.from({ length: 3 }, () => ['skipped', 'The series had ended for the patient.']),
    )
    expect((await series.staff.get(series.path)).json()).toMatchObject({ days: [] })
    await sendSeries(stepsOf(own), noonIn(0))
    expect(await read(), 'the same once the job has come').toEqual(before)
  })

  const scored = async (own: TestOrganisation) => {
    const series = await aSeries(own)
    const enrolled = await anEnrolment(own, series)
    await sendSeries(stepsOf(own), noonIn(1))
    const [{ id: requestId } = { id: '' }] = await own.query('select id from form_requests where patient_id = $1', [enrolled.patientId])
    return { series, requestId: String(requestId), ...enrolled }
  }

  test('the patient has the series with past and coming forms, and the scores of each (REQ-10)', async () => {
    const own = await openOrganisation()
    const { series, patientId, requestId } = await scored(own)
    await own.query(
      `insert into submissions (organisation_id, request_id, form_id, form_version, answers, channel)
       select organisation_id, id, form_id, form_version, '{}', 'web' from form_requests where id = $1`,
      [requestId],
    )
    await own.query(
      `insert into submission_scores (organisation_id, request_id, score_id, position, patient_id, form_id, form_version, name, value, formula, answered, out_of)
       select organisation_id, id, 'mood', 0, patient_id, form_id, form_version, 'Mood', 7, '7', 1, 1 from form_requests where id = $1`,
      [requestId],
    )
    expect((await series.staff.get(`/api/patients/patient/${patientId}/series`)).json()).toMatchObject({
      docs: [
        {
          series: { id: series.id, name: series.name, dateLabel: 'Date of operation' },
          startsOn: today,
          state: 'active',
          occasions: [
            { day: inDays(1), state: 'sent', request: { id: requestId, scores: [{ name: 'Mood', value: 7 }] } },
            { day: inDays(30), state: 'planned', request: null },
            { day: inDays(60), state: 'planned', request: null },
          ],
        },
      ],
    })
  })

  test('a form request of a series names the series and the day (REQ-10)', async () => {
    const own = await openOrganisation()
    const { series, requestId } = await scored(own)
    expect((await series.staff.get(`/api/forms/request/${requestId}`)).json()).toMatchObject({
      series: { id: series.id, name: series.name, dateLabel: 'Date of operation', startsOn: today, offset: { amount: 1, unit: 'days' } },
    })
  })
})

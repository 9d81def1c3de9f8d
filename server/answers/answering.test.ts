import { describe, expect, test } from 'vitest'

import type { AnswerDraft, Answering } from '#contract/answering.ts'
import type { Question } from '#domain/form/definition.ts'
import { alertUnread } from '#server/submissions/alerts/alerts.job.ts'
import { sendNotification } from '#server/notifications/send-notification.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { readPdf } from '#test/pdf.ts'
import { openPhone } from '#test/phone.ts'
import { moodForm } from '#test/scored-form.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { stepsOf } from '#test/worker-steps.ts'

type Member = Awaited<ReturnType<TestOrganisation['staff']>>
type Call = { session?: string }

const headingOf = ({ body }: { body: string }) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replace(/<[^>]*>/g, '')
const byPhone = {
  channel: 'phone',
  answeredBy: 'patient',
  carerName: '',
  carerRelationship: '',
  checked: ['name', 'dateOfBirth', 'nhsNumber'],
}

/** A user at work on one form request. */
function at(member: Member, requestId: string) {
  const address = `/api/forms/request/${requestId}/answering`
  const call: Call = {}
  return {
    get: () => member.get(address),
    start: async (body: object = byPhone) => {
      const answer = await member.post(address, body)
      if (answer.statusCode === 200) call.session = answer.json<Answering>().session!.id
      return answer
    },
    save: (question: string, answer: string | string[], replaces: string | string[] | null = null) =>
      member.put(address, { session: call.session, question, answer, replaces }),
    changes: (since: number) => member.get(`${address}?since=${since}&session=${call.session}`),
    send: (revision: number) => member.post(`${address}/send`, { session: call.session, revision }),
  }
}

async function aPatient(asked: Parameters<typeof sendFormToPatient>[1] = {}) {
  const ward = await openOrganisation()
  const sent = await sendFormToPatient(ward, asked)
  const ada = await ward.staff('User')
  return { ward, ada, typing: at(ada, sent.requestId), ...sent }
}

const whole: [string, string][] = [
  ['allergies', 'Penicillin'],
  ['operation', '2019-02-07'],
]

async function typeAll(typing: ReturnType<typeof at>, answers = whole) {
  let revision = 0
  for (const [question, answer] of answers) revision = (await typing.save(question, answer)).json<AnswerDraft>().revision
  return revision
}

const submissionOf = async (ward: TestOrganisation, requestId: string) =>
  (
    await ward.query(
      'select answers, channel, answered_by, carer_name, carer_relationship, typed_by, checked_details from submissions where request_id = $1',
      [requestId],
    )
  )[0]
const statusOf = async (ward: TestOrganisation, requestId: string) =>
  (await ward.query('select status from form_requests where id = $1', [requestId]))[0]!['status']

describe('POST /request/:id/answering', () => {
  test('records how, who and which details were right, does not open the form request, and never stores what was said (PTN-6)', async () => {
    const { ward, ada, typing, requestId, patientId } = await aPatient()

    const started = await typing.start({ ...byPhone, answeredBy: 'carer', carerName: 'Tom Okafor', carerRelationship: 'son' })

    expect(started.json()).toMatchObject({ status: 'unopened', ended: null, session: { channel: 'phone', carerName: 'Tom Okafor' } })
    expect(started.json().draft).toEqual({ answers: {}, savedBy: {}, revision: 0 })
    const events = await ward.query(
      'select kind, actor_kind, actor_id, detail from form_request_events where request_id = $1 order by id',
      [requestId],
    )
    const how = { channel: 'phone', answeredBy: 'carer' }
    expect(events).toEqual([
      { kind: 'answering_started', actor_kind: 'member', actor_id: ada.id, detail: { ...how, checked: byPhone.checked } },
    ])
    expect((await ward.auditTrail()).map(({ event_type, patient_id }) => [event_type, patient_id])).toEqual([
      ['formRequestAnsweringStarted', patientId],
    ])
  })

  test.each([
    [{ ...byPhone, checked: ['name', 'dateOfBirth'] }, 'checked', 'Tick at least 3 details that the person said right.'],
    [{ ...byPhone, checked: ['name', 'name', 'name'] }, 'checked', 'Tick at least 3 details that the person said right.'],
    [{ ...byPhone, checked: ['name', 'dateOfBirth', 'address'] }, 'checked', 'Tick only details that are on the patient’s record.'],
    [{ ...byPhone, answeredBy: 'carer', carerRelationship: 'son' }, 'carerName', 'Name of the carer is required.'],
    [{ ...byPhone, answeredBy: 'carer', carerName: 'Tom' }, 'carerRelationship', 'Relationship to the patient is required.'],
    [{ ...byPhone, channel: 'paper', checked: [] }, 'paperNamesPatient', 'Confirm that the paper names this patient.'],
  ])('%o is refused beside its field, and opens nothing (PTN-6, VAL-2)', async (body, field, message) => {
    const { ward, typing, requestId } = await aPatient()

    const refused = await typing.start(body)

    expect([refused.statusCode, refused.json().errors]).toEqual([400, [{ field, message }]])
    expect(await statusOf(ward, requestId)).toBe('unopened')
    expect(await ward.query('select 1 from answering_sessions where request_id = $1', [requestId])).toEqual([])
  })

  test('a detail that was changed less than a day ago does not count, and is not offered (PTN-6)', async () => {
    const { ward, ada, typing, patientId, requestId } = await aPatient()
    await ada.patch(`/api/patients/patient/${patientId}`, { phoneNumber: '07700 900456' })
    const checked = ['name', 'dateOfBirth', 'phoneNumber']
    const refused = await typing.start({ ...byPhone, checked })
    expect(refused.json().errors).toEqual([
      { field: 'checked', message: 'Phone number was changed less than 24 hours ago, so it does not count. Ask for another detail.' },
    ])
    expect((await ada.get(`/api/forms/request/${requestId}/answering`)).json().details.recent).toEqual(['phoneNumber'])
    await ward.query("update patients set phone_changed_at = now() - interval '25 hours' where id = $1", [patientId])
    expect((await typing.start({ ...byPhone, checked })).statusCode).toBe(200)
  })

  test('the form request is opened by the user when the answers are sent, and the timeline says so (PTN-6, REQ-4)', async () => {
    const { ward, ada, typing, requestId } = await aPatient()
    await typing.start(byPhone)
    await typing.save('allergies', 'Nuts')
    const { revision } = (await typing.save('operation', '2019-02-07')).json<AnswerDraft>()
    expect(await statusOf(ward, requestId)).toBe('unopened')
    expect((await typing.send(revision)).statusCode).toBe(200)
    const events = await ward.query(
      "select kind, actor_id, detail ->> 'channel' as channel from form_request_events where request_id = $1 and kind in ('opened', 'completed') order by id",
      [requestId],
    )
    expect(events).toEqual(['opened', 'completed'].map((kind) => ({ kind, actor_id: ada.id, channel: 'phone' })))
  })

  test('on paper needs no three details, only that the paper names the patient (PTN-6)', async () => {
    const { typing } = await aPatient()
    expect((await typing.start({ ...byPhone, channel: 'paper', checked: [], paperNamesPatient: true })).statusCode).toBe(200)
  })

  test('works for a link that is locked after wrong dates of birth (PTN-6, PTN-2)', async () => {
    const { ward, typing, requestId } = await aPatient()
    await ward.query('update patient_links set locked_at = now(), wrong_attempts = 5 where request_id = $1', [requestId])

    expect((await typing.start()).statusCode).toBe(200)
    expect((await typing.send(await typeAll(typing))).statusCode).toBe(200)
    expect(await statusOf(ward, requestId)).toBe('completed')
  })

  test('a user limited to wards reaches no other patient, nor does another organisation or a role that may not change requests (PTN-6, MEM-4, ORG-7)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const { requestId } = await sendFormToPatient(ward)
    const stranger = await (await openOrganisation()).staff('User')
    const admin = at(await ward.staff('Admin'), requestId)
    expect((await admin.start()).statusCode).toBe(200)

    for (const member of [await ward.staff('User'), stranger]) {
      const typing = at(member, requestId)
      const session = crypto.randomUUID()
      const address = `/api/forms/request/${requestId}/answering`
      const calls = [
        await typing.get(),
        await typing.start(),
        await member.get(`${address}?since=0&session=${session}`),
        await member.put(address, { session, question: 'allergies', answer: 'x', replaces: null }),
        await member.post(`${address}/send`, { session, revision: 0 }),
      ]
      expect(calls.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
      expect(calls.every(({ body }) => !body.includes('Okafor'))).toBe(true)
    }
    expect(await ward.query('select 1 from answer_drafts where request_id = $1', [requestId])).toEqual([])
  })
})

describe('GET /request/:id/answering', () => {
  test('shows the details to check and the questions, and saved answers only after the identity check of the same user (PTN-6)', async () => {
    const { ward, ada, typing, link, requestId } = await aPatient()
    const phone = await openPhone()
    await phone.fillIn(await phone.open(link), { allergies: 'Latex' })

    const before = (await typing.get()).json<Answering>()
    expect(before).toMatchObject({ session: null, draft: null, patient: { firstName: 'Samira' }, form: { version: 1 } })
    await typing.start()
    expect((await typing.get()).json<Answering>().draft).toEqual({ answers: { allergies: 'Latex' }, savedBy: {}, revision: 1 })
    // A colleague has not checked anything, and after an hour without an answer nobody has.
    expect((await at(await ward.staff('User'), requestId).get()).json().draft).toBeNull()
    await ward.query("update answering_sessions set used_at = now() - interval '61 minutes' where member_id = $1", [ada.id])
    expect((await typing.get()).json()).toMatchObject({ session: null, draft: null })
    expect((await typing.changes(0)).json().code).toBe('identity_check_needed')
    const late = await typing.save('smoker', 'no')
    expect([late.statusCode, late.json().code]).toEqual([409, 'identity_check_needed'])
  })

  test('leaving and coming back continues with the answers saved so far (PTN-6)', async () => {
    const { typing } = await aPatient()
    await typing.start()
    await typing.save('allergies', 'Nuts')

    const back = (await typing.get()).json<Answering>()

    expect(back.session).not.toBeNull()
    expect(back.draft).toMatchObject({ answers: { allergies: 'Nuts' }, savedBy: { allergies: 'Ada Byron' }, revision: 1 })
  })
})

describe('PUT /request/:id/answering', () => {
  test.each([
    ['1,250', '1250'],
    [' 72 ', '72'],
    ['+7', '7'],
    ['.5', '0.5'],
    ['007', '7'],
  ])('a number typed as ‘%s’ is saved as the page of the patient saves it (PTN-6, FORM-6)', async (typed, saved) => {
    const question: Question = { id: 'weight', type: 'number', title: 'Weight?', required: true, decimals: 1 }
    const { typing } = await aPatient({ definition: { questions: [question] } })
    await typing.start()

    expect((await typing.save('weight', typed)).json<AnswerDraft>().answers).toEqual({ weight: saved })
  })

  test('what is no number is refused beside its question (PTN-6, FORM-6)', async () => {
    const question: Question = { id: 'weight', type: 'number', title: 'Weight?', required: true }
    const { typing } = await aPatient({ definition: { questions: [question] } })
    await typing.start()

    for (const typed of ['1,25', 'seven', ['7']])
      expect((await typing.save('weight', typed)).json().errors).toMatchObject([{ field: 'weight' }])
  })

  test('checks answers as the patient’s page does, and lets a required answer be cleared until it is sent (PTN-6)', async () => {
    const { ward, typing, requestId } = await aPatient()
    await typing.start()

    const refused = await typing.save('operation', '2019-13-45')
    expect([refused.statusCode, refused.json().errors[0].field]).toEqual([400, 'operation'])
    expect((await typing.save('smoker', 'sometimes')).statusCode).toBe(400)
    expect((await typing.save('unknown', 'x')).statusCode).toBe(404)
    expect((await typing.save('allergies', 'N\0uts')).json()).toMatchObject({ answers: { allergies: 'Nuts' } })
    const cleared = (await typing.save('allergies', '', 'Nuts')).json<AnswerDraft>()
    expect(cleared.answers).toEqual({ allergies: '' })

    const incomplete = await typing.send(cleared.revision)
    expect(incomplete.statusCode).toBe(400)
    expect(incomplete.json().errors.map(({ field }: { field: string }) => field)).toEqual(['allergies', 'operation'])
    expect(await statusOf(ward, requestId), 'the patient has not opened it').toBe('unopened')
  })

  test('does not replace an answer that the patient saved meanwhile on their phone (PTN-6)', async () => {
    const { typing, link } = await aPatient()
    const phone = await openPhone()
    const first = await phone.open(link)
    await typing.start()
    await phone.fillIn(first, { allergies: 'Latex' })

    const refused = await typing.save('allergies', 'Nuts')

    expect([refused.statusCode, refused.json().code]).toEqual([409, 'answer_changed'])
    const seen = (await typing.changes(0)).json<{ draft: AnswerDraft }>()
    expect(seen.draft.answers).toEqual({ allergies: 'Latex' })
    expect((await typing.save('allergies', 'Nuts', 'Latex')).json<AnswerDraft>().answers).toEqual({ allergies: 'Nuts' })
    expect((await typing.changes(2)).json()).toEqual({ ended: null, draft: null })
  })

  test('two users see each other’s answers, and neither replaces what they have not seen, also at the same moment (PTN-6)', async () => {
    const { ward, typing, requestId } = await aPatient()
    const grace = at(await ward.staff('User', { firstName: 'Grace', lastName: 'Hopper' }), requestId)
    await typing.start()
    await grace.start()

    const both = await Promise.all([typing.save('allergies', 'Nuts'), grace.save('allergies', 'Latex')])

    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const winner = both[0].statusCode === 200 ? 'Ada Byron' : 'Grace Hopper'
    expect((await grace.get()).json<Answering>().draft!.savedBy).toEqual({ allergies: winner })
    // The same answer is no conflict.
    const kept = (await typing.get()).json<Answering>().draft!.answers['allergies']!
    expect((await grace.save('allergies', kept)).statusCode).toBe(200)
  })

  test('many who save different questions at once lose nothing (PTN-6, SAFE-1)', async () => {
    const { ward, typing, requestId } = await aPatient({ definition: moodForm })
    const grace = at(await ward.staff('User'), requestId)
    await typing.start()
    await grace.start()

    const saved = await Promise.all([
      typing.save('interest', 'never'),
      grace.save('down', 'often'),
      typing.save('harm', 'never'),
      grace.save('interest', 'always'),
    ])

    expect(saved.map(({ statusCode }) => statusCode).filter((status) => status === 409)).toHaveLength(1)
    expect(Object.keys((await typing.get()).json<Answering>().draft!.answers).toSorted()).toEqual(['down', 'harm', 'interest'])
  })
})

describe('The patient and a user at the same time', () => {
  test('the patient’s page does not replace an answer that a user saved meanwhile; pressing again does (PTN-6, PTN-3)', async () => {
    const { typing, link } = await aPatient()
    const phone = await openPhone()
    const first = await phone.open(link)
    await typing.start()
    await typing.save('allergies', 'Nuts')

    const told = await phone.fillIn(first, { allergies: 'Latex' })

    expect(told.statusCode).toBe(422)
    expect(told.body).toContain('A member of staff has changed this answer')
    expect(told.body).toContain('“Nuts”')
    expect(told.body).toContain('Latex</textarea>')
    expect((await typing.get()).json<Answering>().draft!.answers).toEqual({ allergies: 'Nuts' })
    await phone.fillIn(told, { allergies: 'Latex' })
    expect((await typing.get()).json<Answering>().draft).toMatchObject({ answers: { allergies: 'Latex' }, savedBy: {} })
  })

  test('the patient changes their own answer from an older page without being asked (PTN-3)', async () => {
    const { typing, link } = await aPatient()
    const phone = await openPhone()
    const first = await phone.open(link)
    await phone.fillIn(first, { allergies: 'Latex' })

    expect((await phone.fillIn(first, { allergies: 'None' })).statusCode).toBe(200)
    await typing.start()
    expect((await typing.get()).json<Answering>().draft!.answers).toEqual({ allergies: 'None' })
  })

  test('what the patient has sent is never replaced, and the user is told (PTN-6)', async () => {
    const { ward, typing, link, requestId } = await aPatient()
    const phone = await openPhone()
    const first = await phone.open(link)
    await typing.start()
    await phone.fillIn(first, { allergies: 'Latex' })
    await phone.fillIn(await phone.visit(`${link}/question/2`), {})
    const revision = (await typing.get()).json<Answering>().draft!.revision
    await phone.fillIn(
      await phone.fillIn(await phone.visit(`${link}/question/3`), {
        'operation-day': '7',
        'operation-month': '2',
        'operation-year': '2019',
      }),
      {},
    )

    const late = [await typing.save('allergies', 'Nuts', 'Latex'), await typing.send(revision), await typing.start()]

    for (const answer of late)
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { code: 'answering_ended', detail: 'The patient has already sent their answers.' },
      ])
    expect((await typing.changes(0)).json()).toEqual({ ended: 'The patient has already sent their answers.', draft: null })
    expect(await submissionOf(ward, requestId)).toMatchObject({ answers: { allergies: 'Latex' }, channel: 'web', typed_by: null })
  })

  test('the patient does not send answers that changed after they checked them (PTN-6, PTN-3)', async () => {
    const { ward, typing, link, requestId } = await aPatient()
    const phone = await openPhone()
    await typing.start()
    await phone.fillIn(await phone.open(link), { allergies: 'Latex' })
    await phone.fillIn(await phone.visit(`${link}/question/2`), {})
    const check = await phone.fillIn(await phone.visit(`${link}/question/3`), {
      'operation-day': '7',
      'operation-month': '2',
      'operation-year': '2019',
    })
    await typing.save('allergies', 'Nuts', 'Latex')

    const told = await phone.fillIn(check, {})

    expect([told.statusCode, headingOf(told)]).toMatchObject([409, expect.stringContaining('Check your answers before sending')])
    expect(told.body).toContain('Your answers have not been sent')
    expect(told.body).toContain('Nuts')
    expect(await statusOf(ward, requestId)).toBe('opened')
    expect(headingOf(await phone.fillIn(told, {}))).toBe('Your answers have been sent')
  })

  test('after a user has sent the answers, the patient’s device shows none of them, and says who filled in the form (PTN-6, PTN-7)', async () => {
    const { typing, link } = await aPatient()
    const phone = await openPhone()
    const first = await phone.open(link)
    await typing.start()
    await typing.send(await typeAll(typing))

    const posted = await phone.fillIn(first, { allergies: 'Latex' })
    const pages = [posted, await phone.visit(link), await phone.visit(`${link}/confirmation`), await phone.visit(`${link}/answers.pdf`)]

    for (const page of pages) {
      expect(headingOf(page)).toBe('This form has been filled in')
      expect(page.body).toContain('A member of staff filled in this form')
      expect(page.body).not.toContain('Penicillin')
    }
  })
})

describe('POST /request/:id/answering/send', () => {
  test('records channel, who answered, who typed and what was checked, and shows it on the request, in its timeline, PDF and FHIR (PTN-6)', async () => {
    const { ward, ada, typing, requestId, formId } = await aPatient()
    await typing.start({ ...byPhone, answeredBy: 'carer', carerName: 'Tom Okafor', carerRelationship: 'son' })

    expect((await typing.send(await typeAll(typing))).json()).toEqual({ redFlags: [] })

    expect(await submissionOf(ward, requestId)).toEqual({
      answers: { allergies: 'Penicillin', smoker: '', operation: '2019-02-07' },
      channel: 'phone',
      answered_by: 'carer',
      carer_name: 'Tom Okafor',
      carer_relationship: 'son',
      typed_by: ada.id,
      checked_details: byPhone.checked,
    })
    const details = (await ada.get(`/api/forms/request/${requestId}`)).json()
    expect(details).toMatchObject({
      status: 'completed',
      answering: { channel: 'phone', typedBy: 'Ada Byron', checkedDetails: byPhone.checked },
    })
    expect(details.timeline.at(-1)).toMatchObject({ kind: 'completed', by: 'Ada Byron', detail: { channel: 'phone', answeredBy: 'carer' } })
    const { parts } = await readPdf((await ada.get(`/api/forms/request/${requestId}/pdf`)).rawPayload)
    expect(JSON.stringify(parts)).toContain('By phone, by a carer (Tom Okafor, son), typed by Ada Byron')
    const [{ id }] = (await ward.query('select id from submissions where request_id = $1', [requestId])) as [{ id: string }]
    const fhir = (await (await ward.staff('Forms User')).get(`/api/forms/form/${formId}/responses/${id}/fhir`)).json()
    expect(fhir).toMatchObject({ source: { type: 'RelatedPerson', display: 'Tom Okafor, son' }, author: { display: 'Ada Byron' } })
    expect((await ward.auditTrail()).find(({ event_type }) => event_type === 'formRequestSubmitted')).toMatchObject({
      actor_id: ada.id,
      detail: { channel: 'phone', answeredBy: 'carer', checked: byPhone.checked },
    })
  })

  test('sends nothing that the user has not checked, and sends once when pressed twice (PTN-6, SAFE-1)', async () => {
    const { ward, typing, requestId } = await aPatient()
    await typing.start()
    const revision = await typeAll(typing)

    const early = await typing.send(revision - 1)
    const both = await Promise.all([typing.send(revision), typing.send(revision)])

    expect([early.statusCode, early.json().code]).toEqual([409, 'answer_changed'])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(both.find(({ statusCode }) => statusCode === 409)!.json().detail).toBe('Ada Byron has already sent the answers.')
    expect(await ward.query('select 1 from submissions where request_id = $1', [requestId])).toHaveLength(1)
  })

  test.each([
    ["status = 'closed', closed_at = now()", 'The form request is closed, so no answers can be sent. Reopen the form request first.'],
    ["status = 'expired'", 'The form request has expired, so no answers can be sent. Reopen the form request first.'],
    ["expires_at = now() - interval '1 minute'", 'The form request has expired, so no answers can be sent. Reopen the form request first.'],
    ["status = 'sent_in_error'", 'The form request was marked as sent in error, so no answers can be sent.'],
  ])('a form request with %s while the user types says so, and keeps the saved answers (PTN-6)', async (change, words) => {
    const { ward, typing, requestId } = await aPatient()
    await typing.start()
    const revision = await typeAll(typing)
    await ward.query(`update form_requests set ${change} where id = $1`, [requestId])

    const refusals = [await typing.save('smoker', 'no'), await typing.send(revision)]

    for (const answer of refusals)
      expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'answering_ended', detail: words }])
    expect((await typing.changes(revision)).json()).toEqual({ ended: words, draft: null })
    expect((await ward.query('select answers from answer_drafts where request_id = $1', [requestId]))[0]).toEqual({
      answers: Object.fromEntries(whole),
    })
  })

  test('a waiting message and reminder are no longer sent (PTN-6, NOT-5)', async () => {
    const { ward, typing, requestId, notificationId } = await aPatient()
    await typing.start()
    await typing.send(await typeAll(typing))
    const [{ id }] = (await ward.query(
      "insert into notifications (organisation_id, request_id, category, method) values ($1, $2, 'request_reminder', 'sms') returning id",
      [ward.id, requestId],
    )) as [{ id: string }]

    for (const one of [notificationId, id]) await sendNotification(stepsOf(ward), one)

    expect(await ward.query('select 1 from outbox_messages where organisation_id = $1', [ward.id])).toEqual([])
  })
})

describe('Red flags in answers that a user typed', () => {
  async function urgent() {
    const given = await aPatient({ definition: moodForm })
    await given.typing.start()
    const answers: [string, string][] = [
      ['interest', 'always'],
      ['down', 'always'],
      ['harm', 'always'],
    ]
    const sent = await given.typing.send(await typeAll(given.typing, answers))
    const alerts = async () => {
      await stepsOf(given.ward).step((ctx) => alertUnread(ctx, given.requestId))
      return (await given.ward.query('select member_id from flag_alerts where request_id = $1', [given.requestId])).map(
        (row) => row['member_id'],
      )
    }
    return { ...given, sent, alerts }
  }

  test('are answered at once after sending, and mark the request as urgent (PTN-6, FORM-7)', async () => {
    const { ward, sent, requestId } = await urgent()

    expect(sent.json().redFlags.length).toBeGreaterThan(0)
    expect(await ward.query('select is_urgent from form_requests where id = $1', [requestId])).toEqual([{ is_urgent: true }])
  })

  test('need another reader: the user who typed them is no first reader, and is not the one who is alerted (PTN-6, FORM-7)', async () => {
    const { ward, ada, requestId, alerts } = await urgent()
    const admin = await ward.staff('Admin')
    await ward.query('update form_requests set assignee_id = $2 where id = $1', [requestId, ada.id])
    await ada.get(`/api/forms/request/${requestId}`)
    expect((await ada.get(`/api/forms/request/${requestId}`)).json().firstRead).toBeNull()

    expect(await alerts()).toEqual([admin.id])
  })

  test('cause no alert once a colleague has read them, and alert the user who typed them if there is nobody else (PTN-6, FORM-7)', async () => {
    const read = await urgent()
    await (await read.ward.staff('Admin')).get(`/api/forms/request/${read.requestId}`)
    expect(await read.alerts()).toEqual([])

    const alone = await urgent()
    await alone.ward.query('update form_requests set assignee_id = $2 where id = $1', [alone.requestId, alone.ada.id])
    expect(await alone.alerts()).toEqual([alone.ada.id])
  })
})

import { describe, expect, test } from 'vitest'

import { asApplicationRole, type Binding } from '#test/isolation/application-role.ts'
import { openMailServer, withSmtp } from '#test/mail-server.ts'
import { mergeInto, patientAddress } from '#test/merging.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'
import { moodForm, sendMood } from '#test/scored-form.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'
import { enqueue, type Steps } from '#server/platform/jobs.ts'

import { alertUnreadJob } from './alert-jobs.ts'
import { alertUnread, sendAlert } from './alerts.job.ts'

const waitingJobs = (name: string, requestId: string) => `
  select data, round(extract(epoch from start_after - created_on) / 60)::int as minutes from pgboss.job
  where name = '${name}' and data->>'requestId' = '${requestId}'`
const mails = (ward: TestOrganisation) =>
  ward.query(
    'select recipient, subject, body from outbox_messages where organisation_id = $1 and notification_id is null order by recipient',
    [ward.id],
  )
const timeline = async (ward: TestOrganisation, requestId: string) =>
  ward.query(
    "select kind, detail from form_request_events where request_id = $1 and kind in ('alerted', 'alert_kept', 'not_alerted') order by id",
    [requestId],
  )
const assign = (ward: TestOrganisation, requestId: string, memberId: string) =>
  ward.query('update form_requests set assignee_id = $1, assigned_at = now() where id = $2', [memberId, requestId])

/** The time has come: what the queue does, without its clock. */
async function alertNow(ward: TestOrganisation, requestId: string, steps: Steps = stepsOf(ward)) {
  await steps.step((ctx) => alertUnread(ctx, requestId))
  const jobs = await ward.query(waitingJobs('send-alert', requestId))
  for (const { data } of jobs) await sendAlert(steps, data as { requestId: string; memberId: string }) // made by alertUnread
}

describe('Alerts for red flags', () => {
  test('when nobody has read answers with a red flag in time, the assignee gets an email that names nobody (FORM-7)', async () => {
    const ward = await openOrganisation()
    const [ravi, admin] = [await ward.staff('User', { firstName: 'Ravi', lastName: 'Menon' }), await ward.staff('Admin')]
    const { requestId, patientId } = await sendMood(ward)
    await assign(ward, requestId, ravi.id)

    expect(await ward.query(waitingJobs('alert-unread', requestId))).toMatchObject([{ minutes: 30 }])
    await admin.get('/api/forms/request') // seen in a list is not read
    await alertNow(ward, requestId)

    const [mail, ...more] = await mails(ward)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: `${ravi.id}@example.com`, subject: 'Unread red flag (Formward)' })
    expect(mail!['body']).toContain(`http://localhost:3000/requests/${requestId}`)
    for (const word of ['Samira', 'Okafor', 'self-harm', 'Severe', 'How are you', 'Mood']) expect(JSON.stringify(mail)).not.toContain(word)
    expect(await timeline(ward, requestId)).toEqual([{ kind: 'alert_kept', detail: { memberId: ravi.id } }])
    const { timeline: shown, redFlags } = (await ravi.get(`/api/forms/request/${requestId}`)).json()
    expect(shown.at(-1)).toMatchObject({ kind: 'alert_kept', by: 'Formward', detail: { to: 'Ravi Menon' } })
    expect(redFlags[0].alertedAt).not.toBeNull()
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'redFlagAlertKept')).toEqual([
      { event_type: 'redFlagAlertKept', actor_id: null, subject_id: requestId, patient_id: patientId, detail: { memberId: ravi.id } },
    ])
  })

  test('a red flag of an unassigned request goes to the administrators, as does one of a member who has left (FORM-7)', async () => {
    const ward = await openOrganisation()
    const [ada, grace, gone] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin'), await ward.staff('User')]
    await ward.staff('Forms User')
    const [free, left] = [await sendMood(ward), await sendMood(ward)]
    await assign(ward, left.requestId, gone.id)
    await ward.query('update members set is_active = false where id = $1', [gone.id])

    await alertNow(ward, free.requestId)
    const addresses = [ada, grace].map(({ id }) => `${id}@example.com`).sort()
    expect((await mails(ward)).map(({ recipient }) => recipient)).toEqual(addresses)
    await alertNow(ward, left.requestId)
    expect((await mails(ward)).map(({ recipient }) => recipient)).toEqual([...addresses, ...addresses].sort())
  })

  test('reading the answers on any screen prevents the alert, and is recorded (FORM-7)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const [onRequest, onForm] = [await sendMood(ward), await sendMood(ward)]
    const [submission] = await ward.query('select id from submissions where request_id = $1', [onForm.requestId])

    expect((await ada.get(`/api/forms/request/${onRequest.requestId}`)).json().firstRead).toBeNull()
    expect((await ada.get(`/api/forms/request/${onRequest.requestId}`)).json().firstRead).toMatchObject({ by: 'Ada Byron' })
    await ada.get(`/api/forms/form/${onForm.formId}/responses/${String(submission!['id'])}`)
    for (const { requestId } of [onRequest, onForm]) await alertNow(ward, requestId)

    expect(await mails(ward)).toEqual([])
  })

  test('answers that were read before the patient was merged stay read; those read under the name of another person, until the merge was undone, do not (FORM-7, PAT-4)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const [before, during] = [await sendMood(ward), await sendMood(ward)]
    const kept = await aPatient(ward, { firstName: 'Samira', lastName: 'Okafor', dateOfBirth: '1984-03-15' })
    const readBy = async ({ requestId }: { requestId: string }) => (await admin.get(`/api/forms/request/${requestId}`)).json().firstRead
    await readBy(before)
    for (const { patientId } of [before, during]) {
      await ward.query('update patients set nhs_number = null where id = $1', [patientId])
      expect((await mergeInto(admin, kept.id, patientId)).statusCode).toBe(200)
    }

    expect(await readBy(before)).toMatchObject({ by: 'Ada Byron' })
    await readBy(during)
    await alertNow(ward, during.requestId)
    expect(await mails(ward), 'it counts as read while the records are merged').toEqual([])
    expect((await admin.delete(patientAddress(during.patientId, '/merge'))).statusCode).toBe(200)
    expect(await ward.query(waitingJobs('alert-unread', during.requestId)), 'waits again, from the undo').toMatchObject([
      { minutes: 30 },
      { minutes: 30 },
    ])
    await alertNow(ward, before.requestId)
    expect(await mails(ward)).toEqual([])
    await alertNow(ward, during.requestId)
    expect(await mails(ward)).toHaveLength(1)
    expect(await readBy(during)).toBeNull()
  })

  test('viewing the request while the patient is still answering does not count as reading the answers (FORM-7)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const { requestId } = await sendMood(ward)
    await ada.get(`/api/forms/request/${requestId}`)
    await ward.query("update submissions set submitted_at = now() + interval '1 minute' where request_id = $1", [requestId])

    await alertNow(ward, requestId)

    expect(await mails(ward)).toHaveLength(1)
  })

  test('a screen that loads again by itself gets no answers, so that nothing counts as read (FORM-7, REQ-6)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const [open, { requestId }] = [await aRequest(ward), await sendMood(ward)]

    expect((await ada.get(`/api/forms/request/${open.id}/unanswered`)).json()).toMatchObject({ id: open.id, answers: null })
    expect((await ada.get(`/api/forms/request/${requestId}/unanswered`)).json()).toMatchObject({
      status: 409,
      detail: 'The patient has answered.',
    })
    await alertNow(ward, requestId)

    expect(await mails(ward)).toHaveLength(1)
  })

  test('reading the FHIR Task of a form request does not count, because it has no answers (FORM-7, INT-5)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const { requestId } = await sendMood(ward)
    expect((await ada.get(`/api/fhir/R4/Task/${requestId}`)).statusCode).toBe(200)

    await alertNow(ward, requestId)

    expect(await mails(ward)).toHaveLength(1)
  })

  test('a reading that found no answers yet does not count, although it is recorded after them (FORM-7)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const { id: requestId } = await aRequest(ward, { patientId: (await aPatient(ward)).id })
    await ada.get(`/api/forms/request/${requestId}`)
    const flagged = await sendMood(ward)
    await ward.query(
      'update audit_events set subject_id = $1, patient_id = (select patient_id from form_requests where id = $1), at = clock_timestamp() where subject_id = $2 and event_type = $3',
      [flagged.requestId, requestId, 'formRequestRead'],
    )

    await alertNow(ward, flagged.requestId)

    expect(await mails(ward)).toHaveLength(1)
    expect((await ada.get(`/api/forms/request/${flagged.requestId}`)).json().firstRead).toBeNull()
  })

  test('an alert is sent once: when repeated, at the same time, or by workers that were killed (FORM-7, SAFE-1)', async () => {
    const ward = await openOrganisation()
    await ward.staff('Admin')
    const { requestId } = await sendMood(ward)

    for (const steps of [1, 2]) await alertNow(ward, requestId, dyingAfter(steps, stepsOf(ward))).catch(() => undefined)
    await Promise.all([alertNow(ward, requestId), alertNow(ward, requestId), alertNow(ward, requestId)])

    await assign(ward, requestId, (await ward.staff('User')).id)
    await alertNow(ward, requestId)

    expect(await mails(ward)).toHaveLength(1)
    expect(await timeline(ward, requestId)).toHaveLength(1)
    expect(await ward.query(waitingJobs('send-alert', requestId))).toHaveLength(1)
  })

  test('red flags without an alert send no email (FORM-7)', async () => {
    const ward = await openOrganisation()
    await ward.staff('Admin')
    const { requestId } = await sendMood(ward, undefined, { ...moodForm, redFlags: moodForm.redFlags!.slice(1) })

    expect(await ward.query(waitingJobs('alert-unread', requestId))).toEqual([])
    await alertNow(ward, requestId)
    expect(await mails(ward)).toEqual([])
  })

  test('a member who may not see the patient is not alerted: the administrators are; without any, the timeline says so (FORM-7, MEM-4)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const ravi = await ward.staff('User')
    const { requestId } = await sendMood(ward)
    await assign(ward, requestId, ravi.id)
    const lost = await sendMood(ward)

    await alertNow(ward, lost.requestId)
    expect(await timeline(ward, lost.requestId)).toMatchObject([
      { kind: 'not_alerted', detail: { reason: expect.stringContaining('No assignee or admin') } },
    ])
    const admin = await ward.staff('Admin')
    await alertNow(ward, requestId)
    expect((await mails(ward)).map(({ recipient }) => recipient)).toEqual([`${admin.id}@example.com`])
  })

  test('scores, red flags and alerts are shown to nobody who may not see the patient (FORM-7, ORG-7, MEM-4)', async () => {
    const [ward, elsewhere] = [await openOrganisation({ wardAccess: 'assigned' }), await openOrganisation()]
    const [{ requestId }, limited] = [await sendMood(ward), await ward.staff('User')]
    await ward.staff('Admin')
    await alertNow(ward, requestId)
    const ask = await asApplicationRole()
    const counts = async (binding: Binding) => {
      const found = []
      for (const table of ['submission_scores', 'raised_flags', 'flag_alerts'])
        found.push((await ask(binding, `select from ${table}`)).count)
      return found
    }

    expect(await counts({ organisation: ward.id })).toEqual([1, 2, 1])
    expect(await counts({ organisation: ward.id, member: limited.id })).toEqual([0, 0, 0])
    expect(await counts({ organisation: elsewhere.id })).toEqual([0, 0, 0])
    expect((await limited.get(`/api/forms/request/${requestId}`)).statusCode).toBe(404)
  })

  test('an alert waits for an unavailable mail server with the same id; a refused address is reported, and the administrators are alerted (FORM-7, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const [ravi, admin] = [await ward.staff('User'), await ward.staff('Admin')]
    const [away, refusing] = [await openMailServer(), await openMailServer({ refuse: true })]
    await away.close()
    const { requestId } = await sendMood(ward)
    await assign(ward, requestId, ravi.id)
    const through = (url: string) => alertNow(ward, requestId, stepsOf({ ...ward, services: withSmtp(ward.services, url) }))

    await expect(through(away.url)).rejects.toThrow()
    expect(await timeline(ward, requestId)).toEqual([])
    await through(refusing.url)
    await refusing.close()
    const refused = { memberId: ravi.id, reason: 'The mail server refused the email address.' }
    expect(await timeline(ward, requestId)).toEqual([{ kind: 'not_alerted', detail: refused }])

    const back = await openMailServer()
    await through(back.url)
    await through(back.url)
    await back.close()
    expect(back.received).toHaveLength(1)
    expect(back.received[0]!.replaceAll('\r\n ', ' ')).toContain(`Message-ID: <alert-${requestId}-${admin.id}@formward.example>`)
    expect(back.received[0]).toContain(`To: ${admin.id}@example.com`)
    expect((await timeline(ward, requestId)).at(-1)).toEqual({ kind: 'alerted', detail: { memberId: admin.id } })
  })

  test('an alert to a member who has left meanwhile goes to the administrators (FORM-7)', async () => {
    const ward = await openOrganisation()
    const [ravi, admin] = [await ward.staff('User'), await ward.staff('Admin')]
    const { requestId } = await sendMood(ward)
    await assign(ward, requestId, ravi.id)
    await stepsOf(ward).step((ctx) => alertUnread(ctx, requestId))
    await ward.query('update members set is_active = false where id = $1', [ravi.id])

    await alertNow(ward, requestId)
    await alertNow(ward, requestId)

    expect((await mails(ward)).map(({ recipient }) => recipient)).toEqual([`${admin.id}@example.com`])
    expect(await timeline(ward, requestId)).toEqual([
      { kind: 'not_alerted', detail: { memberId: ravi.id, reason: 'The user has left.' } },
      { kind: 'alert_kept', detail: { memberId: admin.id } },
    ])
  })

  test('the worker sends it automatically when it is due (FORM-7)', async () => {
    const ward = await openOrganisation()
    const admin = await ward.staff('Admin')
    const { requestId } = await sendMood(ward)
    await stepsOf(ward).step((ctx) => enqueue(ctx, alertUnreadJob, { requestId }))
    await ward.startWorkers()

    expect(await eventually(async () => (await mails(ward))[0])).toMatchObject({ recipient: `${admin.id}@example.com` })
  })
})

import { describe, expect, test } from 'vitest'

import { sendNotification } from '#server/notifications/send-notification.ts'
import { findPatients } from '#server/patients/patients.ts'
import { openMailServer, withSmtp } from '#test/mail-server.ts'
import { mergeInto } from '#test/merging.ts'
import { openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { testServer } from '#test/test-server.ts'
import { pausedBeforeCommit, stepsOf, untilWaiting } from '#test/worker-steps.ts'

const headingOf = ({ body }: { body: string }) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]
const oneClick = 'List-Unsubscribe=One-Click'

/** An email to a patient, and the path of the link at its end. */
async function anEmail() {
  const own = await openOrganisation()
  const sent = await sendFormToPatient(own, { method: 'email' })
  await sendNotification(stepsOf(own), sent.notificationId)
  const [message] = await own.query('select body from outbox_messages where organisation_id = $1', [own.id])
  const body = String(message!['body'])
  const path = /http:\/\/localhost:3000(\/stop-emails\/\S+)/.exec(body)![1]!
  const optedOut = async () =>
    (await own.query('select opted_out_methods as methods from patients where id = $1', [sent.patientId]))[0]!['methods']
  return { own, ...sent, body, path, optedOut }
}

/** As a mail program posts: no cookie, no page before. */
async function post(path: string, payload: string, headers: Record<string, string>) {
  const { app } = await testServer()
  return app.inject({ method: 'POST', url: path, payload, headers })
}

describe('The link at the end of an email', () => {
  test('opens a page that changes nothing, says nothing about the patient, and stops emails with its button (NOT-5, PTN-1)', async () => {
    const { own, path, body, link, requestId, optedOut } = await anEmail()
    const phone = await openPhone()
    expect(body).toMatch(/\n\nTo stop emails about forms from Test organisation \d+:\nhttp\S+\n$/)

    const asked = await phone.visit(path)
    await phone.visit(path)

    expect([asked.statusCode, headingOf(asked)]).toEqual([200, 'Stop emails about forms'])
    expect(asked.body).not.toMatch(/Samira|Okafor|samira@|Before your operation|<script/)
    expect(asked.headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(await optedOut()).toEqual([])

    const done = await phone.fillIn(asked, {})

    expect([done.statusCode, headingOf(done)]).toEqual([200, 'You have stopped emails about forms'])
    expect(await optedOut()).toEqual(['email'])
    expect(headingOf(await phone.visit(path))).toBe('You have stopped emails about forms')
    expect(
      await own.query("select kind, actor_kind, detail from form_request_events where request_id = $1 and kind = 'opted_out'", [requestId]),
    ).toEqual([{ kind: 'opted_out', actor_kind: 'patient', detail: { method: 'email', by: 'email_link' } }])
    expect((await own.auditTrail()).at(-1)).toMatchObject({ event_type: 'patientOptedOut', actor_id: requestId })
    expect((await phone.visit(link)).statusCode, 'the form can still be filled in').toBe(200)
  })

  test.each([
    ['a form', oneClick, { 'content-type': 'application/x-www-form-urlencoded' }],
    [
      'form data',
      `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`,
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
  ])(
    'a mail program stops emails with one call of %s, without a cookie or redirect, also twice (NOT-5)',
    async (_name, payload, headers) => {
      const { own, path, optedOut } = await anEmail()
      for (const _ of [1, 2]) expect((await post(path, payload, headers)).statusCode).toBe(200)
      expect(await optedOut()).toEqual(['email'])
      expect((await own.auditTrail()).filter(({ event_type }) => event_type === 'patientOptedOut')).toHaveLength(1)
    },
  )

  test('stops emails to the kept record too when it waits for a merge (NOT-5, PAT-4)', async () => {
    const { own, path, patientId, optedOut } = await anEmail()
    const admin = await own.staff('Admin')
    const kept = await sendFormToPatient(own, { method: 'email' })
    await own.query('update patients set nhs_number = null where id = $1', [patientId])
    const { steps, paused, commit } = pausedBeforeCommit(stepsOf(own))
    const holding = steps.step((ctx) => findPatients(ctx, [patientId], { areHeld: true }))
    await paused
    const merging = mergeInto(admin, kept.patientId, patientId)
    await untilWaiting(own, 1)
    const stopping = post(path, oneClick, { 'content-type': 'application/x-www-form-urlencoded' })
    await untilWaiting(own, 2)
    commit()

    await holding
    expect((await merging).statusCode).toBe(200)
    expect((await stopping).statusCode).toBe(200)
    expect(await optedOut()).toEqual(['email'])
    expect(await own.query('select opted_out_methods as methods from patients where id = $1', [kept.patientId])).toEqual([
      { methods: ['email'] },
    ])
    expect(await own.query('select status, reason_code from notifications where id = $1', [kept.notificationId])).toEqual([
      { status: 'cancelled', reason_code: 'opted_out' },
    ])
  })

  test('a changed token, and the token of the form, stop nothing (NOT-5, SAFE-2)', async () => {
    const { path, token, optedOut } = await anEmail()
    const other = await anEmail()
    const [ids, signature] = path.split('/').at(-1)!.split('.')
    const [otherIds] = other.path.split('/').at(-1)!.split('.')
    const wrong = [token, `${ids}.${token}`, `${otherIds}.${signature}`, `${ids}.${signature!.slice(1)}A`, ids!, `${ids}.`]
    for (const one of wrong) {
      const answer = await post(`/stop-emails/${one}`, oneClick, { 'content-type': 'application/x-www-form-urlencoded' })
      expect([answer.statusCode, headingOf(answer)], one).toEqual([404, 'This link does not work'])
    }
    expect([await optedOut(), await other.optedOut()]).toEqual([[], []])
    const phone = await openPhone()
    expect((await phone.visit(`/r/${ids}.${signature}`)).statusCode, 'and it opens no form').toBe(404)
  })

  test('names the phone number of the organisation where one is set (NOT-5, PTN-7)', async () => {
    const { own, path } = await anEmail()
    await own.query(
      "update organisations set contact_phone = '01632 960 001', contact_hours = 'Monday to Friday, 9am to 5pm' where id = $1",
      [own.id],
    )
    const done = await post(path, oneClick, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(done.body).toContain('Call 01632 960 001. Opening times: Monday to Friday, 9am to 5pm.')
  })
})

describe('An email to a patient', () => {
  test('has the headers by which mail programs offer to stop emails (NOT-5)', async () => {
    const own = await openOrganisation()
    const mail = await openMailServer()
    const { notificationId } = await sendFormToPatient(own, { method: 'email' })
    await sendNotification(stepsOf({ ...own, services: withSmtp(own.services, mail.url) }), notificationId)
    const [message] = mail.received
    const unfolded = message!.replace(/\r\n[ \t]+/g, ' ')
    expect(unfolded).toMatch(/^List-Unsubscribe: <http:\/\/localhost:3000\/stop-emails\/[\w-]{43}\.[\w-]{43}>\r$/m)
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  })

  test('is not sent to a patient who has stopped emails, and counts as not reached (NOT-5)', async () => {
    const own = await openOrganisation()
    const { patientId, requestId, notificationId } = await sendFormToPatient(own, { method: 'email' })
    await own.query(`update patients set opt_outs = '{"email": {"at": "2026-01-01T00:00:00Z", "by": "email_link"}}' where id = $1`, [
      patientId,
    ])
    await sendNotification(stepsOf(own), notificationId)
    expect(await own.query('select status, reason_code from notifications where id = $1', [notificationId])).toEqual([
      { status: 'cancelled', reason_code: 'opted_out' },
    ])
    expect(await own.query('select is_unreached from form_requests where id = $1', [requestId])).toEqual([{ is_unreached: true }])
  })
})

import { randomUUID } from 'node:crypto'

import { describe, expect, onTestFinished, test } from 'vitest'

import type { SendingPreview } from '#contract/requests.ts'
import { endOfDayLater } from '#domain/moments.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { smsLength } from '#domain/template.ts'
import type { Config } from '#server/config.ts'
import { sendNotification } from '#server/notifications/send-notification.ts'
import { appWith } from '#test/app-with.ts'
import { openGovukNotify } from '#test/govuk-notify-server.ts'
import { nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { previewSending } from './preview-sending.ts'

const send = '/api/forms/request'
const preview = `${send}/preview`
type Clerk = Awaited<ReturnType<TestOrganisation['staff']>>

const previewOf = async (clerk: Clerk, body: object) => (await clerk.post(preview, body)).json<SendingPreview>()
const messagesIn = async (ward: TestOrganisation) =>
  (await ward.query('select count(*)::int as n from notifications where organisation_id = $1', [ward.id]))[0]!['n']

/** Sending hours that are over now, and what the clock of the organisation then says: whatever the time of day. */
const closeTheHours = (ward: TestOrganisation) => {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', hourCycle: 'h23' }).format(new Date()))
  const [from, until] = hour >= 2 ? [0, hour - 1] : [22, 24]
  return ward.query('update organisations set sending_from = $2, sending_until = $3 where id = $1', [ward.id, from, until])
}

const noDetails = { specialty: '', pathwayId: '', location: '', event: '' }

/** An organisation whose installation sends by GOV.UK Notify. */
async function openWithNotify(more: Partial<Config> = {}) {
  const ward = await openOrganisation()
  const notify = await openGovukNotify()
  onTestFinished(async () => void (await notify.close()))
  return { ward, notify, services: { ...ward.services, config: { ...ward.services.config, ...notify.settings, ...more } } }
}

const selectTemplate = (ward: TestOrganisation, body: string) =>
  ward.query(
    `insert into notification_templates (organisation_id, category, method, description, body, is_selected)
     values ($1, 'request_created', 'sms', 'Own text', $2, true)`,
    [ward.id, body],
  )

describe('POST /request/preview', () => {
  test('a form expires at the end of the day in London that patients are told, also when the clocks change (ORG-6, PTN-4)', async () => {
    const ward = await openOrganisation()
    const year = new Date().getUTCFullYear() + 1
    const body = { patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id }
    const shown = await previewOf(await ward.staff(), { ...body, sendAt: `${year}-10-20T09:00:00Z` })
    expect(shown.expiresAt).toBe(`${year}-11-17T23:59:59.999Z`)
  })

  test('shows the message to the first recipient of each method and language, with an address that opens nothing, and a changed text must be reviewed again (REQ-5, NOT-1)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const patient = async (firstName: string, locale: string, method: string) => {
      const { id } = await aPatient(ward, { firstName })
      await ward.query('update patients set locale = $2, preferred_method = $3 where id = $1', [id, locale, method])
      return id
    }
    const form = await aForm(ward, 'Pain')
    const patientIds = [
      await patient('Ada', 'en', 'sms'),
      await patient('Grace', 'en', 'sms'),
      await patient('Nia', 'cy', 'sms'),
      await patient('Zara', 'ar', 'sms'),
    ]

    const { examples, reviewed } = await previewOf(clerk, { patientIds, formId: form.id, ...noDetails })

    expect(examples.map(({ method, language, firstName }) => [method, language, firstName])).toEqual([
      ['sms', 'en', 'Ada'],
      ['sms', 'cy', 'Nia'],
    ])
    expect(examples[0]!.body).toContain('Pain')
    expect(examples[0]!.body).toContain('/r/…')
    expect(examples.map(({ body }) => body).join()).not.toMatch(/\/r\/[\w-]{20}/)

    const eve = (await aPatient(ward, { firstName: 'Eve', emailAddress: 'eve@example.com' })).id
    const mixed = await previewOf(clerk, { patientIds: [eve], formId: form.id, ...noDetails, method: 'email' })
    const email = mixed.examples.find((one) => one.method === 'email')!
    expect(email).toMatchObject({ firstName: 'Eve', patientId: eve })
    expect(email.body).toContain('/stop-emails/test-message')
    const [shown] = await ward.query(
      "select patient_ids from audit_events where organisation_id = $1 and event_type = 'formRequestPreviewed' order by id desc limit 1",
      [ward.id],
    )
    expect(shown!['patient_ids']).toContain(eve)

    await selectTemplate(ward, 'Dear ((firstName)), please answer: ((link))')
    const again = await previewOf(clerk, { patientIds, formId: form.id, ...noDetails })
    expect(again.examples.map(({ body }) => body.split(',')[0])).toEqual(['Dear Ada'])
    const sent = await clerk.post(send, { patientIds, formId: form.id, ...noDetails, reviewed })
    expect(sent.json()).toMatchObject({ code: 'changed_since_review' })
    expect(await messagesIn(ward)).toBe(0)
  })

  test('tells which recipients read a language that the form has not, or not whole, and does not stop the sending (PTN-8, REQ-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const translations = { cy: { 'question.pain.title': { source: 'Are you in pain?', text: 'Oes gennych chi boen?' } } }
    const pain: FormDefinition = {
      questions: [{ id: 'pain', type: 'free_text', title: 'Are you in pain?', required: false }],
      translations,
    }
    const form = await aForm(ward, 'Pain', pain)
    const reading = async (locale: string) => {
      const { id } = await aPatient(ward)
      await ward.query('update patients set locale = $2 where id = $1', [id, locale])
      return id
    }
    const patientIds = await Promise.all(['cy', 'ur', 'ur', 'en', ''].map(reading))

    const shown = await previewOf(clerk, { patientIds, formId: form.id })

    expect(shown.untranslated).toEqual([
      { language: 'ur', count: 2, texts: 2, inEnglish: 2 },
      { language: 'cy', count: 1, texts: 2, inEnglish: 1 },
    ])
    expect(shown.recipientCount).toBe(5)
    const inWelsh = { ...translations.cy, title: { source: 'Pain', text: 'Poen' } }
    const whole = await aForm(ward, 'Pain', { ...pain, translations: { cy: inWelsh } })
    expect((await previewOf(clerk, { patientIds: patientIds.slice(0, 1), formId: whole.id })).untranslated).toEqual([])
  })

  test('names the patients, the version, the methods with totals and the time, and sends nothing (REQ-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const form = await aForm(ward)
    const [byEmail, bySms] = [await aPatient(ward, { preferredMethod: 'email' }), await aPatient(ward, { nhsNumber: null })]
    const body = { patientIds: [byEmail.id, bySms.id], formId: form.id }

    const shown = await previewOf(clerk, body)

    expect(shown).toMatchObject({
      form: { id: form.id, title: form.title, version: 1 },
      recipientCount: 2,
      messages: [
        { method: 'sms', count: 1, from: null, waitsForSendingHours: false },
        { method: 'email', count: 1, from: null, waitsForSendingHours: false },
      ],
      unreachable: [],
      alreadyOpen: [],
    })
    expect(shown.recipients).toEqual([
      {
        id: byEmail.id,
        firstName: 'Grace',
        lastName: 'Hopper',
        dateOfBirth: '1961-03-09',
        nhsNumber: byEmail.nhsNumber,
        method: 'email',
      },
      { id: bySms.id, firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1961-03-09', nhsNumber: null, method: 'sms' },
    ])
    expect(shown.expiresAt).toBe(endOfDayLater(new Date(), 28).toISOString())
    expect(await messagesIn(ward)).toBe(0)
    expect((await clerk.get(send)).json().totalDocs).toBe(0)
  })

  test('of many patients the first ten are named, in the given order, and all are counted (REQ-5)', async () => {
    const ward = await openOrganisation()
    const patients = await Promise.all(Array.from({ length: 12 }, () => aPatient(ward)))
    const patientIds = patients.map(({ id }) => id)

    const shown = await previewOf(await ward.staff(), { patientIds, formId: (await aForm(ward)).id })

    expect(shown.recipientCount).toBe(12)
    expect(shown.recipients.map(({ id }) => id)).toEqual(patientIds.slice(0, 10))
  })

  test('patients who cannot be contacted are named with the reason, and are not recipients (REQ-5, NOT-7)', async () => {
    const ward = await openOrganisation()
    const [reached, noPhone, archived] = [
      await aPatient(ward),
      await aPatient(ward, { phoneNumber: null }),
      await aPatient(ward, { archivedAt: new Date().toISOString() }),
    ]
    const body = { patientIds: [noPhone.id, reached.id, archived.id], formId: (await aForm(ward)).id, method: 'sms' }

    const shown = await previewOf(await ward.staff(), body)

    expect(shown.recipients.map(({ id }) => id)).toEqual([reached.id])
    expect(shown.unreachable).toMatchObject([
      { id: noPhone.id, lastName: 'Hopper', reason: 'This patient has no mobile phone number.' },
      { id: archived.id, reason: 'This patient is archived.' },
    ])
  })

  test('the reminders are those of the form, or else of the organisation (REQ-5, NOT-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('Forms User')
    const form = await aForm(ward)
    const body = { patientIds: [(await aPatient(ward)).id], formId: form.id }
    await ward.query('update organisations set reminder_days = 4, last_reminder_days = 2 where id = $1', [ward.id])
    expect(await previewOf(clerk, body)).toMatchObject({ reminders: { firstDays: 4, secondDays: 0, lastDays: 2 } })

    const set = (reminders: object | null) => clerk.patch(`/api/forms/form/${form.id}`, { reminders })
    expect((await set({ firstDays: 3, secondDays: 7, lastDays: 0 })).json()).toMatchObject({ reminders: { firstDays: 3, secondDays: 7 } })
    expect(await previewOf(clerk, body)).toMatchObject({ reminders: { firstDays: 3, secondDays: 7, lastDays: 0 } })

    expect((await set({ firstDays: 7, secondDays: 3, lastDays: 0 })).json().errors).toEqual([
      { field: 'reminders.secondDays', message: 'Second reminder days must be more than the first reminder days.' },
    ])
    expect((await set({ firstDays: 91, secondDays: 0, lastDays: 0 })).json().errors).toMatchObject([{ field: 'reminders.firstDays' }])
    expect((await set(null)).json()).toMatchObject({ reminders: null })
  })

  test('a message that waits for the sending hours has its time, and a chosen send date is kept (REQ-5, ORG-6, NOT-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const body = { patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id }
    const sendAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
    expect((await previewOf(clerk, { ...body, sendAt })).messages).toMatchObject([{ from: sendAt, waitsForSendingHours: false }])

    await closeTheHours(ward)
    const waiting = await previewOf(clerk, body)

    const [message] = waiting.messages
    expect(message).toMatchObject({ method: 'sms', waitsForSendingHours: true })
    expect(Date.parse(message!.from!)).toBeGreaterThan(Date.now())
    const { ids } = (await clerk.post(send, { ...body, reviewed: waiting.reviewed })).json<{ ids: string[] }>()
    const [sent] = await ward.query('select expires_at from form_requests where id = $1', [ids[0]])
    expect((sent!['expires_at'] as Date).toISOString(), 'the real sending has the same times').toBe(waiting.expiresAt)
  })

  test('a patient with the same form open on the same pathway is named, and with another form or pathway is not (REQ-5, IMP-3)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const [asked, other] = [await aPatient(ward), await aPatient(ward)]
    const form = await aForm(ward)
    const open = await aRequest(ward, { patientId: asked.id, formId: form.id, pathwayId: 'P-1', status: 'opened' })
    await aRequest(ward, { patientId: asked.id, formId: form.id, pathwayId: 'P-1', status: 'closed' })
    await aRequest(ward, { patientId: other.id, formId: form.id, pathwayId: 'P-2' })
    await aRequest(ward, { patientId: other.id, pathwayId: 'P-1' })
    const body = { patientIds: [asked.id, other.id], formId: form.id, pathwayId: 'P-1' }

    const shown = await previewOf(clerk, body)

    expect(shown.alreadyOpen).toMatchObject([{ id: asked.id, requests: [{ requestId: open.id, status: 'opened' }] }])
    expect(shown.recipientCount).toBe(2)
    expect((await clerk.post(send, { ...body, reviewed: shown.reviewed })).statusCode, 'a warning and no refusal').toBe(200)
  })

  test('counts the fragments of each text message as it will be sent to its patient, and the price (NOT-6, NOT-2)', async () => {
    const { ward, notify, services } = await openWithNotify()
    await selectTemplate(ward, 'Dear ((firstName)) ((lastName)), please answer ((formTitle)) until ((expiryDate)): ((link))')
    const [short, accented, byEmail] = [
      await aPatient(ward),
      await aPatient(ward, { firstName: 'Łucja' }), // not in the alphabet of text messages, so that half as much fits into a fragment
      await aPatient(ward, { preferredMethod: 'email' }),
    ]
    const asked = { patientIds: [short.id, accented.id, byEmail.id], formId: (await aForm(ward)).id }
    const planned = async () =>
      (await stepsOf({ id: ward.id, services }).step((ctx) => previewSending(ctx, { ...noDetails, ...asked }))).plan
    expect(await planned(), 'no price is set').toMatchObject({ fragmentPrice: null, price: null })
    await ward.query('update organisations set sms_fragment_price = 2.4 where id = $1', [ward.id])

    const plan = await planned()
    expect((await (await ward.staff()).post(send, asked)).statusCode).toBe(200)
    for (const { id } of (await ward.query('select id from notifications where organisation_id = $1', [ward.id])) as { id: string }[])
      await sendNotification(stepsOf({ id: ward.id, services }), id)

    const sent = notify.kept.filter(({ type }) => type === 'sms').map(({ body }) => smsLength(body).fragments)
    expect(new Set(sent).size, 'the two texts differ').toBe(2)
    const fragments = sent.reduce((sum, one) => sum + one, 0)
    expect(plan.messages).toMatchObject([
      { method: 'sms', count: 2, fragments, tooLong: 0 },
      { method: 'email', count: 1, fragments: null },
    ])
    expect(plan.price).toBeCloseTo(2.4 * fragments)
  })

  test('says what follows messages that do not reach the patients (NOT-6)', async () => {
    const ward = await openOrganisation()
    await ward.query("update organisations set cascade_methods = '{sms,email}', not_delivered_hours = 48 where id = $1", [ward.id])
    const patients = [await aPatient(ward), await aPatient(ward), await aPatient(ward, { emailAddress: null })]

    const { plan } = await previewOf(await ward.staff(), { patientIds: patients.map(({ id }) => id), formId: (await aForm(ward)).id })

    expect(plan.messages).toMatchObject([
      {
        method: 'sms',
        count: 3,
        nextAfterHours: 48,
        next: [
          { method: 'email', count: 2 },
          { method: null, count: 1 },
        ],
      },
    ])
  })

  test('says when the last message has left, after those that wait already (NOT-6, NOT-4)', async () => {
    const { ward, services } = await openWithNotify({ GOVUK_NOTIFY_PER_MINUTE: 2 })
    const waiting = await Promise.all([1, 2, 3].map(() => aRequest(ward)))
    for (const { id } of waiting)
      await ward.query(
        "insert into notifications (organisation_id, request_id, category, method) values ($1, $2, 'request_created', 'sms')",
        [ward.id, id],
      )
    const asked = { ...noDetails, patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id }

    const { plan } = await stepsOf({ id: ward.id, services }).step((ctx) => previewSending(ctx, asked))

    expect(plan.waiting).toBe(3)
    const minutes = (Date.parse(plan.messages[0]!.finishedAt!) - Date.now()) / 60_000
    expect(minutes, 'four messages at 1.9 a minute').toBeGreaterThan(2)
    expect(minutes).toBeLessThanOrEqual(4)
  })

  test('says that other organisations send through the same account, and not of an account of its own (NOT-6, NOT-4)', async () => {
    const { ward, services } = await openWithNotify()
    await openOrganisation()
    const asked = { ...noDetails, patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id }
    const preview = () => stepsOf({ id: ward.id, services }).step((ctx) => previewSending(ctx, asked))

    expect((await preview()).plan.messages).toMatchObject([{ method: 'sms', isAccountShared: true }])

    const saved = await (
      await appWith({ services: ward.services }, services.config)
    ).put(await ward.staff('Admin'), `/api/tenants/tenant/${ward.id}/message-providers`, {
      channel: 'govuk-notify',
      isEnabled: true,
      apiKey: services.config.GOVUK_NOTIFY_API_KEY,
      smsTemplateId: services.config.GOVUK_NOTIFY_SMS_TEMPLATE,
      emailTemplateId: '',
      smsSenderId: '',
      emailReplyToId: '',
    })
    expect(saved.statusCode).toBe(200)
    expect((await preview()).plan.messages).toMatchObject([{ method: 'sms', isAccountShared: false }])
  })

  test('is recorded with the patients it showed (AUD-1, AUD-4)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const [reached, unreached] = [await aPatient(ward), await aPatient(ward, { mayBeContacted: false })]

    await previewOf(clerk, { patientIds: [reached.id, unreached.id], formId: (await aForm(ward)).id })

    const [event] = await ward.query(
      "select actor_id, patient_ids from audit_events where organisation_id = $1 and event_type = 'formRequestPreviewed'",
      [ward.id],
    )
    expect(event).toMatchObject({ actor_id: clerk.id })
    expect((event!['patient_ids'] as string[]).toSorted()).toEqual([reached.id, unreached.id].toSorted())
  })

  test('an invalid field is refused next to it, and so is an unknown field (REQ-5, VAL-2)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const clerk = await ward.staff()
    const [patient, form] = [await aPatient(ward), await aForm(ward)]
    const body = { patientIds: [patient.id], formId: form.id }
    const errorsOf = async (more: object) => (await clerk.post(preview, { ...body, ...more })).json().errors

    expect(await errorsOf({ patientIds: [] })).toEqual([{ field: 'patientIds', message: 'Patient is required.' }])
    expect(await errorsOf({ patientIds: [(await aPatient(elsewhere)).id] })).toEqual([
      { field: 'patientIds', message: 'Patient is not valid.' },
    ])
    expect(await errorsOf({ formId: (await aForm(elsewhere)).id })).toEqual([{ field: 'formId', message: 'Form is not valid.' }])
    expect(await errorsOf({ specialty: '999' })).toEqual([{ field: 'specialty', message: 'Specialty is not valid.' }])
    expect(await errorsOf({ sendAt: '2020-01-01T09:00:00Z' })).toEqual([{ field: 'sendAt', message: 'Send date must be today or later.' }])
    expect((await clerk.post(preview, { ...body, methd: 'sms' })).statusCode).toBe(400)
    expect((await clerk.post(send, { ...body, methd: 'sms' })).statusCode).toBe(400)
    expect((await (await nobody()).post(preview, body)).statusCode).toBe(401)
    expect((await (await systemAdministrator()).post(preview, body)).statusCode).toBe(401)
  })

  test('a member of some wards sees only patients of these wards (MEM-4)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const clerk = await ward.staff('User')
    const response = await clerk.post(preview, { patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id })
    expect(response.json().errors).toEqual([{ field: 'patientIds', message: 'Patient is not valid.' }])
  })
})

describe('POST /request after a review', () => {
  const nothing = 'Nothing was sent, because something has changed since you checked.'

  /** A review of one patient, then something happens, then it is sent. */
  async function sentAfter(happens: (at: { ward: TestOrganisation; patientId: string; formId: string }) => Promise<unknown>, more = {}) {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const [{ id: patientId }, { id: formId }] = [await aPatient(ward), await aForm(ward)]
    const body = { patientIds: [patientId], formId, key: randomUUID() }
    const { key: _, ...asked } = body
    const { reviewed } = await previewOf(clerk, asked)
    await happens({ ward, patientId, formId })
    const before = await messagesIn(ward)
    const response = await clerk.post(send, { ...body, ...more, reviewed })
    return { response, sent: Number(await messagesIn(ward)) - Number(before), again: () => clerk.post(preview, asked), clerk, body }
  }

  test('nothing has changed: the form is sent (REQ-5)', async () => {
    const { response, sent } = await sentAfter(async () => undefined)
    expect(response.statusCode).toBe(200)
    expect(sent).toBe(1)
  })

  const publish = ({ ward, formId }: { ward: TestOrganisation; formId: string }) =>
    ward.query(
      `with copy as (insert into form_versions (organisation_id, form_id, version, title, definition)
         select organisation_id, form_id, 2, title, definition from form_versions where form_id = $1 returning 1)
       update forms set live_version = 2 where id = $1`,
      [formId],
    )
  const update =
    (set: string) =>
    ({ ward, patientId }: { ward: TestOrganisation; patientId: string }) =>
      ward.query(`update patients set ${set} where id = $1`, [patientId])

  test.each([
    ['another version was published', publish, 'Version 2 of the form is now published.'],
    ['a patient was archived', update('archived_at = now()'), 'The patients or the methods have changed.'],
    ['a patient prefers another method now', update("preferred_method = 'email'"), 'The patients or the methods have changed.'],
    ['a patient has another name now', update("last_name = 'Murray'"), 'The patients or the methods have changed.'],
    [
      'a colleague has sent the same form',
      ({ ward, patientId, formId }: { ward: TestOrganisation; patientId: string; formId: string }) => aRequest(ward, { patientId, formId }),
      'The open form requests for the same form have changed.',
    ],
    [
      'the template of text messages is another one now',
      ({ ward }: { ward: TestOrganisation }) => selectTemplate(ward, `((link)) ${'Please answer. '.repeat(30)}`),
      'The text, the price or the order of the methods has changed.',
    ],
    [
      'the sending hours have ended',
      ({ ward }: { ward: TestOrganisation }) => closeTheHours(ward),
      'The time when messages are sent has changed.',
    ],
  ])('%s: nothing is sent, and the message says so (REQ-5)', async (_name, happens, words) => {
    const { response, sent, again, clerk, body } = await sentAfter(happens)

    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({
      code: 'changed_since_review',
      detail: `${nothing} ${words} Check again before you send.`,
    })
    expect(sent).toBe(0)
    const { reviewed, recipientCount } = (await again()).json<SendingPreview>()
    if (recipientCount > 0) expect((await clerk.post(send, { ...body, reviewed })).statusCode, 'reviewed again, it is sent').toBe(200)
  })

  test('other patients or details than those reviewed are refused (REQ-5)', async () => {
    const { response, sent } = await sentAfter(async () => undefined, { location: 'Ward 4B' })
    expect(response.json().detail).toContain('The form or its details have changed.')
    expect(sent).toBe(0)
  })

  test('two members send the same reviewed form at the same moment: the second is told of the open request (REQ-5, SAFE-3)', async () => {
    const ward = await openOrganisation()
    const [ada, bea] = [await ward.staff(), await ward.staff()]
    const body = { patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id }
    const { reviewed } = await previewOf(ada, body)

    const answers = await Promise.all([ada, bea].map((clerk) => clerk.post(send, { ...body, key: randomUUID(), reviewed })))

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await messagesIn(ward)).toBe(1)
  })
})

describe('POST /request with a used key', () => {
  test('the same call gets the same response; a different one is refused with a message, and nothing is sent (REQ-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const [first, second] = [await aPatient(ward), await aPatient(ward)]
    const body = { patientIds: [first.id, second.id], formId: (await aForm(ward)).id, key: randomUUID() }
    const { ids } = (await clerk.post(send, body)).json<{ ids: string[] }>()

    const repeated = await clerk.post(send, { ...body, patientIds: [second.id, first.id] })
    expect(repeated.json<{ ids: string[] }>().ids.toSorted()).toEqual(ids.toSorted())
    for (const other of [
      { patientIds: [first.id] },
      { formId: (await aForm(ward)).id },
      { method: 'email' },
      { pathwayId: 'P-1' },
      { sendAt: new Date(Date.now() + 86_400_000).toISOString() },
    ]) {
      const refused = await clerk.post(send, { ...body, ...other })
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({ code: 'conflict', detail: expect.stringContaining('This form was already sent') })
    }
    expect(await messagesIn(ward)).toBe(2)
  })
})

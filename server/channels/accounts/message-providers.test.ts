import { randomUUID } from 'node:crypto'

import { describe, expect, onTestFinished, test } from 'vitest'

import type { MessageProviders } from '#contract/message-providers.ts'
import type { Config } from '#server/config.ts'
import { sendBatches } from '#server/notifications/send-batch.ts'
import { sendNotification } from '#server/notifications/send-notification.ts'
import { appWith } from '#test/app-with.ts'
import { openGovukNotify } from '#test/govuk-notify-server.ts'
import { openMailServer } from '#test/mail-server.ts'
import { openNhsNotify } from '#test/nhs-notify/server.ts'
import { eventually, nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { stepsOf } from '#test/worker-steps.ts'

const providersOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/message-providers`
const testOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/test-messages`

const govukAccount = (notify: { settings: { GOVUK_NOTIFY_API_KEY: string; GOVUK_NOTIFY_SMS_TEMPLATE: string } }) => ({
  channel: 'govuk-notify',
  isEnabled: true,
  apiKey: notify.settings.GOVUK_NOTIFY_API_KEY,
  smsTemplateId: notify.settings.GOVUK_NOTIFY_SMS_TEMPLATE,
  emailTemplateId: '',
  smsSenderId: '',
  emailReplyToId: '',
})
const smtpAccount = {
  channel: 'smtp',
  isEnabled: true,
  host: '127.0.0.1',
  port: 587,
  user: '',
  fromAddress: 'forms@example.nhs.uk',
  replyTo: '',
}

/** An installation that sends email only, with an organisation that has its own account with GOV.UK Notify. */
async function openWithAccount(more: Partial<Config> = {}) {
  const ward = await openOrganisation()
  const notify = await openGovukNotify()
  onTestFinished(async () => void (await notify.close()))
  const ada = await ward.staff('Admin')
  const server = await appWith(ward, {
    NOTIFICATION_TRANSPORT: ['smtp'],
    SMTP_URL: 'smtp://127.0.0.1:1',
    GOVUK_NOTIFY_URL: notify.url,
    ...more,
  })
  const saved = await server.put(ada, providersOf(ward), govukAccount(notify))
  expect(saved.statusCode).toBe(200)
  const created = await server.post(ada, `${providersOf(ward)}/govuk-notify/callback-token`)
  const { token } = created.json<{ token: string }>()
  const receive = (address: string, payload: object, bearer = token) =>
    server.app.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      payload,
    })
  return { ward, notify, ada, server, token, receive, steps: stepsOf({ id: ward.id, services: server.services }) }
}

const messageOf = async (ward: TestOrganisation, id: string) =>
  (await ward.query('select status, reason, channel from notifications where id = $1', [id]))[0]

describe('The message providers of an organisation', () => {
  test('an account is saved with its secret sealed, and no answer, log or audit event has the secret (NOT-7, SAFE-2)', async () => {
    const { ward, notify, ada, server } = await openWithAccount()

    const read = await server.get(ada, providersOf(ward))
    const again = await server.put(ada, providersOf(ward), { ...govukAccount(notify), apiKey: undefined, smsSenderId: randomUUID() })

    expect(again.statusCode, 'left out, the key stays').toBe(200)
    const secret = notify.settings.GOVUK_NOTIFY_API_KEY
    const [row] = await ward.query('select secrets, a::text as whole from channel_accounts a where organisation_id = $1', [ward.id])
    const sealed = row!['secrets'] as Buffer
    expect(sealed.includes(Buffer.from(secret))).toBe(false)
    expect(ward.services.keys.unseal(sealed, `channel account ${ward.id} govuk-notify`).toString()).toContain(secret)
    expect(
      () => ward.services.keys.unseal(sealed, `channel account ${randomUUID()} govuk-notify`),
      'in another row it opens nothing',
    ).toThrow()
    const trail = await ward.auditTrail()
    expect(read.body + JSON.stringify(trail)).not.toContain(secret)
    expect(trail.filter(({ event_type }) => event_type === 'messageProviderUpdated')).toMatchObject([
      { actor_id: ada.id, detail: { channel: 'govuk-notify', hasNewSecret: true } },
      { actor_id: ada.id, detail: { channel: 'govuk-notify', hasNewSecret: false } },
    ])
  })

  test('its own account carries a method that the installation does not, for this organisation only (NOT-7)', async () => {
    const { ward, ada, server } = await openWithAccount()
    const other = await openOrganisation()
    const grace = await other.staff('Admin')

    const [ours, theirs] = [await server.get(ada, providersOf(ward)), await server.get(grace, providersOf(other))]

    expect(ours.json<MessageProviders>().methods).toEqual([
      { method: 'sms', provider: 'GOV.UK Notify', isOwn: true, isKept: false, reason: null },
      { method: 'email', provider: 'The mail server', isOwn: false, isKept: false, reason: null },
      { method: 'nhs_app', provider: null, isOwn: false, isKept: false, reason: 'NHS App messages are turned off.' },
    ])
    expect(theirs.json<MessageProviders>().methods[0]).toMatchObject({ provider: null, reason: 'No SMS provider is set up.' })
    expect((await server.get(ada, '/api/tenants/tenant')).json()).toMatchObject({ uncarriedMethods: { nhs_app: expect.any(String) } })
    expect((await server.get(grace, '/api/tenants/tenant')).json()).toMatchObject({
      uncarriedMethods: { sms: 'No SMS provider is set up.' },
    })
  })

  test('a turned-off or removed account carries nothing, and what it carried says why (NOT-7)', async () => {
    const { ward, notify, ada, server, steps } = await openWithAccount()
    await server.put(ada, providersOf(ward), { ...govukAccount(notify), isEnabled: false })
    const first = await sendFormToPatient(ward)
    await sendNotification(steps, first.notificationId)
    expect(await messageOf(ward, first.notificationId)).toMatchObject({ status: 'failed', reason: 'No SMS provider is set up.' })

    await server.put(ada, providersOf(ward), govukAccount(notify))
    const second = await sendFormToPatient(ward)
    await sendNotification(steps, second.notificationId)
    expect(await messageOf(ward, second.notificationId)).toMatchObject({ status: 'accepted', channel: 'govuk-notify' })

    expect((await server.delete(ada, `${providersOf(ward)}/govuk-notify`)).statusCode).toBe(200)
    expect(await ward.query('select from channel_accounts where organisation_id = $1', [ward.id])).toEqual([])
    expect((await server.get(ada, '/api/tenants/tenant')).json()).toMatchObject({ uncarriedMethods: { sms: 'No SMS provider is set up.' } })
  })

  test('the accounts are for admins of the organisation and of the system (ORG-7, ROLE-4)', async () => {
    const [ours, theirs, root] = [await openOrganisation(), await openOrganisation(), await systemAdministrator()]
    const server = await appWith(ours, {})
    const stranger = await ours.staff('Admin')

    expect((await server.get(root, providersOf(theirs))).statusCode).toBe(200)
    expect((await server.get(stranger, providersOf(theirs))).statusCode).toBe(403)
    for (const role of ['User', 'Forms User'] as const) {
      const member = await theirs.staff(role)
      expect((await server.get(member, providersOf(theirs))).json()).toMatchObject({ code: 'not_permitted' })
      expect((await server.post(member, testOf(theirs), { method: 'sms', recipient: '07700 900123' })).json()).toMatchObject({
        code: 'not_permitted',
      })
    }
    expect((await (await nobody()).get(providersOf(theirs))).statusCode).toBe(401)
  })

  test.each([
    [
      'a key of another form',
      { apiKey: 'abc' },
      { field: 'apiKey', message: 'API key must be an API key of GOV.UK Notify, which ends with two IDs.' },
    ],
    ['no template', { smsTemplateId: '' }, { field: 'smsTemplateId', message: 'Enter an SMS template ID, an email template ID, or both.' }],
    [
      'no id',
      { smsSenderId: '12' },
      { field: 'smsSenderId', message: 'Text message sender ID must be an ID such as 0d1e2f30-0000-4000-8000-000000000001.' },
    ],
    ['no key', { apiKey: undefined }, { field: 'apiKey', message: 'API key is required.' }],
  ])('an account with %s is refused beside its field (VAL-1)', async (_name, changed, error) => {
    const ward = await openOrganisation()
    const notify = await openGovukNotify()
    onTestFinished(async () => void (await notify.close()))
    const server = await appWith(ward, {})

    const refused = await server.put(await ward.staff('Admin'), providersOf(ward), { ...govukAccount(notify), ...changed })

    expect(refused.json()).toMatchObject({ status: 400, errors: [error] })
  })
})

describe('The mail server of an organisation', () => {
  test.each(['127.0.0.1', 'localhost', '10.0.0.5', '192.168.1.1', '169.254.169.254'])(
    'the address %s in a private network is refused (NOT-7, SAFE-2)',
    async (host) => {
      const ward = await openOrganisation()
      const server = await appWith(ward, {})

      const refused = await server.put(await ward.staff('Admin'), providersOf(ward), { ...smtpAccount, host })

      expect(refused.json()).toMatchObject({ errors: [{ field: 'host', message: 'The mail server must be on the public internet.' }] })
    },
  )

  test('only ports of mail servers are allowed, and another server needs the password again (NOT-7, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const [strict, free] = [await appWith(ward, {}), await appWith(ward, { ALLOW_PRIVATE_SMTP: true })]

    expect((await strict.put(ada, providersOf(ward), { ...smtpAccount, port: 6379 })).json()).toMatchObject({ errors: [{ field: 'port' }] })
    const withUser = { ...smtpAccount, user: 'forms' }
    expect((await free.put(ada, providersOf(ward), withUser)).json()).toMatchObject({ errors: [{ field: 'password' }] })
    expect((await free.put(ada, providersOf(ward), { ...withUser, password: 'made-up' })).statusCode).toBe(200)
    expect((await free.put(ada, providersOf(ward), withUser)).statusCode).toBe(200)
    expect((await free.put(ada, providersOf(ward), { ...withUser, host: 'localhost' })).json()).toMatchObject({
      errors: [{ field: 'password' }],
    })
  })

  test('sends the email of its organisation with its sender, and none over a connection without encryption (NOT-7)', async () => {
    const ward = await openOrganisation()
    const mailbox = await openMailServer()
    onTestFinished(async () => void (await mailbox.close()))
    const [ada, port] = [await ward.staff('Admin'), Number(new URL(mailbox.url).port)]
    const plain = await appWith(ward, { ALLOW_PRIVATE_SMTP: true, ALLOW_INSECURE_SMTP: true })
    await plain.put(ada, providersOf(ward), { ...smtpAccount, port, replyTo: 'clinic@example.nhs.uk' })

    const sent = await plain.post(ada, testOf(ward), { method: 'email', recipient: 'ada@example.com' })
    const strict = await appWith(ward, { ALLOW_PRIVATE_SMTP: true })
    const refused = await strict.post(ada, testOf(ward), { method: 'email', recipient: 'ada@example.com' })

    expect(sent.json()).toMatchObject({ status: 'sent', provider: 'Mail server' })
    expect(mailbox.received).toHaveLength(1)
    expect(mailbox.received[0]).toMatch(/^From: Test organisation \d+ <forms@example\.nhs\.uk>/m)
    expect(mailbox.received[0]).toMatch(/^Reply-To: clinic@example\.nhs\.uk/m)
    expect(refused.json()).toMatchObject({ status: 'failed', reason: 'The mail server offers no encrypted connection.' })
  })
})

describe('POST /tenant/:id/test-messages', () => {
  test('the provider’s answer and its reference are returned, and the later receipt is shown (NOT-7)', async () => {
    const { ward, notify, ada, server, receive } = await openWithAccount()

    const sent = await server.post(ada, testOf(ward), { method: 'sms', recipient: '07700 900123' })

    const [message] = notify.kept
    expect(message).toMatchObject({ type: 'sms', to: '+447700900123' })
    expect(sent.json()).toMatchObject({ method: 'sms', provider: 'GOV.UK Notify', status: 'accepted', reason: '', providerId: message!.id })
    await receive(`/callbacks/govuk-notify/${ward.id}`, notify.receiptOf(message!, 'permanent-failure'))
    expect((await server.get(ada, providersOf(ward))).json<MessageProviders>()).toMatchObject({
      tests: [{ status: 'failed', reason: 'The phone number does not exist, or its network refused the message.' }],
      testsLeft: 9,
    })
  })

  test('nothing but the provider gets the address, and no form request has the message (NOT-7, AUD-1)', async () => {
    const { ward, ada, server } = await openWithAccount()

    await server.post(ada, testOf(ward), { method: 'sms', recipient: '07700 900123' })

    const kept = await ward.query('select t::text as whole from channel_tests t where organisation_id = $1', [ward.id])
    const trail = (await ward.auditTrail()).filter(({ event_type }) => event_type === 'testMessageSent')
    expect(trail).toMatchObject([{ actor_id: ada.id, detail: { method: 'sms', channel: 'govuk-notify' } }])
    expect(JSON.stringify([kept, trail])).not.toMatch(/7700/)
    expect(await ward.query('select from notifications where organisation_id = $1', [ward.id])).toEqual([])
  })

  test('a provider that refuses says why in words, and the screen shows until when it is paused (NOT-7)', async () => {
    const { ward, notify, ada, server, steps } = await openWithAccount()
    await server.put(ada, providersOf(ward), {
      ...govukAccount(notify),
      apiKey: 'test-11111111-2222-4333-8444-555555555555-aaaaaaaa-0000-4000-8000-000000000000',
    })

    const refused = await server.post(ada, testOf(ward), { method: 'sms', recipient: '07700 900123' })
    const { notificationId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)

    const reason = 'GOV.UK Notify refused the API key, or the clock of this server is wrong.'
    expect(refused.json()).toMatchObject({ status: 'failed', reason, providerId: null })
    expect((await server.get(ada, providersOf(ward))).json<MessageProviders>().providers[1]).toMatchObject({
      pausedUntil: expect.any(String),
      pauseReason: reason,
    })
    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'queued' })
  })

  test('an organisation sends ten an hour, also when all come at once (NOT-7, SAFE-2)', async () => {
    const { ward, notify, ada, server } = await openWithAccount()

    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.post(ada, testOf(ward), { method: 'sms', recipient: '07700 900123' })),
    )

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
    expect(notify.kept).toHaveLength(10)
  })

  test.each([
    ['sms', '020 7946 0018', 'Mobile phone must be a valid UK mobile phone number.'],
    ['nhs_app', '9990000018', 'This method cannot be used. NHS App messages are turned off.'],
  ])('a recipient or method that cannot be used is refused beside its field: %s (VAL-1)', async (method, recipient, message) => {
    const { ward, notify, ada, server } = await openWithAccount()
    const refused = await server.post(ada, testOf(ward), { method, recipient })
    expect(refused.json()).toMatchObject({ status: 400, errors: [{ message }] })
    expect(notify.kept).toEqual([])
  })
})

describe('POST /callbacks/:channel/:organisationId', () => {
  test('a receipt with the token of the organisation is recorded (NOT-4, NOT-8)', async () => {
    const { ward, notify, steps, receive } = await openWithAccount()
    const { notificationId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)

    expect((await receive(`/callbacks/govuk-notify/${ward.id}`, notify.receiptOf(notify.kept[0]!, 'delivered'))).statusCode).toBe(202)

    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'delivered' })
  })

  test('a wrong token, the token of another organisation or an organisation without an account is 401, and nothing changes (SAFE-2)', async () => {
    const [ours, theirs] = [await openWithAccount(), await openWithAccount()]
    const { notificationId } = await sendFormToPatient(theirs.ward)
    await sendNotification(theirs.steps, notificationId)
    const receipt = theirs.notify.receiptOf(theirs.notify.kept[0]!, 'delivered')

    for (const [address, token] of [
      [`/callbacks/govuk-notify/${theirs.ward.id}`, 'a forged token'],
      [`/callbacks/govuk-notify/${theirs.ward.id}`, ours.token],
      [`/callbacks/govuk-notify/${randomUUID()}`, theirs.token],
      ['/callbacks/govuk-notify/x', theirs.token],
      ['/callbacks/nhs-notify/' + theirs.ward.id, theirs.token],
    ] as const)
      expect((await theirs.receive(address, receipt, token)).statusCode, address).toBe(401)
    expect((await ours.receive(`/callbacks/govuk-notify/${ours.ward.id}`, receipt)).statusCode, 'named by its reference').toBe(202)

    expect(await messageOf(theirs.ward, notificationId)).toMatchObject({ status: 'accepted' })
  })

  test('a new token replaces the last one, and is returned once (NOT-7, SAFE-2)', async () => {
    const { ward, notify, ada, server, token, receive } = await openWithAccount()
    await server.post(ada, testOf(ward), { method: 'sms', recipient: '07700 900123' })
    const receipt = notify.receiptOf(notify.kept[0]!, 'delivered')

    const created = await server.post(ada, `${providersOf(ward)}/govuk-notify/callback-token`)
    const { token: next } = created.json<{ token: string }>()

    expect((await receive(`/callbacks/govuk-notify/${ward.id}`, receipt, token)).statusCode).toBe(401)
    expect((await receive(`/callbacks/govuk-notify/${ward.id}`, receipt, next)).statusCode).toBe(202)
    expect((await server.get(ada, providersOf(ward))).body).not.toContain(next)
    expect((await server.post(ada, `${providersOf(ward)}/smtp/callback-token`)).statusCode).toBe(404)
  })
})

describe('POST /callbacks/govuk-notify/:organisationId/received', () => {
  const received = (message: string, from = '447700900123') => ({
    id: randomUUID(),
    source_number: from,
    destination_number: '447700900999',
    message,
    date_received: new Date().toISOString(),
  })
  const optedOut = async (ward: TestOrganisation) =>
    (await ward.query("select patient_id from audit_events where organisation_id = $1 and event_type = 'patientOptedOut'", [ward.id]))
      .length

  test('a patient who replies STOP gets no more texts of this organisation, and a second reply changes nothing (NOT-5)', async () => {
    const { ward, steps, receive } = await openWithAccount()
    const { notificationId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)

    for (const text of ['When is it?', ' stop. ', 'STOP'])
      expect((await receive(`/callbacks/govuk-notify/${ward.id}/received`, received(text))).statusCode).toBe(202)

    expect(await optedOut(ward)).toBe(1)
  })

  test('another word, an unknown number or a wrong token changes nothing (NOT-5, SAFE-2)', async () => {
    const { ward, steps, receive } = await openWithAccount()
    const { notificationId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)
    const address = `/callbacks/govuk-notify/${ward.id}/received`

    expect((await receive(address, received('yes please'))).statusCode).toBe(202)
    expect((await receive(address, received('STOP', '447700900456'))).statusCode).toBe(202)
    expect((await receive(address, received('STOP', 'VOICEMAIL'))).statusCode).toBe(202)
    expect((await receive(address, received('STOP'), 'a forged token')).statusCode).toBe(401)
    expect((await receive(address, { message: 'STOP' })).statusCode).toBe(400)

    expect(await optedOut(ward)).toBe(0)
  })

  test('a reply to the account of the installation stops the texts of every organisation that wrote to the number, and no job shows it (NOT-5, SAFE-2)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    const notify = await openGovukNotify()
    onTestFinished(async () => void (await notify.close()))
    const server = await appWith(ward, notify.settings)
    for (const one of [ward, other]) {
      const { notificationId } = await sendFormToPatient(one)
      await sendNotification(stepsOf({ id: one.id, services: server.services }), notificationId)
    }
    await ward.startWorkers()

    const answer = await server.app.inject({
      method: 'POST',
      url: '/callbacks/govuk-notify/received',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${notify.settings.GOVUK_NOTIFY_CALLBACK_TOKEN}` },
      payload: received('Stop'),
    })

    expect(answer.statusCode).toBe(202)
    await eventually(async () => (await optedOut(ward)) === 1 && (await optedOut(other)) === 1)
    expect(JSON.stringify(await ward.query("select data, output from pgboss.job where name = 'stop-reply'"))).not.toMatch(/7700/)
  })
})

describe('NHS Notify with the account of an organisation', () => {
  async function openWithPlan(fields: string) {
    const ward = await openOrganisation()
    const notify = await openNhsNotify()
    onTestFinished(async () => {
      await notify.close()
      expect(notify.problems, 'what the published specification does not allow').toEqual([])
    })
    const { settings } = notify
    const server = await appWith(ward, {
      NHS_APP_TEMPLATES: true,
      NHS_NOTIFY_URL: settings.NHS_NOTIFY_URL,
      NHS_NOTIFY_TOKEN_URL: settings.NHS_NOTIFY_TOKEN_URL,
    })
    const ada = await ward.staff('Admin')
    const saved = await server.put(ada, providersOf(ward), {
      channel: 'nhs-notify',
      isEnabled: true,
      apiKey: settings.NHS_NOTIFY_API_KEY,
      keyId: settings.NHS_NOTIFY_KEY_ID,
      privateKey: settings.NHS_NOTIFY_PRIVATE_KEY,
      applicationId: settings.NHS_NOTIFY_APPLICATION_ID,
      givesContactDetails: false,
      sendsOdsCode: false,
      nhsAppPlanId: 'b838b13c-f98c-4def-93f0-515d4e4f4ee1',
      nhsAppFields: fields,
      smsPlanId: '',
      smsFields: '',
      emailPlanId: '',
      emailFields: '',
    })
    return { ward, notify, server, ada, saved, steps: stepsOf({ id: ward.id, services: server.services }) }
  }

  test('a routing plan with templates gets its own fields with our values (NOT-4)', async () => {
    const { ward, notify, steps } = await openWithPlan('first_name = ((firstName))\nform_link = ((link)) 200')
    const { link } = await sendFormToPatient(ward, { method: 'nhs_app' })

    await sendBatches(steps, 'nhs_app')

    expect(notify.batches).toMatchObject([{ routingPlanId: 'b838b13c-f98c-4def-93f0-515d4e4f4ee1' }])
    expect(notify.messages()[0]!.personalisation).toEqual({ first_name: 'Samira', form_link: `http://localhost:3000${link}` })
  })

  test.each([
    ['missing', 'what = ((specialty))\nform_link = ((link)) 200', 'The routing plan needs a value for what, and this message has none.'],
    ['too long', 'form_link = ((link)) 20', 'The value for form_link is longer than the 20 characters that the routing plan takes.'],
  ])(
    'a message with a %s value fails with the reason, because NHS Notify would accept and not send it (NOT-4)',
    async (_name, fields, reason) => {
      const { ward, notify, steps } = await openWithPlan(fields)
      const { notificationId } = await sendFormToPatient(ward, { method: 'nhs_app' })

      await sendBatches(steps, 'nhs_app')

      expect(notify.calls()).toBe(0)
      expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'failed', reason })
    },
  )

  test('fields that cannot be filled in are refused when the account is saved (NOT-4, VAL-1)', async () => {
    for (const [fields, message] of [
      ['form_link = ((address))', 'Unknown field ((address)).'],
      ['first_name = ((firstName))', 'The plan needs ((link)) or ((body)), or the patient cannot open the form.'],
      ['a = ((link))\na = ((body))', 'The field a is named twice.'],
    ] as const) {
      const { saved } = await openWithPlan(fields)
      expect(saved.json()).toMatchObject({ status: 400, errors: [{ field: 'nhsAppFields', message }] })
    }
  })
})

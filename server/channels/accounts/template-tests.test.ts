import { describe, expect, test } from 'vitest'

import { getColleague } from '#server/members/members.ts'
import { inOrganisation } from '#server/platform/database.ts'
import type { Call } from '#server/platform/serve.ts'
import { openMailServer, withSmtp } from '#test/mail-server.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'

import { sendTemplateTest } from './test-messages.ts'

const address = '/api/tenants/notification-test'
const email = {
  method: 'email',
  subject: 'Form of ((organisationName))',
  body: 'Hello ((firstName)), please answer: ((link))',
  language: 'en',
  recipient: '',
} as const
const sms = { method: 'sms', body: '((formTitle)): ((link))' } as const

/** As the route does it, with a mail server in place of the outbox. */
async function sendByMail(own: TestOrganisation, memberId: string, url: string) {
  const services = withSmtp(own.services, url)
  const actor = { kind: 'member' as const, id: memberId, organisationId: own.id, name: 'Ada Byron', permissions: [] }
  // The other fields of a call are not read here.
  const call = { services, actor, organisationId: own.id } as unknown as Call
  const end = await sendTemplateTest(call, { body: email }, getColleague)
  return inOrganisation(services.db, own.id, (tx) => end({ tx, actor, organisationId: own.id, services }))
}

describe('POST /notification-test', () => {
  test('an email with sample values and a test link goes to the user’s own address, and what the server answered is shown (NOT-2, NOT-7)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const [member] = await own.query('select email_address from members where id = $1', [ada.id])
    const mailbox = await openMailServer()

    expect(await sendByMail(own, ada.id, mailbox.url)).toMatchObject({ status: 'sent', provider: 'Mail server', reason: '' })

    const [message] = mailbox.received
    expect(message).toContain(`To: ${member!['email_address'] as string}`)
    expect(message!.replaceAll('=\r\n', '')).toMatch(/Hello Samira, please answer: http:\/\/localhost:3000\/r\/test-message-x+/)
    expect((await own.auditTrail()).at(-1)).toMatchObject({ event_type: 'testMessageSent', actor_id: ada.id, detail: { method: 'email' } })
  })

  test('a refusal of the mail server is shown in words (NOT-2, NOT-7)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const mailbox = await openMailServer({ refuse: true })
    expect(await sendByMail(own, ada.id, mailbox.url)).toMatchObject({
      status: 'failed',
      reason: 'The mail server refused the email address.',
    })
  })

  test('the number of a text message is kept nowhere, and an outbox says that nothing was sent (NOT-2, SAFE-1)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')

    const answer = await ada.post(address, { ...sms, recipient: '07700 900456' })

    expect(answer.json()).toEqual({
      status: 'kept',
      provider: 'Outbox',
      reason: 'This system keeps messages in its outbox, so no test message was sent.',
    })
    const [event] = (await own.auditTrail()).filter(({ event_type }) => event_type === 'testMessageSent')
    expect(JSON.stringify(event)).not.toContain('900456')
    for (const table of ['channel_tests', 'outbox_messages', 'notifications', 'pgboss.job'])
      expect(await own.query(`select from ${table} t where t::text like '%900456%'`)).toEqual([])
  })

  test.each([
    ['no number', { ...sms }, { field: 'recipient', message: 'Mobile phone must be a valid UK mobile phone number.' }],
    ['a text without a link', { ...sms, body: 'Hello', recipient: '07700 900456' }, { field: 'body' }],
    ['an unknown field', { ...sms, body: '((nickName)) ((link))', recipient: '07700 900456' }, { field: 'body' }],
    ['the NHS App, which is turned off', { ...sms, method: 'nhs_app', recipient: '9991234567' }, { field: 'method' }],
  ])('%s sends nothing, and the message is next to the field (NOT-2)', async (_name, order, problem) => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    expect((await ada.post(address, order)).json()).toMatchObject({ status: 400, errors: [problem] })
  })

  test('after ten test messages in an hour the next one is refused, also when they are sent at once (NOT-2)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const answers = await Promise.all(Array.from({ length: 12 }, () => ada.post(address, { ...sms, recipient: '07700 900456' })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
  })

  test('a user who may not change templates sends no test message (NOT-2, ROLE-4)', async () => {
    const clerk = await (await openOrganisation()).staff('User')
    expect((await clerk.post(address, { ...sms, recipient: '07700 900456' })).statusCode).toBe(401)
  })
})

describe('GET /r/ with the link of a test message', () => {
  test('says that the link is from a test message and opens no form (NOT-2)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const { values } = (await ada.get('/api/tenants/notification-samples')).json()
    const page = await (await openPhone()).send(new URL(values.typical.link).pathname)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('This link is from a test message')
  })
})

import { describe, expect, test } from 'vitest'

import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'

const address = '/api/tenants/notification-template'
const ours = {
  category: 'request_created',
  method: 'sms',
  description: 'Shorter',
  body: 'Hello ((firstName)), please fill in ((formTitle)): ((link))',
} as const

describe('Notification templates', () => {
  test('an admin sees the defaults, writes a template of their own, selects it, changes it and deletes it (NOT-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const list = async (query = '') => (await ada.get(`${address}?limit=100${query}`)).json()

    expect(
      (await list()).docs.map(({ type, method, category, isSelected }: Record<string, unknown>) => [type, method, category, isSelected]),
    ).toEqual([
      ['default', 'sms', 'request_created', true],
      ['default', 'sms', 'request_reminder', true],
      ['default', 'sms', 'removal_approved', true],
      ['default', 'email', 'request_created', true],
      ['default', 'email', 'request_reminder', true],
      ['default', 'email', 'removal_approved', true],
      ['default', 'letter', 'request_created', true],
      ['default', 'letter', 'removal_approved', true],
    ])
    const created = (await ada.post(address, { ...ours, isSelected: true })).json()
    expect(created).toMatchObject({ ...ours, type: 'custom', subject: '', isSelected: true })
    expect((await list('&filters[method]=sms&filters[category]=request_created')).docs).toMatchObject([
      { type: 'default', isSelected: false },
      { id: created.id, isSelected: true },
    ])
    const second = (await ada.post(address, { ...ours, description: 'Another', isSelected: true })).json()
    expect((await ada.get(`${address}/${created.id}`)).json()).toMatchObject({ isSelected: false })
    expect((await ada.patch(`${address}/${created.id}`, { description: 'Ours', isSelected: true })).json()).toMatchObject({
      ...ours,
      description: 'Ours',
      isSelected: true,
    })
    expect((await ada.get(`${address}/${second.id}`)).json()).toMatchObject({ isSelected: false })
    expect((await ada.delete(`${address}/${created.id}`)).json()).toEqual({ done: true })
    expect((await list('&filters[type]=custom')).totalDocs).toBe(1)

    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toEqual([
      'templateList',
      'templateCreated',
      'templateList',
      'templateCreated',
      'templateRead',
      'templateUpdated',
      'templateRead',
      'templateDeleted',
      'templateList',
    ])
  })

  test.each([
    ['an unknown field', { body: 'Dear ((nickName)), ((link))' }, { field: 'body', message: 'Unknown field ((nickName)).' }],
    [
      'no link',
      { body: 'Dear ((firstName))' },
      { field: 'body', message: 'The text needs ((link)), or the patient cannot open the form.' },
    ],
    [
      'a link that is not https',
      { body: '((link)) or http://example.com' },
      { field: 'body', message: 'Links must start with https://, unlike http://example.com' },
    ],
    [
      'too much for a text message',
      { body: `((link)) ${'long '.repeat(200)}` },
      { field: 'body', message: 'The message must be 918 characters or fewer for SMS.' },
    ],
    ['no text', { body: '' }, { field: 'body', message: 'Body is required.' }],
    [
      'a line break in the subject',
      { subject: 'Hi\r\nBcc: grace@example.com' },
      { field: 'subject', message: 'Subject must not contain line breaks, tabs or hidden characters.' },
    ],
    [
      'a character that nobody sees in the text',
      { body: '((link))\u0007' },
      { field: 'body', message: 'Body must not contain hidden characters. Paste it as plain text.' },
    ],
    ['no description', { description: ' ' }, { field: 'description', message: 'Description is required.' }],
    ['a letter without a heading', { method: 'letter', body: 'Dear ((fullName))' }, { field: 'subject', message: 'Subject is required.' }],
    [
      'a letter with a link that nobody can type',
      { method: 'letter', subject: 'A form', body: 'Open ((link))' },
      { field: 'body', message: 'Remove ((link)). Every letter has a code and a QR code below the text.' },
    ],
    [
      'a letter with an unknown field',
      { method: 'letter', subject: 'For ((you))', body: 'Dear ((fullName))' },
      { field: 'subject', message: 'Unknown field ((you)).' },
    ],
    [
      'a letter of more than two pages',
      { method: 'letter', subject: 'A form', body: 'A line\n\n'.repeat(40) },
      { field: 'body', message: 'The text must be shorter. A letter must fit on 2 pages.' },
    ],
    [
      'a reminder by letter',
      { method: 'letter', category: 'request_reminder', subject: 'A form', body: 'Dear ((fullName))' },
      { field: 'category', message: 'There are no reminders by letter.' },
    ],
    ['an e-mail without a subject', { method: 'email' }, { field: 'subject', message: 'Subject is required.' }],
    [
      'the NHS App, which cannot be customised',
      { method: 'nhs_app' },
      { field: 'method', message: 'NHS App templates cannot be customised.' },
    ],
  ])('a template with %s is not saved, and the message is next to the field (NOT-2)', async (_name, change, problem) => {
    const ada = await (await openOrganisation()).staff('Admin')

    const response = await ada.post(address, { ...ours, ...change })

    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toContainEqual(problem)
  })

  test('a default template can be read but not changed; a custom template replaces it (NOT-1)', async () => {
    const ada = await (await openOrganisation()).staff('Admin')

    expect((await ada.get(`${address}/default-sms-request-created`)).json()).toMatchObject({
      type: 'default',
      body: expect.stringContaining('((link))'),
    })
    expect((await ada.get(`${address}/default-nhs-app-request-created`)).statusCode, 'NHS App templates are behind their flag').toBe(404)
    const refused = await ada.patch(`${address}/default-sms-request-created`, { description: 'Mine' })
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      'A default template cannot be changed. Create a custom template instead.',
    ])
    expect((await ada.delete(`${address}/default-sms-request-created`)).statusCode).toBe(409)
  })

  test('templates need the permission, in the member’s own organisation (ORG-7, ROLE-4)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const { id } = (await (await ward.staff('Admin')).post(address, ours)).json()
    const stranger = await elsewhere.staff('Admin')

    for (const who of [await ward.staff('User'), await systemAdministrator(), await nobody()]) {
      expect((await who.post(address, ours)).statusCode).toBe(401)
      expect((await who.patch(`${address}/${id}`, { description: 'x' })).statusCode).toBe(401)
      expect((await who.delete(`${address}/${id}`)).statusCode).toBe(401)
    }
    expect((await (await nobody()).get(address)).statusCode).toBe(401)
    expect((await stranger.get(`${address}/${id}`)).statusCode).toBe(404)
    expect((await stranger.patch(`${address}/${id}`, { description: 'x' })).statusCode).toBe(404)
    expect((await stranger.delete(`${address}/${id}`)).statusCode).toBe(404)
    expect((await stranger.get(`${address}?filters[type]=custom`)).json().docs).toEqual([])
  })

  test('an id or a body of any type is refused without a server error (SAFE-3)', async () => {
    const ada = await (await openOrganisation()).staff('Admin')

    for (const id of ['x', '%25', '00000000-0000-4000-8000-000000000000', "'; drop"])
      expect((await ada.get(`${address}/${encodeURIComponent(id)}`)).statusCode).toBe(404)
    for (const body of [{}, { ...ours, category: 'other' }, { ...ours, body: 7 }, { ...ours, body: '((link)) \0' }, []])
      expect((await ada.post(address, body)).statusCode).toBe(400)
  })
})

import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { NotificationTemplate, TemplateMessage, TemplateVersion, TemplateVersionText } from '#contract/notifications.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { defaultTemplates } from './default-templates.ts'
import { sendNotification } from './send-notification.ts'

const address = '/api/tenants/notification-template'
const ours = {
  category: 'request_created',
  method: 'sms',
  description: 'Ours',
  body: 'Hello ((firstName)), please fill in ((formTitle)): ((link))',
  isSelected: true,
} as const
const otherBody = 'Dear ((fullName)), please answer: ((link))'
type Staff = Awaited<ReturnType<TestOrganisation['staff']>>

const versionsOf = async (ada: Staff, id: string) =>
  (await ada.get(`${address}/${id}/version`)).json<{ docs: TemplateVersion[]; totalDocs: number }>()
const versionOf = async (ada: Staff, id: string, version: number) =>
  (await ada.get(`${address}/${id}/version/${version}`)).json<TemplateVersionText>()
const messagesWith = async (ada: Staff, id: string, version: number) =>
  (await ada.get(`${address}/${id}/version/${version}/message`)).json<{ docs: TemplateMessage[]; totalDocs: number }>()

/** A template of the organisation, and its administrator. */
async function aTemplate() {
  const own = await openOrganisation()
  await own.query('update organisations set sending_from = 0, sending_until = 24, sends_on_weekdays_only = false where id = $1', [own.id])
  const ada = await own.staff('Admin', { firstName: 'Ada', lastName: 'Byron' })
  const { id } = (await ada.post(address, ours)).json<NotificationTemplate>()
  return { own, ada, id }
}

/** Sends a form's message by the worker, and returns the template that it recorded. */
async function sendOne(own: TestOrganisation) {
  const sent = await sendFormToPatient(own)
  await sendNotification(stepsOf(own), sent.notificationId)
  const [used] = await own.query('select template_id, template_version, status from notifications where id = $1', [sent.notificationId])
  return { ...sent, used }
}

describe('The history of a template', () => {
  test('each changed text is a version with its user; a change of its use and a save without a change are none (NOT-1)', async () => {
    const { ada, id } = await aTemplate()
    await ada.patch(`${address}/${id}`, { body: otherBody, seenVersion: 1 })
    await ada.patch(`${address}/${id}`, { isSelected: false })
    const saved = (await ada.patch(`${address}/${id}`, { body: otherBody, description: 'Ours' })).json<NotificationTemplate>()

    expect(saved).toMatchObject({ version: 2, isSelected: false, deletedAt: null })
    expect(await versionsOf(ada, id)).toMatchObject({
      totalDocs: 2,
      docs: [
        { version: 2, createdBy: 'Ada Byron', restoredFrom: null, messages: 0 },
        { version: 1, createdBy: 'Ada Byron' },
      ],
    })
    expect(await versionOf(ada, id, 2)).toMatchObject({ body: otherBody, previous: { body: ours.body, description: 'Ours' } })
    expect(await versionOf(ada, id, 1)).toMatchObject({ body: ours.body, previous: null })
    expect((await ada.get(`${address}/${id}/version/3`)).statusCode).toBe(404)
  })

  test('a version is restored as a new version, and stored versions cannot be changed (NOT-1)', async () => {
    const { own, ada, id } = await aTemplate()
    await ada.patch(`${address}/${id}`, { body: otherBody })

    const restored = (await ada.post(`${address}/${id}/version/1/restore`)).json<NotificationTemplate>()

    expect(restored).toMatchObject({ version: 3, body: ours.body, isSelected: true })
    expect((await versionsOf(ada, id)).docs).toMatchObject([{ version: 3, restoredFrom: 1 }, { version: 2 }, { version: 1 }])
    expect((await ada.post(`${address}/${id}/version/1/restore`)).json()).toMatchObject({
      status: 409,
      detail: 'The template already has this text.',
    })
    expect((await ada.post(`${address}/${id}/version/9/restore`)).statusCode).toBe(404)
    expect((await own.auditTrail()).filter(({ event_type }) => event_type === 'templateUpdated')).toMatchObject([
      { detail: { version: 2 } },
      { detail: { version: 3, restoredFrom: 1 } },
    ])
  })

  test('a user who has not seen the latest version changes nothing (NOT-1)', async () => {
    const { ada, id } = await aTemplate()
    await ada.patch(`${address}/${id}`, { body: otherBody, seenVersion: 1 })

    const refused = await ada.patch(`${address}/${id}`, { body: `${otherBody}.`, seenVersion: 1 })

    expect(refused.json()).toMatchObject({ status: 409, detail: expect.stringContaining('Another user has changed this template.') })
    expect((await ada.get(`${address}/${id}`)).json()).toMatchObject({ version: 2, body: otherBody })
  })

  test('a deleted template is no longer listed or used, and its versions can still be read (NOT-1)', async () => {
    const { own, ada, id } = await aTemplate()
    const { requestId } = await sendOne(own)
    await ada.delete(`${address}/${id}`)

    expect((await ada.get(`${address}?filters[type]=custom`)).json()).toMatchObject({ totalDocs: 0 })
    expect((await ada.get(`${address}/${id}`)).json()).toMatchObject({ deletedAt: expect.any(String), isSelected: false })
    expect(await versionOf(ada, id, 1)).toMatchObject({ body: ours.body, messages: 1 })
    expect((await messagesWith(ada, id, 1)).docs).toMatchObject([{ requestId }])
    for (const refused of [
      await ada.patch(`${address}/${id}`, { description: 'Mine' }),
      await ada.post(`${address}/${id}/version/1/restore`),
      await ada.delete(`${address}/${id}`),
    ])
      expect(refused.statusCode).toBe(404)
    expect((await sendOne(own)).used).toMatchObject({ template_id: 'default-sms-request-created' })
  })

  test('templates, versions and messages of another organisation are not found (NOT-1, SAFE-2)', async () => {
    const { own, id } = await aTemplate()
    await sendOne(own)
    const stranger = await (await openOrganisation()).staff('Admin')
    for (const path of ['', '/version', '/version/1', '/version/1/message'])
      expect((await stranger.get(`${address}/${id}${path}`)).statusCode).toBe(404)
    expect((await stranger.post(`${address}/${id}/version/1/restore`)).statusCode).toBe(404)
  })
})

describe('The template of a message', () => {
  test('each message records template and version, and a version knows its messages (NOT-1)', async () => {
    const { own, ada, id } = await aTemplate()
    const [first, second] = [await sendOne(own), await sendOne(own)]
    await ada.patch(`${address}/${id}`, { body: otherBody })
    const third = await sendOne(own)

    expect(first.used).toEqual({ template_id: id, template_version: 1, status: 'kept' })
    expect(third.used).toMatchObject({ template_id: id, template_version: 2 })
    expect((await versionsOf(ada, id)).docs.map(({ version, messages }) => [version, messages])).toEqual([
      [2, 1],
      [1, 2],
    ])
    expect(await messagesWith(ada, id, 1)).toMatchObject({
      totalDocs: 2,
      docs: [
        { requestId: second.requestId, status: 'kept', patient: { lastName: 'Okafor' }, form: { title: 'Before your operation' } },
        { requestId: first.requestId },
      ],
    })
    expect((await own.auditTrail()).at(-1)).toMatchObject({ event_type: 'templateMessagesRead', subject_id: id })
    const details = (await ada.get(`/api/forms/request/${first.requestId}`)).json()
    expect(details.notifications).toMatchObject([{ template: { id, version: 1, description: 'Ours' } }])
  })

  test('a message of a default template records the version of its text in this product (NOT-1)', async () => {
    const own = await openOrganisation()
    await own.query('update organisations set sending_from = 0, sending_until = 24, sends_on_weekdays_only = false where id = $1', [own.id])
    const ada = await own.staff('Admin')
    const { requestId, used } = await sendOne(own)
    const id = 'default-sms-request-created'

    expect(used).toEqual({ template_id: id, template_version: 7, status: 'kept' })
    expect(await versionsOf(ada, id)).toMatchObject({ docs: [{ version: 7, createdAt: null, messages: 1 }] })
    expect(await versionOf(ada, id, 7)).toMatchObject({ body: expect.stringContaining('((link))'), previous: null })
    expect(await messagesWith(ada, id, 7)).toMatchObject({ totalDocs: 1, docs: [{ requestId }] })
    expect((await ada.get(`/api/forms/request/${requestId}`)).json().notifications).toMatchObject([
      { template: { id, version: 7, description: 'Default SMS: new form' } },
    ])
  })

  test('a message that is tried again keeps the text of its first try, and is counted once (NOT-1, NOT-3)', async () => {
    const { own, ada, id } = await aTemplate()
    const { notificationId } = await sendOne(own)
    // The provider did not answer: the message waits for the next try.
    await own.query("update notifications set status = 'queued' where id = $1", [notificationId])
    await own.query('delete from outbox_messages where notification_id = $1', [notificationId])
    await ada.patch(`${address}/${id}`, { body: otherBody })

    await sendNotification(stepsOf(own), notificationId)

    const [kept] = await own.query('select body from outbox_messages where notification_id = $1', [notificationId])
    expect(kept!['body']).toContain('Hello Samira')
    expect((await versionsOf(ada, id)).docs.map(({ messages }) => messages)).toEqual([0, 1])
  })

  test('messages that are sent at the same time are each counted (NOT-1)', async () => {
    const { own, ada, id } = await aTemplate()
    await Promise.all(Array.from({ length: 12 }, () => sendOne(own)))
    expect((await versionsOf(ada, id)).docs).toMatchObject([{ messages: 12 }])
  })
})

/** The digest of all texts, by the version that messages record. */
const digests: Record<number, string> = {
  1: 'llqKqtnwXDOB4qbdTNi7TXeVFZpAFoPsjdteZfnKuYY',
  2: 'nLng3Yv3KBuAiFcy2zcTFPxMy7_n3mknZn-iGdn8mMc',
  3: 'nVdZPHeNk9sRMFr5LXajnopnW9uXqokUrd5m3ExUZHs',
  4: 'p2hKv5H2gVAfaozJT4t4HackjO5wmy59La-2nT6TLvI',
  5: '7E2IskxDrBuysN-aWk-meTopV9_Gecw0IMSjk2Zydq8',
  6: 'W8p2ZW3Ho4aWa2x-1OO3OsBPGj3YCTLXrPQbZMGl5PY',
  7: 'YOv2r8QHiuqbPlQiZl2N1pMrPMMrbcdzzEZhcD2vBnw',
}

describe('Default templates', () => {
  test('a changed default text has a new version, because messages record it (NOT-1)', () => {
    // When this fails, raise `version` in default-templates.ts and add the new digest here.
    const [{ version }] = defaultTemplates as [(typeof defaultTemplates)[0]]
    const texts = defaultTemplates.map(({ id, subject, body, translations }) => [id, subject, body, translations])
    expect(createHash('sha256').update(JSON.stringify(texts)).digest('base64url')).toBe(digests[version])
  })
})

import { buffer } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import type { LetterBatch } from '#contract/letters.ts'
import type { MessageSamples, NotificationTemplate } from '#contract/notifications.ts'
import { letterPages, letterParts } from '#domain/letter-text.ts'
import { fillIn } from '#domain/template.ts'
import { letterCode } from '#server/notifications/notifications.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { unreachedRequest, withContactPhone } from '#test/letters.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { readPdf } from '#test/pdf.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { makeLetters } from './make-letters.job.ts'

const templates = '/api/tenants/notification-template'
const batches = '/api/forms/letter/batch'
type Staff = Awaited<ReturnType<TestOrganisation['staff']>>

const text = {
  category: 'request_created',
  method: 'letter',
  description: 'Our letter',
  subject: 'A form from ((organisationName))',
  body: 'Annwyl ((fullName))\n\nPlease fill in ((formTitle)) by ((expiryDate)).\nA second line.\n \n\nThank you',
  isSelected: true,
}

async function openWithTemplate() {
  const own = await openOrganisation()
  await withContactPhone(own)
  const [admin, clerk] = [await own.staff('Admin'), await own.staff()]
  const template = (await admin.post(templates, text)).json<NotificationTemplate>()
  return { own, admin, clerk, template }
}

async function queued(own: TestOrganisation, clerk: Staff) {
  const request = await unreachedRequest(own)
  await clerk.patch(`/api/forms/request/${request.requestId}/letter`)
  return request
}

const make = async (clerk: Staff) => (await clerk.post(batches, {})).json<LetterBatch>()
const print = async (own: TestOrganisation, clerk: Staff, id: string) => {
  await makeLetters(stepsOf(own), id)
  await clerk.post(`${batches}/${id}/link`)
  return clerk.post(`${batches}/${id}/printed`, { removed: [] })
}
const wordsOf = (words: string) => words.replace(/\s+/g, ' ').trim()
const fileOf = async (own: TestOrganisation, id: string) => {
  const { parts, pages } = await readPdf(await buffer(readFile(own.services, { organisationId: own.id, fileId: id })))
  return { pages, parts: parts.map(({ text: said }) => wordsOf(said)) }
}
const usedBy = async (own: TestOrganisation, requestId: string) =>
  (
    await own.query(
      "select template_id, template_version, status from notifications where request_id = $1 and method = 'letter' order by created_at desc",
      [requestId],
    )
  )[0]
const usesOf = async (admin: Staff, id: string, version: number) =>
  (await admin.get(`${templates}/${id}/version/${version}`)).json<{ messages: number }>().messages

describe('the text of a letter', () => {
  test('the file has the words of the preview, with the code, short address and phone number that no template can change (NOT-1, NOT-2, NOT-10)', async () => {
    const { own, admin, clerk } = await openWithTemplate()
    const { requestId } = await queued(own, clerk)
    const { id, createdAt } = await make(clerk)
    await makeLetters(stepsOf(own), id)
    const { parts, pages } = await fileOf(own, id)

    const { letter, values } = (await admin.get('/api/tenants/notification-samples')).json<MessageSamples>()
    const [{ day } = { day: '' }] = await own.query(
      "select to_char(expires_at at time zone 'Europe/London', 'FMDD FMMonth YYYY') as day from form_requests where id = $1",
      [requestId],
    )
    const filled = fillIn(text, {
      ...values.typical,
      firstName: 'Samira',
      lastName: 'Okafor',
      fullName: 'Samira Okafor',
      formTitle: 'Before your operation',
      expiryDate: String(day),
    })
    const shown = letterParts({
      language: 'en',
      ...letter,
      ...filled,
      category: 'request_created',
      date: new Date(createdAt),
      lastDay: String(day),
      code: letterCode(own.services.keys, requestId),
    })
    const inPreview = shown.flatMap((part) =>
      part.kind === 'steps'
        ? [...part.steps.map((step) => wordsOf(`${step.text} ${step.shown ?? ''}`)), part.qr.label]
        : [wordsOf(part.text)],
    )
    expect(inPreview).toContain(`Please fill in Before your operation by ${String(day)}. A second line.`)
    expect(inPreview).toContain('Call us on 0113 496 0000 (Monday to Friday, 9am to 5pm).')
    for (const words of inPreview) expect(parts).toContain(words)
    expect(pages).toBe(1)
    expect(parts.slice(0, parts.indexOf('How to answer online')).slice(-5)).toEqual(
      [
        `A form from ${values.typical.organisationName}`,
        'Annwyl Samira Okafor',
        `Please fill in Before your operation by ${String(day)}. A second line.`,
        'Thank you',
      ].toSpliced(0, 0, expect.any(String) as string),
    )
  })

  test('an address that starts with the name of the organisation does not print the name twice (NOT-10)', async () => {
    const { own, clerk } = await openWithTemplate()
    const [{ name } = { name: '' }] = await own.query('select name from organisations where id = $1', [own.id])
    await own.query('update organisations set contact_address = $2 where id = $1', [own.id, `${String(name)}\nRiverside House\nLS11 5AB`])
    await queued(own, clerk)
    const { id } = await make(clerk)

    await makeLetters(stepsOf(own), id)

    const { parts } = await fileOf(own, id)
    expect(parts).toContain(`Return to: ${String(name)}, Riverside House, LS11 5AB`)
    expect(parts).toContain(`${String(name)} Riverside House LS11 5AB Phone: 0113 496 0000 Monday to Friday, 9am to 5pm`)
  })

  test('a letter that is said to fit on one page does, and none has more than two pages (NOT-1, NOT-10)', async () => {
    const { own, admin, clerk, template } = await openWithTemplate()
    const sentence = 'We would like you to fill in a form about your health and your life at home. '
    for (const [body, pages] of [
      [sentence.repeat(9), 1],
      ['A line.\n\n'.repeat(6), 1],
      ['A line.\n'.repeat(9), 1],
      [sentence.repeat(47), 2],
      ['A line.\n\n'.repeat(32), 2],
    ] as const) {
      expect(letterPages({ subject: 'A form', body })).toBe(pages)
      expect((await admin.patch(`${templates}/${template.id}`, { subject: 'A form', body })).statusCode).toBe(200)
      await queued(own, clerk)
      const { id } = await make(clerk)
      await makeLetters(stepsOf(own), id)
      expect((await fileOf(own, id)).pages, body.slice(0, 20)).toBe(pages)
    }
  })

  test('a letter records the version in force when its batch was made, and a killed worker makes the file with this text (NOT-1, NOT-10, SAFE-1)', async () => {
    const { own, admin, clerk, template } = await openWithTemplate()
    const { requestId } = await queued(own, clerk)
    expect(await usedBy(own, requestId)).toMatchObject({ template_id: null })
    await admin.patch(`${templates}/${template.id}`, { body: 'The second text' })
    const { id } = await make(clerk)
    await expect(makeLetters(dyingAfter(2, stepsOf(own)), id)).rejects.toThrow('killed')
    await admin.patch(`${templates}/${template.id}`, { body: 'The third text' })

    expect((await print(own, clerk, id)).json()).toMatchObject({ status: 'printed' })

    expect(await usedBy(own, requestId)).toEqual({ template_id: template.id, template_version: 2, status: 'sent' })
    expect([await usesOf(admin, template.id, 1), await usesOf(admin, template.id, 2), await usesOf(admin, template.id, 3)]).toEqual([
      0, 1, 0,
    ])
    expect((await admin.get(`${templates}/${template.id}/version/2/message`)).json()).toMatchObject({ totalDocs: 1, docs: [{ requestId }] })
  })

  test('the file has the text of the version that its letters record (NOT-1, NOT-10)', async () => {
    const { own, admin, clerk, template } = await openWithTemplate()
    await queued(own, clerk)
    const { id } = await make(clerk)
    await admin.patch(`${templates}/${template.id}`, { body: 'The second text' })
    await makeLetters(stepsOf(own), id)
    expect((await fileOf(own, id)).parts).toContain('Annwyl Samira Okafor')
  })

  test('a letter that was put back is written with the text of its next batch, and is counted once (NOT-1, NOT-10)', async () => {
    const { own, admin, clerk, template } = await openWithTemplate()
    const { requestId } = await queued(own, clerk)
    const first = await make(clerk)
    expect(await usesOf(admin, template.id, 1)).toBe(1)
    await clerk.post(`${batches}/${first.id}/put-back`)
    expect(await usedBy(own, requestId)).toMatchObject({ template_id: null, template_version: null })
    expect(await usesOf(admin, template.id, 1)).toBe(0)
    await admin.patch(`${templates}/${template.id}`, { body: 'The second text' })

    const second = await make(clerk)
    await makeLetters(stepsOf(own), second.id)

    expect((await fileOf(own, second.id)).parts).toContain('The second text')
    expect([await usesOf(admin, template.id, 1), await usesOf(admin, template.id, 2)]).toEqual([0, 1])
  })

  test('when the template is deleted the default text is printed, and a letter in a batch keeps its text (NOT-1, NOT-10)', async () => {
    const { own, admin, clerk, template } = await openWithTemplate()
    await queued(own, clerk)
    const first = await make(clerk)
    expect((await admin.delete(`${templates}/${template.id}`)).statusCode).toBe(200)
    await makeLetters(stepsOf(own), first.id)
    const { requestId } = await queued(own, clerk)
    const second = await make(clerk)
    await makeLetters(stepsOf(own), second.id)

    expect((await fileOf(own, first.id)).parts).toContain('Annwyl Samira Okafor')
    expect((await fileOf(own, second.id)).parts).toEqual(expect.arrayContaining(['Dear Samira Okafor', 'Please fill in a form']))
    expect(await usedBy(own, requestId)).toMatchObject({ template_id: 'default-letter-request-created' })
  })

  test('the text of another organisation is never printed (NOT-1, ORG-7)', async () => {
    await openWithTemplate()
    const own = await openOrganisation()
    await withContactPhone(own)
    const clerk = await own.staff()
    await queued(own, clerk)
    const { id } = await make(clerk)
    await makeLetters(stepsOf(own), id)
    expect((await fileOf(own, id)).parts).not.toContain('Annwyl Samira Okafor')
  })
})

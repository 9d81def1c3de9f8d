import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import type { ExportJob } from '#contract/exports.ts'
import type { FormDetails } from '#contract/forms.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { eventually, nobody, openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'

const forms = '/api/forms/form'
const requests = '/api/forms/request'
type Member = Awaited<ReturnType<Awaited<ReturnType<typeof openOrganisation>>['staff']>>

const version1: FormDefinition = {
  questions: [
    {
      id: 'drink',
      type: 'single_select',
      title: 'What do you drink?',
      required: true,
      options: [
        { value: 'a', label: 'Tea' },
        { value: 'b', label: 'Coffee' },
      ],
    },
    { id: 'cups', type: 'number', title: 'How many cups a day?', required: true, unit: 'cups', min: 1, max: 20 },
    { id: 'since', type: 'date', title: 'Since when?', required: true },
  ],
}
/** The same ids ask something else: another label, type and unit; one question is gone, another came. */
const version2: FormDefinition = {
  questions: [
    { id: 'cups', type: 'free_text', title: 'How much, in your own words?', required: true },
    {
      id: 'drink',
      type: 'multi_select',
      title: 'What do you like?',
      required: true,
      options: [
        { value: 'a', label: 'Water' },
        { value: 'c', label: 'Juice' },
      ],
    },
    { id: 'allergy', type: 'yes_no', title: 'Are you allergic to milk?', required: true },
  ],
}

const linksIn = async (ada: Member) =>
  (await ada.get('/api/tenants/outbox'))
    .json<{ docs: { body: string }[] }>()
    .docs.map(({ body }) => /http:\/\/localhost:3000(\/r\/\S+)/.exec(body)![1]!)

async function send(ada: Member, formId: string, patientId: string) {
  const before = await linksIn(ada)
  const { ids } = (await ada.post(requests, { patientIds: [patientId], formId, method: 'sms' })).json<{ ids: string[] }>()
  const link = await eventually(async () => (await linksIn(ada)).find((one) => !before.includes(one)))
  return { id: ids[0]!, link }
}

async function exportedSheets(ada: Member, formId: string) {
  const { id } = (await ada.post(`${requests}/export`, { filters: { formId: [formId] } })).json<{ id: string }>()
  const job = await eventually(async () => {
    const found = (await ada.get(`${requests}/export?id=${id}`)).json<ExportJob>()
    return found.status === 'completed' && found
  })
  return readExcelFile((await (await nobody()).get(job.downloadUrl!)).rawPayload)
}

describe('A new version of a form', () => {
  test('a patient who is in the middle of version 1 when version 2 is published finishes version 1: on the page, in the submission, the request and the export (FORM-2, PTN-3, EXP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms User')
    const { patientId } = await sendFormToPatient(ward)
    await ward.startWorkers()
    const { id: formId } = (await ada.post(forms, { title: 'Drinks', draft: version1 })).json<FormDetails>()
    await ada.post(`${forms}/${formId}/publish`, { draftRevision: 1 })
    const request = await send(ada, formId, patientId)

    const phone = await openPhone()
    const second = await phone.fillIn(await phone.open(request.link), { drink: 'b' })
    expect(second.body).toContain('How many cups a day?')

    await ada.patch(`${forms}/${formId}`, { title: 'Drinks and milk', draft: version2, draftRevision: 1 })
    expect((await ada.get(`${forms}/${formId}/open-requests`)).json()).toEqual({ docs: [{ version: 1, unopened: 0, opened: 1 }] })
    expect((await ada.post(`${forms}/${formId}/publish`, { draftRevision: 2 })).json()).toMatchObject({ version: 2 })

    // Another device, after the new version is live: the page that was reached, in the words of the first.
    const tablet = await openPhone()
    const resumed = await tablet.open(request.link)
    expect(resumed.body).toContain('How many cups a day?')
    const wrong = await tablet.fillIn(resumed, { cups: 'two or three' })
    expect(wrong.body, 'checked by the rules of version 1').toContain('Enter a number, like 72')
    const third = await tablet.fillIn(wrong, { cups: '3' })
    const check = await tablet.fillIn(third, { 'since-day': '7', 'since-month': '2', 'since-year': '2019' })
    expect(check.body).toContain('Coffee')
    expect(check.body).not.toContain('allergic to milk')
    await tablet.fillIn(check, {})

    const details = (await ada.get(`${requests}/${request.id}`)).json<{ answers: { title: string; answer: string }[] }>()
    expect(details).toMatchObject({ status: 'completed' })
    expect(details.answers.map(({ title, answer }) => [title, answer])).toEqual([
      ['What do you drink?', 'Coffee'],
      ['How many cups a day?', '3 cups'],
      ['Since when?', '07-Feb-2019'],
    ])
    const { docs } = (await ada.get(`${forms}/${formId}/responses`)).json<{ docs: { id: string }[] }>()
    expect((await ada.get(`${forms}/${formId}/responses/${docs[0]!.id}`)).json()).toMatchObject({
      version: 1,
      title: 'Drinks',
      definition: version1,
      answers: { drink: 'b', cups: '3', since: '2019-02-07' },
    })

    const next = await send(ada, formId, patientId)
    const page = await (await openPhone()).open(next.link)
    expect(page.body, 'who is sent it now is asked version 2').toContain('How much, in your own words?')
    const sheets = await exportedSheets(ada, formId)
    const answers = sheets.find(({ sheet }) => sheet === 'Drinks v1')!.data
    expect(answers[0]).toEqual(expect.arrayContaining(['What do you drink?', 'Since when?']))
    expect(answers[1]).toEqual(expect.arrayContaining(['Coffee', 3, new Date('2019-02-07T00:00:00Z')]))
    expect((await ada.get(`${forms}/${formId}/open-requests`)).json()).toEqual({ docs: [{ version: 2, unopened: 0, opened: 1 }] })
  })
})

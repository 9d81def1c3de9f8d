import { describe, expect, onTestFinished, test } from 'vitest'

import type { ImportPlan } from '#contract/imports.ts'
import { smsLength } from '#domain/template.ts'
import { checkImport } from '#server/imports/judging/check-import.job.ts'
import { sendNotification } from '#server/notifications/send-notification.ts'
import { openGovukNotify } from '#test/govuk-notify-server.ts'
import { type FileRow, goodRow, importFile, imports, xlsx } from '#test/import-file.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { runImport } from './complete-import.job.ts'
import { planImport } from './plan-import.ts'

/** A checked import. No worker runs that would send its messages. */
async function checked(ward: TestOrganisation, rows: FileRow[]) {
  const ada = await ward.staff()
  const { id } = (await ada.put(imports, await importFile(rows), xlsx)).json<{ id: string }>()
  await checkImport(stepsOf(ward), { jobId: id })
  return { ada, id, plan: async () => (await ada.get(`${imports}/${id}/plan`)).json<ImportPlan>() }
}

describe('GET /request/import/:id/plan', () => {
  test('counts the fragments that completing the import sends, with the names on record, and the price (NOT-6, IMP-5)', async () => {
    const ward = await openOrganisation()
    const notify = await openGovukNotify()
    onTestFinished(async () => void (await notify.close()))
    const services = { ...ward.services, config: { ...ward.services.config, ...notify.settings } }
    await ward.query('update organisations set sms_fragment_price = 2.5 where id = $1', [ward.id])
    await ward.query(
      `insert into notification_templates (organisation_id, category, method, description, body, is_selected)
       values ($1, 'request_created', 'sms', 'Own text', $2, true)`,
      [ward.id, 'Dear ((firstName)) ((lastName)), please answer ((formTitle)) for ((specialty)) until ((expiryDate)): ((link))'],
    )
    const { title } = await aForm(ward)
    const known = await aPatient(ward, { firstName: 'Łucja', lastName: 'Wiśniewska', phoneNumber: '+447700900456' })
    const row = goodRow(title)
    const { ada, id } = await checked(ward, [
      row,
      row, // repeated, so left out
      goodRow(title, { firstName: 'A'.repeat(60), specialty: '100' }),
      goodRow(title, { nhsNumber: known.nhsNumber, firstName: 'Lucja', lastName: 'Wisniewska' }),
      goodRow(title, { method: 'Email' }),
    ])
    await ada.patch(`${imports}/${id}`, { choices: { identity: 'send' } })

    const plan = await stepsOf({ id: ward.id, services }).step((ctx) => planImport(ctx, id))
    expect((await ada.post(`${imports}/${id}`, {})).statusCode).toBe(200)
    await runImport(stepsOf(ward), { jobId: id })
    for (const { id: message } of (await ward.query('select id from notifications where organisation_id = $1', [ward.id])) as {
      id: string
    }[])
      await sendNotification(stepsOf({ id: ward.id, services }), message)

    const sent = notify.kept.filter(({ type }) => type === 'sms').map(({ body }) => smsLength(body).fragments)
    const fragments = sent.reduce((sum, one) => sum + one, 0)
    expect(sent.length).toBe(3)
    expect(new Set(sent).size, 'the texts differ').toBeGreaterThan(1)
    expect(plan.messages).toMatchObject([
      { method: 'sms', count: 3, fragments, finishedAt: expect.any(String) },
      { method: 'email', count: 1, fragments: null },
    ])
    expect(plan.price).toBeCloseTo(2.5 * fragments)
  })

  test('names the patients who cannot be reached by reason, and says which method is next (NOT-6, IMP-3)', async () => {
    const ward = await openOrganisation()
    await ward.query("update organisations set cascade_methods = '{sms,email}' where id = $1", [ward.id])
    const { title } = await aForm(ward)
    const unwanted = await aPatient(ward, { mayBeContacted: false })
    const { plan } = await checked(ward, [
      ...Array.from({ length: 12 }, (_, n) => goodRow(title, { firstName: `No${n}`, lastName: 'Phone', phone: null })),
      goodRow(title, { nhsNumber: unwanted.nhsNumber, firstName: 'Grace', lastName: 'Hopper' }),
      goodRow(title),
      goodRow(title, { email: null }),
    ])

    const { unreachable, messages } = await plan()

    expect(unreachable).toMatchObject([
      { column: 'phone', code: 'needed_for_method', rows: 12, names: Array.from({ length: 10 }, (_, n) => `No${n} Phone`) },
      { code: 'not_to_be_contacted', rows: 1, names: ['Grace Hopper'] },
    ])
    expect(messages).toMatchObject([
      {
        method: 'sms',
        count: 2,
        next: [
          { method: 'email', count: 1 },
          { method: null, count: 1 },
        ],
      },
    ])
  })

  test('is refused for an import that is not ready, unknown, or of another organisation (IMP-5, ORG-7)', async () => {
    const ward = await openOrganisation()
    const { title } = await aForm(ward)
    const { ada, id } = await checked(ward, [goodRow(title)])
    const stranger = await (await openOrganisation()).staff()

    expect((await stranger.get(`${imports}/${id}/plan`)).statusCode).toBe(404)
    await ada.post(`${imports}/${id}`, {})
    expect((await ada.get(`${imports}/${id}/plan`)).statusCode).toBe(409)
  })
})

import { describe, expect, test } from 'vitest'

import { sendFormToPatient, shortForm } from '#test/send-form-to-patient.ts'
import { openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'

const titleOf = ({ body }: { body: string }) => /<title>(.*?)<\/title>/.exec(body)?.[1]
const headingOf = ({ body }: { body: string }) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replace(/<[^>]*>/g, '')

describe('The patient pages', () => {
  test('a patient proves their identity, answers page by page, checks and sends, and the answers are stored permanently (PTN-1, PTN-3)', async () => {
    const ward = await openOrganisation()
    const { link, requestId, formId, patientId } = await sendFormToPatient(ward)
    const phone = await openPhone()

    const first = await phone.open(link)
    expect([first.statusCode, first.address, headingOf(first)]).toEqual([200, `${link}/question/1`, 'What are you allergic to?'])
    const second = await phone.fillIn(first, { allergies: 'Penicillin\r\nand <b>nuts</b>' })
    expect(headingOf(second)).toBe('Do you smoke? (optional)')
    const third = await phone.fillIn(second, {})
    const check = await phone.fillIn(third, { 'operation-day': '7', 'operation-month': '2', 'operation-year': '2019' })
    expect(check.address).toBe(`${link}/check-answers`)
    expect(check.body).toContain('Penicillin\r\nand &lt;b&gt;nuts&lt;/b&gt;')
    expect(check.body).toContain('07-Feb-2019')
    expect(check.body).toContain('Not answered')
    const sent = await phone.fillIn(check, {})

    expect([sent.statusCode, sent.address, headingOf(sent)]).toEqual([200, `${link}/confirmation`, 'Your answers have been sent'])
    expect(
      await ward.query('select request_id, form_id, form_version, answers from submissions where organisation_id = $1', [ward.id]),
    ).toEqual([
      {
        request_id: requestId,
        form_id: formId,
        form_version: 1,
        answers: { allergies: 'Penicillin\r\nand <b>nuts</b>', smoker: '', operation: '2019-02-07' },
      },
    ])
    expect(await ward.query('select status, completed_at is not null as done from form_requests where id = $1', [requestId])).toEqual([
      { status: 'completed', done: true },
    ])
    expect(await ward.query('select kind, actor_kind from form_request_events where request_id = $1 order by id', [requestId])).toEqual([
      { kind: 'opened', actor_kind: 'patient' },
      { kind: 'completed', actor_kind: 'patient' },
    ])
    expect(await ward.auditTrail()).toMatchObject([
      { event_type: 'formRequestOpened', actor_id: requestId, patient_id: patientId },
      { event_type: 'formRequestSubmitted', actor_id: requestId, patient_id: patientId },
    ])
    expect(await ward.query('select 1 from answer_drafts where request_id = $1', [requestId])).toEqual([])
  })

  test('a first visit explains the form, and a later one continues where the patient stopped (PTN-3)', async () => {
    const { link } = await sendFormToPatient(await openOrganisation(), { description: 'A nurse reads it.\nIt takes <5 minutes>.' })
    const phone = await openPhone()

    const start = await phone.open(link)
    expect([start.address, headingOf(start)]).toEqual([`${link}/start`, 'Before your operation'])
    expect(start.body).toContain('A nurse reads it.\nIt takes &lt;5 minutes&gt;.')
    expect(start.body).toContain(`href="${link}/question/1"`)
    await phone.fillIn(await phone.visit(`${link}/question/1`), { allergies: 'None' })

    expect((await phone.visit(link)).address).toBe(`${link}/question/2`)
    expect((await (await openPhone()).visit(`${link}/start`)).address).toBe(link)
  })

  test('a wrong answer stays on the page, with the words next to it, in the title and in a summary that has the focus (PTN-3)', async () => {
    const ward = await openOrganisation()
    const { link } = await sendFormToPatient(ward)
    const phone = await openPhone()
    const first = await phone.open(link)

    const refused = await phone.fillIn(first, { allergies: '  ' })
    const third = await phone.fillIn(await phone.fillIn(await phone.fillIn(refused, { allergies: 'None' }), {}), {
      'operation-day': '31',
      'operation-month': '2',
      'operation-year': '2019',
    })

    expect(refused.statusCode).toBe(422)
    expect(titleOf(refused)).toMatch(/^Error: What are you allergic to\?/)
    expect(refused.body).toMatch(/class="nhsuk-error-summary" tabindex="-1" autofocus=""/)
    expect(refused.body).toContain('<a href="#allergies">Enter an answer</a>')
    expect(third.body).toContain('Date must be a real date')
    expect(third.body).toContain('value="31"')
  })

  test('another device asks for the date of birth again, then continues where the first one stopped (PTN-3)', async () => {
    const ward = await openOrganisation()
    const { link } = await sendFormToPatient(ward)
    const [phone, laptop] = [await openPhone(), await openPhone()]
    await phone.fillIn(await phone.open(link), { allergies: 'Penicillin' })

    const asked = await laptop.visit(`${link}/question/2`)
    const resumed = await laptop.open(link)
    const before = await laptop.visit(`${link}/question/1`)

    expect(headingOf(asked)).toBe('What is your date of birth?')
    expect(resumed.address).toBe(`${link}/question/2`)
    expect(before.body).toContain('>Penicillin</textarea>')
    await laptop.fillIn(resumed, { smoker: 'no' })
    expect((await phone.visit(link)).address, 'and back').toBe(`${link}/question/3`)
  })

  test('Back goes one question back, Change returns to the check, and the number in the URL cannot skip ahead (PTN-3)', async () => {
    const ward = await openOrganisation()
    const { link } = await sendFormToPatient(ward)
    const phone = await openPhone()
    const first = await phone.open(link)
    expect((await phone.visit(`${link}/question/3`)).address).toBe(`${link}/question/1`)
    expect((await phone.visit(`${link}/check-answers`)).address).toBe(`${link}/question/1`)
    for (const number of ['0', '99', 'x', '1.5']) expect((await phone.visit(`${link}/question/${number}`)).statusCode).toBe(200)

    const second = await phone.fillIn(first, { allergies: 'None' })
    expect(second.body).toContain(`href="${link}/question/1"`)
    const check = await phone.fillIn(await phone.fillIn(second, {}), {
      'operation-day': '1',
      'operation-month': '1',
      'operation-year': '2020',
    })
    expect(check.body).toContain(`href="${link}/question/2?change=yes"`)
    const changed = await phone.fillIn(await phone.visit(`${link}/question/2?change=yes`), { smoker: 'yes' })

    expect(changed.address).toBe(`${link}/check-answers`)
    expect(changed.body).toMatch(/Do you smoke\?<\/dt><dd[^>]*>Yes/)
  })

  test('pressing Send twice, at the same moment or later, sends the answers once and ends at the confirmation (PTN-3, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward, { definition: { questions: [shortForm.questions[0]!] } })
    const phone = await openPhone()
    const check = await phone.fillIn(await phone.open(link), { allergies: 'None' })

    const pressed = await Promise.all([1, 2, 3, 4].map(() => phone.fillIn(check, {})))
    const later = await phone.fillIn(check, {})

    expect([...pressed, later].map(({ address }) => address)).toEqual(Array(5).fill(`${link}/confirmation`))
    expect(await ward.query('select answers from submissions where request_id = $1', [requestId])).toEqual([
      { answers: { allergies: 'None' } },
    ])
    expect(await ward.query("select 1 from form_request_events where request_id = $1 and kind = 'completed'", [requestId])).toHaveLength(1)
  })

  test('a patient who started version 1 finishes version 1, whatever is published since (FORM-2)', async () => {
    const ward = await openOrganisation()
    const { link, formId } = await sendFormToPatient(ward)
    const phone = await openPhone()
    await phone.open(link)
    await ward.query("insert into form_versions (organisation_id, form_id, version, title, definition) values ($1, $2, 2, 'New', $3)", [
      ward.id,
      formId,
      { questions: [{ id: 'other', type: 'free_text', title: 'Something else?', required: true }] },
    ])

    expect(headingOf(await phone.visit(link))).toBe('What are you allergic to?')
  })

  test('every page is for this browser only: no script, no store, no referrer, no robots (PTN-1)', async () => {
    const ward = await openOrganisation()
    const { link } = await sendFormToPatient(ward)
    const { headers, body } = await (await openPhone()).send(link)

    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'DENY',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self'/)
    expect(body).not.toContain('<script')
  })
})

import { describe, expect, test } from 'vitest'

import type { FormDefinition } from '#domain/form/definition.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'

const ifSmoking = { match: 'all' as const, rules: [{ question: 'smokes', operator: 'equals' as const, value: 'yes' }] }
const branching: FormDefinition = {
  questions: [
    { id: 'about', type: 'section', title: 'About smoking', required: false },
    { id: 'smokes', type: 'yes_no', title: 'Do you smoke?', required: true },
    { id: 'many', type: 'number', title: 'How many a day?', unit: 'cigarettes', min: 1, required: true, showIf: ifSmoking },
    { id: 'stop', type: 'yes_no', title: 'Would you like to stop?', required: false, showIf: ifSmoking },
    { id: 'rest', type: 'section', title: 'The rest', body: 'Two more pages.', required: false },
    { id: 'help', type: 'information', title: 'Where to find help', body: 'Call 0300 123 1044.', required: false, showIf: ifSmoking },
    { id: 'more', type: 'free_text', title: 'Anything else?', required: false },
  ],
}
const headingOf = ({ body }: { body: string }) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replace(/<[^>]*>/g, '')
const progressOf = ({ body }: { body: string }) => />(Question [^<]*)</.exec(body)?.[1]
const changeOf = ({ body }: { body: string }, title: string) =>
  new RegExp(`href="([^"]*)">Change<span[^>]*> ${title.replace('?', '\\?')}`).exec(body)![1]!
const sentBy = async (ward: Awaited<ReturnType<typeof openOrganisation>>, requestId: string) =>
  (await ward.query('select answers from submissions where request_id = $1', [requestId]))[0]?.['answers']

describe('Answers that change which questions are asked', () => {
  test('an answer that is no longer needed is not asked for; sections and information pages stay where the author put them (FORM-6, PTN-3)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward, { definition: branching })
    const phone = await openPhone()

    const smokes = await phone.open(link)
    expect([headingOf(smokes), progressOf(smokes)], 'no total while it hangs on this very answer').toEqual(['Do you smoke?', 'Question 1'])
    expect(smokes.body).toContain('About smoking')
    const rest = await phone.fillIn(smokes, { smokes: 'no' })
    expect([headingOf(rest), progressOf(rest)]).toEqual(['The rest', undefined])
    expect(rest.body).toMatch(/type="submit">Continue</)
    const more = await phone.fillIn(rest, {})
    expect([headingOf(more), progressOf(more)]).toEqual(['Anything else? (optional)', 'Question 2 of 2'])
    const check = await phone.fillIn(more, {})
    expect(check.body).toMatch(/<h2[^>]*>About smoking<\/h2>.*Do you smoke.*<h2[^>]*>The rest<\/h2>.*Anything else/s)
    expect(check.body).not.toContain('How many a day')
    expect(check.body).not.toContain('Where to find help')
    await phone.fillIn(check, {})

    expect(await sentBy(ward, requestId)).toEqual({ smokes: 'no', more: '' })
  })

  test('a change that adds questions leads to them and then back to the check; one that removes them keeps nothing of them (FORM-6, PTN-3)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward, { definition: branching })
    const phone = await openPhone()
    const rest = await phone.fillIn(await phone.open(link), { smokes: 'no' })
    let check = await phone.fillIn(await phone.fillIn(rest, {}), { more: 'No' })

    const many = await phone.fillIn(await phone.visit(changeOf(check, 'Do you smoke?')), { smokes: 'yes' })
    expect([headingOf(many), progressOf(many)]).toEqual(['How many a day?', 'Question 2 of 4'])
    expect((await phone.visit(`${link}/check-answers`)).address, 'nothing is sent before they are answered').toMatch(/question\/2$/)
    expect(many.body).toMatch(/class="nhsuk-back-link" href="[^"]*question\/1\?change=yes"/)
    const stop = await phone.fillIn(many, { many: '20' })
    const help = await phone.fillIn(stop, { stop: 'yes' })
    expect([headingOf(stop), headingOf(help)]).toEqual(['Would you like to stop? (optional)', 'Where to find help'])
    check = await phone.fillIn(help, {})
    expect(check.address).toBe(`${link}/check-answers`)
    expect(check.body).toContain('20 cigarettes')

    check = await phone.fillIn(await phone.visit(changeOf(check, 'Do you smoke?')), { smokes: 'no' })
    expect(check.address).toBe(`${link}/check-answers`)
    expect(check.body).not.toContain('20 cigarettes')
    await phone.fillIn(check, {})

    expect(await sentBy(ward, requestId)).toEqual({ smokes: 'no', more: 'No' })
  })

  test('a page posted after another device has moved its question keeps the answer where it belongs (PTN-3)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward, { definition: branching })
    const [phone, laptop] = [await openPhone(), await openPhone()]
    const many = await phone.fillIn(await phone.open(link), { smokes: 'yes' })
    const more = await phone.fillIn(await phone.fillIn(await phone.fillIn(await phone.fillIn(many, { many: '5' }), {}), {}), {})
    expect(headingOf(more)).toBe('Anything else? (optional)')
    await laptop.open(link)
    await laptop.fillIn(await laptop.visit(`${link}/question/1`), { smokes: 'no' })

    const check = await phone.fillIn(more, { more: 'I have stopped' })
    expect(check.address).toBe(`${link}/check-answers`)
    const lost = await phone.fillIn(many, { many: '9' })
    expect(lost.address, 'a question no longer asked leads on').toBe(`${link}/check-answers`)
    await phone.fillIn(check, {})

    expect(await sentBy(ward, requestId)).toEqual({ smokes: 'no', more: 'I have stopped' })
  })

  test.each([
    ['Save and continue', {}],
    ['Save and come back later', { '~leave': 'keeping the answer' }],
  ])('“%s” saves a changed answer when an earlier question became open meanwhile (PTN-3, PTN-7)', async (_button, pressed) => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward, { definition: branching })
    const [tab, phone] = [await openPhone(), await openPhone()]
    const rest = await tab.fillIn(await tab.open(link), { smokes: 'no' })
    const check = await tab.fillIn(await tab.fillIn(rest, {}), { more: 'Nothing' })
    const more = await tab.visit(changeOf(check, 'Anything else?'))
    await phone.open(link)
    await phone.fillIn(await phone.visit(`${link}/question/1`), { smokes: 'yes' })

    const next = await tab.fillIn(more, { ...pressed, more: 'I am allergic to latex' })

    if (!('~leave' in pressed)) expect(headingOf(next), 'the question that became open').toBe('How many a day?')
    // Each page that became open, and then the page to check the answers.
    for (const fields of [{ many: '20' }, {}, {}, {}]) await phone.fillIn(await phone.visit(`${link}/check-answers`), fields)
    expect(await sentBy(ward, requestId)).toMatchObject({ many: '20', more: 'I am allergic to latex' })
  })
})

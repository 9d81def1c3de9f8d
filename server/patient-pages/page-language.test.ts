import { describe, expect, test } from 'vitest'

import type { FormDefinition } from '#domain/form/definition.ts'
import { openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'
import { sendFormToPatient, shortForm } from '#test/send-form-to-patient.ts'

const inWelsh = (source: string, text: string) => ({ source, text })
const translated: FormDefinition = {
  ...shortForm,
  translations: {
    cy: {
      title: inWelsh('Before your operation', 'Cyn eich llawdriniaeth'),
      'question.allergies.title': inWelsh('What are you allergic to?', 'I beth mae gennych alergedd?'),
      // The English text has changed since this was translated.
      'question.smoker.title': inWelsh('Do you smoke cigarettes?', 'Ydych chi’n ysmygu sigaréts?'),
      'question.smoker.option.yes': inWelsh('Yes', 'Ydw'),
    },
    ur: { 'question.allergies.title': inWelsh('What are you allergic to?', 'آپ کو کس چیز سے الرجی ہے؟') },
  },
}

const openLink = async (locale: string, definition = translated) => {
  const ward = await openOrganisation()
  const sent = await sendFormToPatient(ward, { definition })
  await ward.query('update patients set locale = $2 where id = $1', [sent.patientId, locale])
  return { ward, ...sent, phone: await openPhone() }
}
const htmlOf = ({ body }: { body: string }) => /<html[^>]*>/.exec(body)?.[0]
const headingOf = ({ body }: { body: string }) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]

describe('The language of the patient pages', () => {
  test('is that of the patient’s record, from the identity step to the end, with errors and titles (PTN-8)', async () => {
    const { link, phone } = await openLink('cy')

    const identity = await phone.visit(link)
    expect(htmlOf(identity)).toContain('lang="cy" dir="ltr"')
    expect(identity.body).toContain('<title>Beth yw eich dyddiad geni?')
    const refused = await phone.fillIn(identity, { 'date-of-birth-day': '' })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('Rhowch eich dyddiad geni')
    expect(refused.body).not.toContain('Enter your date of birth')

    const question = await phone.open(link)
    expect(headingOf(question)).toContain('I beth mae gennych alergedd?')
    expect(question.body).toContain('Cwestiwn 1 o 3')
    const missing = await phone.fillIn(question, {})
    expect(missing.body).toContain('Gwall: I beth mae gennych alergedd?')
    expect(missing.body).toContain('Rhowch ateb')
    const smoker = await phone.fillIn(missing, { allergies: 'Cnau' })
    const operation = await phone.fillIn(smoker, { smoker: 'yes' })
    const check = await phone.fillIn(operation, { 'operation-day': '7', 'operation-month': '2', 'operation-year': '2019' })
    expect(check.body).toContain('7 Chwefror 2019')
    expect(check.body).toContain('>Ydw<')
    expect(headingOf(check)).toContain('Cyn eich llawdriniaeth')
    expect(headingOf(await phone.fillIn(check, {}))).toBe('Mae eich atebion wedi’u hanfon')
  })

  test('staff see in which language the patient read the form when they sent the answers, also one chosen on the page (PTN-8, REQ-4)', async () => {
    const languageOf = async ({ ward, requestId }: Awaited<ReturnType<typeof openLink>>) =>
      (await (await ward.staff()).get(`/api/forms/request/${requestId}`)).json().answering.language
    const answerAll = async ({ phone, link }: Awaited<ReturnType<typeof openLink>>, language?: string) => {
      let page = await phone.open(link)
      if (language !== undefined) {
        await phone.send(`${link}/language`, { '~language': language, '~return': link })
        page = await phone.visit(`${link}/question/1`)
      }
      for (const answers of [{ allergies: 'Cnau' }, {}, { 'operation-day': '7', 'operation-month': '2', 'operation-year': '2019' }, {}])
        page = await phone.fillIn(page, answers)
      expect(page.statusCode).toBe(200)
    }
    const [welsh, chosen, withoutTranslation] = [await openLink('cy'), await openLink(''), await openLink('fr')]
    await answerAll(welsh)
    await answerAll(chosen, 'ur')
    await answerAll(withoutTranslation)
    expect([await languageOf(welsh), await languageOf(chosen), await languageOf(withoutTranslation)]).toEqual(['cy', 'ur', 'en'])
  })

  test('a text without a translation, or with one of an earlier English text, is shown in English and marked (PTN-8)', async () => {
    const { link, phone } = await openLink('cy')
    await phone.open(link)

    const smoker = await phone.fillIn(await phone.visit(`${link}/question/1`), { allergies: 'Cnau' })

    expect(headingOf(smoker)).toBe('<span lang="en-GB">Do you smoke?</span> (dewisol)')
    expect(smoker.body).toMatch(/<title lang="en-GB">Do you smoke\?/)
    expect(smoker.body).toMatch(/<label[^>]*>Ydw<\/label>/)
    expect(smoker.body).toMatch(/<label[^>]*><span lang="en-GB">No<\/span><\/label>/)
    expect(smoker.body).not.toContain('sigaréts')
  })

  test('a patient changes the language without a script, on this link only, and it stays for the next pages (PTN-8)', async () => {
    const { link, phone, ward } = await openLink('en')
    const english = await phone.visit(link)
    expect(htmlOf(english)).toContain('lang="en-GB" dir="ltr"')
    expect(english.body).toMatch(/<button[^>]* lang="cy"[^>]*>Cymraeg<\/button>/)

    const chosen = await phone.send(`${link}/language`, { '~language': 'cy', '~return': link })

    expect([chosen.statusCode, chosen.headers.location]).toEqual([303, link])
    expect(chosen.headers['set-cookie']).toBe(`language=cy; Path=${link}; HttpOnly; SameSite=Lax`)
    expect(htmlOf(await phone.visit(link))).toContain('lang="cy"')
    expect(headingOf(await phone.open(link))).toContain('I beth mae gennych alergedd?')
    const other = await sendFormToPatient(ward)
    expect(htmlOf(await phone.visit(other.link))).toContain('lang="en-GB"')
  })

  test('changing the language on a question keeps what was typed, and saves and judges nothing (PTN-8)', async () => {
    const { link, phone, ward, requestId } = await openLink('en')
    const question = await phone.open(link)

    const changed = await phone.fillIn(question, { allergies: 'Nuts & <eggs>', '~language': 'cy' })

    expect([changed.statusCode, headingOf(changed)?.includes('I beth mae gennych alergedd?')]).toEqual([200, true])
    expect(changed.body).toContain('Nuts &amp; &lt;eggs&gt;</textarea>')
    expect(await ward.query('select answers from answer_drafts where request_id = $1', [requestId])).toEqual([])
    const empty = await phone.fillIn(question, { allergies: '', '~language': 'en' })
    expect([empty.statusCode, empty.body.includes('There is a problem')]).toEqual([200, false])
  })

  test('the languages of the form are offered only after the identity step, and the words around the texts are English (PTN-2, PTN-8)', async () => {
    const { link, phone } = await openLink('ur')
    const before = await phone.visit(link)
    expect([htmlOf(before)?.includes('lang="en-GB"'), before.body.includes('value="ur"')]).toEqual([true, false])

    const question = await phone.open(link)

    expect(htmlOf(question)).toContain('lang="en-GB" dir="ltr"')
    expect(headingOf(question)).toContain('<span lang="ur" dir="rtl">آپ کو کس چیز سے الرجی ہے؟</span>')
    expect(question.body).toMatch(/<button[^>]* lang="ur" dir="rtl" aria-current="true"[^>]*>اردو<\/button>/)
    expect(question.body).toContain('Save and continue')
    const smoker = await phone.fillIn(question, { allergies: 'Nuts' })
    expect(smoker.body).toMatch(/<div dir="rtl"><div class="nhsuk-form-group"><fieldset/)
    expect(headingOf(smoker), 'not translated').toBe('<span dir="ltr">Do you smoke?</span> <span dir="ltr">(optional)</span>')
  })

  test('leads only to a page of the same link, and another site cannot choose (PTN-8)', async () => {
    const { link, phone } = await openLink('en')
    for (const elsewhere of ['https://example.com/', '//example.com', `${link}x`, '/forms', `${link}/\r\nx`, '']) {
      const answer = await phone.send(`${link}/language`, { '~language': 'cy', '~return': elsewhere })
      expect([answer.statusCode, answer.headers.location]).toEqual([303, link])
    }
    for (const [language, headers] of [
      ['<b>', {}],
      ['cy', { 'sec-fetch-site': 'cross-site' }],
    ] as const)
      expect((await phone.send(`${link}/language`, { '~language': language }, headers)).headers['set-cookie']).toBeUndefined()
  })

  test('no cache keeps a page, so pages of two languages at one address are never mixed (PTN-8)', async () => {
    const { link, phone } = await openLink('cy')
    await phone.open(link)
    for (const address of ['/c', '/information/cookies', link, `${link}/question/1`, `${link}/privacy`])
      expect((await phone.send(address)).headers['cache-control'], address).toBe('no-store')
  })

  test('the choice at the field for the code of a letter goes on to the pages without an organisation (PTN-8)', async () => {
    const phone = await openPhone()
    await phone.send('/c/language', { '~language': 'cy', '~return': '/c' })

    expect(headingOf(await phone.visit('/c'))).toContain('Rhowch y cod o’ch llythyr')
    const cookies = await phone.visit('/information/cookies')
    expect(headingOf(cookies)).toBe('Cwcis')
    expect(cookies.body).toContain('<div lang="en-GB">')
    expect((await phone.fillIn(await phone.visit('/c'), { code: 'ABCD EFGH' })).body).toContain('Nid ydym yn adnabod y cod hwn')
  })
})

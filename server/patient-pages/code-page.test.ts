import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { formatLetterCode, letterCodeOf } from '#domain/letters.ts'
import { hashOfCode, letterCode } from '#server/notifications/notifications.ts'
import { nobody, openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { testServer } from '#test/test-server.ts'

const headingOf = ({ body }: { body: string }) => /<h1[^>]*>(?:<label[^>]*>)?(.*?)<\//s.exec(body)?.[1]
const title = 'Enter the code from your letter'

/** A request with a letter, and its code as it is printed. */
async function printedLetter(asked: Parameters<typeof sendFormToPatient>[1] = {}) {
  const ward = await openOrganisation()
  const sent = await sendFormToPatient(ward, asked)
  const { keys } = ward.services
  const code = letterCode(keys, sent.requestId)
  await ward.query('update patient_links set code_hash = $2 where request_id = $1', [sent.requestId, hashOfCode(keys, code)])
  return { ward, ...sent, code: formatLetterCode(code) }
}

/** A wrong code, another each time. */
let guesses = 0n
const wrongCode = () => formatLetterCode(letterCodeOf(++guesses * 7_919n))

const post = async (code: string, headers: Record<string, string> = {}) => {
  const { app } = await testServer()
  return app.inject({
    method: 'POST',
    url: '/c',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ code }).toString(),
  })
}
const forgetWrongCodes = async () =>
  (await testServer()).owner.query("delete from sign_in_throttle where key = 'letter codes' or window_ends > now()")

describe('GET /c', () => {
  test('asks for the code of a letter without a script, and names nobody (NOT-10, PTN-1)', async () => {
    const page = await (await nobody()).get('/c')

    expect([page.statusCode, headingOf(page)]).toEqual([200, title])
    expect(page.body).not.toContain('<script')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
  })
})

describe('POST /c', () => {
  test('the code of a letter leads to the identity step of its link, however it is typed, and says nothing about the patient (NOT-10, PTN-2)', async () => {
    const { code, link, ward, requestId } = await printedLetter({ formTitle: 'Sexual health questionnaire' })

    for (const typed of [
      code,
      code.toLowerCase().replaceAll(' ', '-'),
      ` ${code.replaceAll(' ', '')} `,
      code.replaceAll('0', 'o').replaceAll('1', 'I'),
    ]) {
      const answer = await post(typed)
      expect([answer.statusCode, answer.headers.location]).toEqual([303, link])
    }

    const phone = await openPhone()
    const page = await phone.visit(link)
    expect(headingOf(page)).toBe('What is your date of birth?')
    expect(page.body).not.toMatch(/Samira|Okafor|1984|Sexual health/)
    expect(await ward.query('select status from form_requests where id = $1', [requestId])).toEqual([{ status: 'unopened' }])
    expect((await phone.open(link)).address).toBe(`${link}/question/1`)
  })

  test.each([
    ['nothing', '', 'Enter the code from your letter'],
    ['a code that no letter has', 'K7QM 2XWP 9RTD', 'We do not recognise this code. Check the code in your letter and try again'],
    ['a code that is too short', 'K7QM', 'We do not recognise this code. Check the code in your letter and try again'],
    ['a long text', 'x'.repeat(3_000), 'We do not recognise this code. Check the code in your letter and try again'],
    [
      'what a database cannot store',
      'K7QM\0 2XWP 9RT\u{d800}',
      'We do not recognise this code. Check the code in your letter and try again',
    ],
    ['markup', '"><script>alert(1)</script>', 'We do not recognise this code. Check the code in your letter and try again'],
  ])('%s is refused in words with the focus on the summary, and what was typed stays (NOT-10, PTN-3)', async (_name, typed, words) => {
    const page = await post(typed)

    expect([page.statusCode, headingOf(page)]).toEqual([422, title])
    expect(page.body).toContain(`<a href="#code">${words}</a>`)
    expect(page.body).toMatch(/class="nhsuk-error-summary" tabindex="-1" autofocus/)
    expect(page.body).not.toContain('<script')
    if (typed === 'K7QM') expect(page.body).toContain('value="K7QM"')
  })

  test('a code whose letter was never printed is not recognised, and neither is a token of a link (NOT-10)', async () => {
    const ward = await openOrganisation()
    const { requestId, token } = await sendFormToPatient(ward)

    for (const typed of [letterCode(ward.services.keys, requestId), token]) expect((await post(typed)).statusCode).toBe(422)
  })

  test.each([
    ['an expired form', { expiresInDays: -1 }, 'The time to fill in this form has passed'],
    ['a closed form', { status: 'closed' }, 'This form is closed'],
    ['a form sent by mistake', { status: 'sent_in_error' }, 'This form was sent by mistake'],
  ] as const)('the code of %s leads to a page that says so (NOT-10, PTN-4)', async (_name, asked, heading) => {
    const { code } = await printedLetter(asked)
    const { headers } = await post(code)

    expect(headingOf(await (await nobody()).get(String(headers.location)))).toBe(heading)
  })

  test('a post from another site finds nothing, so that its visitors cannot guess for it (NOT-10)', async () => {
    const { code } = await printedLetter()

    const page = await post(code, { 'sec-fetch-site': 'cross-site' })

    expect([page.statusCode, headingOf(page)]).toEqual([200, title])
  })

  test('the database has neither the code nor a hash of it alone (NOT-10, PTN-1)', async () => {
    const { ward, requestId, code } = await printedLetter()
    const [link = {}] = await ward.query('select * from patient_links where request_id = $1', [requestId])
    const plain = createHash('sha256').update(code.replaceAll(' ', '')).digest('hex')

    expect(JSON.stringify(link)).not.toContain(code)
    expect((link['code_hash'] as Buffer).toString('hex')).not.toBe(plain)
  })

  test('after a hundred wrong codes from one network the next is not judged, right codes are not counted, and other networks go on (NOT-10, PTN-2)', async () => {
    await forgetWrongCodes()
    const { code, link } = await printedLetter()
    const { app } = await testServer()
    const send = (typed: string, remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: '/c',
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ code: typed }).toString(),
      })
    const answers: number[] = []
    for (let guess = 0; guess < 100; guess++) answers.push((await send(guess % 10 === 0 ? code : wrongCode(), '203.0.113.7')).statusCode)
    expect(answers.filter((status) => status === 422)).toHaveLength(90)
    for (let guess = 0; guess < 10; guess++) await send(wrongCode(), '203.0.113.7')

    const refused = await send(code, '203.0.113.7')

    expect([refused.statusCode, headingOf(refused)]).toEqual([429, 'Please wait 10 minutes'])
    expect((await send(code, '198.51.100.9')).headers.location).toBe(link)
    await forgetWrongCodes()
  })

  test('when very many wrong codes come from everywhere, no code is judged for a while (NOT-10, PTN-2)', async () => {
    await forgetWrongCodes()
    const { code, ward } = await printedLetter()
    await ward.query(
      "insert into sign_in_throttle (key, failures, window_ends) values ('letter codes', 3000, now() + interval '5 minutes')",
    )

    expect((await post(code)).statusCode).toBe(429)
    await forgetWrongCodes()
    expect((await post(code)).statusCode).toBe(303)
  })
})

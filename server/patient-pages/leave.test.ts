import { describe, expect, test } from 'vitest'

import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { openOrganisation } from '#test/organisation.ts'
import { openPhone, proofOf } from '#test/phone.ts'

const headingOf = ({ body }: { body: string }) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replace(/<[^>]*>/g, '')
const operation = { 'operation-day': '7', 'operation-month': '2', 'operation-year': '2019' }

/** A patient at the first question, on a device of their own. */
async function atFirstQuestion() {
  const ward = await openOrganisation()
  const asked = await sendFormToPatient(ward)
  const phone = await openPhone()
  const first = await phone.open(asked.link)
  const kept = async () => (await ward.query('select answers from answer_drafts where request_id = $1', [asked.requestId]))[0]?.['answers']
  const sessions = async () => (await ward.query('select 1 from patient_sessions where request_id = $1', [asked.requestId])).length
  return { ...asked, ward, phone, first, kept, sessions }
}

describe('the button “Save and come back later” on a question', () => {
  test('saves the answer, ends the session of this device only, and the link asks for the date of birth again (PTN-7)', async () => {
    const { link, phone, first, kept, sessions } = await atFirstQuestion()
    const elsewhere = await openPhone()
    await elsewhere.open(link)
    const before = phone.cookies()

    const left = await phone.fillIn(first, { allergies: 'Penicillin', '~leave': 'keeping the answer' })

    expect([left.statusCode, left.address, headingOf(left)]).toEqual([200, `${link}/left`, 'You have left the form'])
    expect(left.body).toContain('The answers you saved are kept.')
    expect(left.body).not.toContain('allergic')
    expect(left.headers['cache-control']).toBe('no-store')
    expect(await kept()).toEqual({ allergies: 'Penicillin' })
    expect(await sessions()).toBe(1)
    expect(phone.cookies()).toBe('patient=')
    // Neither a page from the history nor a copy of the cookie shows anything any more.
    const back = await phone.send(`${link}/question/1`, undefined, { cookie: before })
    expect([back.statusCode, back.headers['location']]).toEqual([303, link])
    expect(headingOf(await phone.visit(`${link}/question/1`))).toBe('What is your date of birth?')
    expect((await elsewhere.visit(`${link}/question/2`)).statusCode).toBe(200)
    expect((await phone.open(link)).address).toBe(`${link}/question/2`)
  })

  test('deletes the cookie from the device by its path, and asks the browser to clear cached pages (PTN-7)', async () => {
    const { link, phone, first } = await atFirstQuestion()

    const answer = await phone.send(`${link}/leave`, { '~proof': proofOf(first)! })

    expect(answer.headers['set-cookie']).toBe(
      `patient=; Max-Age=0; Path=${link}; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax`,
    )
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    const again = await phone.send(`${link}/leave`, { '~proof': proofOf(first)! })
    expect([again.statusCode, again.headers['location']]).toEqual([303, `${link}/left`])
  })

  test('says why an answer cannot be saved, and leaves without it when pressed again; a blank answer does not prevent leaving (PTN-7)', async () => {
    const { link, phone, first, kept } = await atFirstQuestion()
    await phone.fillIn(first, { allergies: 'None' })
    await phone.fillIn(await phone.visit(`${link}/question/2`), {})
    const third = await phone.visit(`${link}/question/3`)

    const refused = await phone.fillIn(third, { ...operation, 'operation-month': '13', '~leave': 'keeping the answer' })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('value="13"')
    expect(refused.body).toContain('Come back later without saving this answer')
    const left = await phone.fillIn(refused, { ...operation, 'operation-month': '13', '~leave': 'without the answer' })

    expect(headingOf(left)).toBe('You have left the form')
    expect(await kept()).toEqual({ allergies: 'None', smoker: '' })
    const blank = await phone.fillIn(await phone.open(link), { '~leave': 'keeping the answer' })
    expect(headingOf(blank)).toBe('You have left the form')
  })

  test('saves that an answer was cleared (PTN-7)', async () => {
    const { link, phone, first, kept } = await atFirstQuestion()
    await phone.fillIn(first, { allergies: 'None' })
    await phone.fillIn(await phone.visit(`${link}/question/2`), { smoker: 'yes' })
    expect(await kept()).toEqual({ allergies: 'None', smoker: 'yes' })

    const left = await phone.fillIn(await phone.visit(`${link}/question/2`), { smoker: '', '~leave': 'keeping the answer' })

    expect(headingOf(left)).toBe('You have left the form')
    expect(await kept()).toEqual({ allergies: 'None', smoker: '' })
  })

  test('does nothing for another site or without the token of the page (PTN-7, SAFE-2)', async () => {
    const { link, phone, first, sessions } = await atFirstQuestion()
    const proof = { '~proof': proofOf(first)! }

    expect((await phone.send(`${link}/leave`, {})).statusCode).toBe(403)
    expect((await phone.send(`${link}/leave`, proof, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)

    expect(await sessions()).toBe(1)
    expect((await phone.send(`${link}/left`)).headers['location'], 'a device that still sees the answers is not told that it cannot').toBe(
      link,
    )
  })
})

describe('Leaving a form', () => {
  test('GET /r/:token/confirmation: “I have finished” ends the session, and the page is not shown again (PTN-7)', async () => {
    const { link, phone, first, sessions } = await atFirstQuestion()
    await phone.fillIn(first, { allergies: 'None' })
    await phone.fillIn(await phone.visit(`${link}/question/2`), {})
    const sent = await phone.fillIn(await phone.fillIn(await phone.visit(`${link}/question/3`), operation), {})
    expect(sent.body).toContain('I have finished')

    const left = await phone.fillIn(sent, {})

    expect([left.address, headingOf(left)]).toEqual([`${link}/left`, 'You have finished'])
    expect(await sessions()).toBe(0)
    expect(headingOf(await phone.visit(`${link}/confirmation`))).toBe('You have already sent this form')
  })
})

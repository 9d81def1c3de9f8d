import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { readPdf } from '#test/pdf.ts'
import { openPhone } from '#test/phone.ts'
import { moodForm } from '#test/scored-form.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'

const headingOf = ({ body }: { body: string }) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]
const footerOf = ({ body }: { body: string }) => body.slice(body.indexOf('<footer'))
/** Nothing that tells who the patient is, or which form they were sent. */
const isAnonymous = ({ body }: { body: string }) => !/Samira|Okafor|Before your operation|allergic|0770|1984/.test(body)

async function anOrganisation() {
  const ward = await openOrganisation()
  await ward.query(
    `update organisations set contact_phone = '0113 496 0000', contact_hours = 'Monday to Friday, 9am to 5pm', contact_address = E'1 High Street\nLeeds',
       contact_web = 'https://northbury.example/contact', data_protection_contact = 'dpo@northbury.example' where id = $1`,
    [ward.id],
  )
  return ward
}

describe('The footer of patient pages', () => {
  test('has the contact details and the three pages on the identity step, on an ended link and on a locked link (PTN-7)', async () => {
    const ward = await anOrganisation()
    const phone = await openPhone()
    const { link } = await sendFormToPatient(ward)
    const locked = await sendFormToPatient(ward)
    await ward.query('update patient_links set locked_at = now() where request_id = $1', [locked.requestId])
    const links = [link, locked.link]
    for (const status of ['closed', 'expired', 'sent_in_error'] as const) links.push((await sendFormToPatient(ward, { status })).link)

    for (const one of links) {
      const footer = footerOf(await phone.send(one))
      expect(footer).toContain('<a href="tel:01134960000" dir="ltr">0113 496 0000</a> (Monday to Friday, 9am to 5pm)')
      expect(footer).toContain('Address: 1 High Street, Leeds')
      expect(footer).toContain('href="https://northbury.example/contact"')
      for (const topic of ['privacy', 'accessibility', 'cookies']) expect(footer).toContain(`href="${one}/${topic}"`)
    }
  })

  test('shows no contact details where no organisation is known, and links to the general pages (PTN-7, PTN-2)', async () => {
    await anOrganisation()
    const phone = await openPhone()

    for (const address of ['/c', '/r/unknown']) {
      const footer = footerOf(await phone.send(address))
      expect(footer).toContain('href="/information/privacy"')
      expect(footer).not.toContain('0113')
    }
    expect(headingOf(await phone.send('/information/cookies'))).toBe('Cookies')
    expect((await phone.send('/information/other')).statusCode).toBe(404)
  })

  test('opens the pages in a new tab from a question, so that what was typed is not lost (PTN-7)', async () => {
    const { link } = await sendFormToPatient(await anOrganisation())
    const phone = await openPhone()

    expect(footerOf(await phone.send(link))).not.toContain('_blank')
    expect(footerOf(await phone.open(link))).toContain(
      `<a href="${link}/privacy" target="_blank" rel="noopener">Privacy notice (opens in a new tab)</a>`,
    )
  })
})

describe('GET /r/:token/privacy, /accessibility and /cookies', () => {
  test('show the standard texts with the details of the organisation, without an identity step, patient or form (PTN-7, PTN-2)', async () => {
    const ward = await anOrganisation()
    const { link, requestId } = await sendFormToPatient(ward)
    const phone = await openPhone()

    const pages = [await phone.send(`${link}/privacy`), await phone.send(`${link}/accessibility`), await phone.send(`${link}/cookies`)]

    expect(pages.map(headingOf)).toEqual(['Privacy notice', 'Accessibility statement', 'Cookies'])
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(pages[0]!.body).toMatch(/Test organisation \d+ is the data controller/)
    expect(pages[0]!.body).toContain('dpo@northbury.example')
    expect(pages[0]!.body).toContain('0113 496 0000')
    expect(pages[2]!.body).toContain('Name: patient')
    for (const page of pages) {
      expect(isAnonymous(page)).toBe(true)
      expect(page.body).not.toContain('<script')
      expect(page.headers['set-cookie']).toBeUndefined()
    }
    expect((await ward.query('select status from form_requests where id = $1', [requestId]))[0]).toEqual({ status: 'unopened' })
  })

  test('the cookies page names every cookie that the patient pages set (PTN-7)', async () => {
    const { link } = await sendFormToPatient(await anOrganisation())
    const phone = await openPhone()
    const { body } = await phone.send(`${link}/cookies`)

    const first = await phone.open(link)
    await phone.fillIn(first, { allergies: 'None' })

    const names = phone
      .cookies()
      .split('; ')
      .map((cookie) => cookie.split('=')[0]!)
    expect(names).toEqual(['patient'])
    for (const name of names) expect(body).toContain(`Name: ${name}`)
  })

  test('an organisation replaces a text by its own, which is text and never markup, or by its own page (PTN-7)', async () => {
    const ward = await anOrganisation()
    const { link } = await sendFormToPatient(ward)
    const ada = await ward.staff('Admin')
    const own = '# Our notice\n\nRead <b>this</b> at https://northbury.example/more.'
    const settings = { privacyNotice: own, accessibilityStatement: 'https://northbury.example/accessibility' }
    expect((await ada.patch(`/api/tenants/tenant/${ward.id}`, settings)).statusCode).toBe(200)
    const phone = await openPhone()

    const page = await phone.send(`${link}/privacy`)
    const elsewhere = await phone.send(`${link}/accessibility`)

    expect(page.body).toContain('<h2 class="nhsuk-heading-m">Our notice</h2>')
    expect(page.body).toContain('Read &lt;b&gt;this&lt;/b&gt; at <a href="https://northbury.example/more">')
    expect(page.body).not.toContain('data controller')
    expect([elsewhere.statusCode, elsewhere.headers['location']]).toEqual([303, 'https://northbury.example/accessibility'])
  })

  test('an address that is not https is refused as the web page of an organisation (PTN-7, ORG-6)', async () => {
    const ward = await anOrganisation()
    const ada = await ward.staff('Admin')
    const refused = await ada.patch(`/api/tenants/tenant/${ward.id}`, { contactWeb: 'javascript:alert(1)' })

    expect(refused.json().errors).toEqual([{ field: 'contactWeb', message: 'Web page must be an address that starts with https://.' }])
  })
})

describe('GET /r/:token/answers.pdf', () => {
  /** A device that has sent the answers to a form with scores and red flags. */
  async function sent() {
    const ward = await anOrganisation()
    const asked = await sendFormToPatient(ward, { definition: moodForm, formTitle: 'How are you?' })
    const phone = await openPhone()
    let page = await phone.open(asked.link)
    for (const { id } of moodForm.questions) page = await phone.fillIn(page, { [id]: 'always' })
    const confirmation = await phone.fillIn(page, {})
    return { ...asked, ward, phone, confirmation }
  }

  test('gives the device that sent the answers a copy of what was asked and answered, and nothing else (PTN-7)', async () => {
    const { link, phone, confirmation, ward, requestId, patientId } = await sent()
    expect(headingOf(confirmation)).toBe('Your answers have been sent')
    expect(confirmation.body).toContain(`href="${link}/answers.pdf"`)

    const file = await phone.send(`${link}/answers.pdf`)

    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="your-answers.pdf"',
      'cache-control': 'no-store',
    })
    const { parts, artifacts } = await readPdf(file.rawPayload)
    const text = JSON.stringify([parts, artifacts])
    expect(text).toContain('How are you?')
    for (const { title } of moodForm.questions.slice(0, 1)) expect(text).toContain(title)
    for (const { name } of [...moodForm.redFlags!, ...moodForm.scores!]) expect(text).not.toContain(name)
    expect(text).not.toMatch(/Samira|Okafor|Red flag|Scores/)
    expect((await ward.auditTrail()).at(-1)).toMatchObject({
      event_type: 'formRequestCopyDownloaded',
      actor_id: requestId,
      subject_id: requestId,
      patient_id: patientId,
    })
  })

  test('the copy is in the language of the page: the form as far as it is translated, its options and the fixed words (PTN-7, PTN-8)', async () => {
    const ward = await anOrganisation()
    const { link } = await sendFormToPatient(ward, {
      formTitle: 'Wards',
      definition: {
        questions: [
          {
            id: 'ward',
            type: 'single_select',
            title: 'Which ward?',
            required: true,
            options: [
              { value: 'm', label: 'Maple' },
              { value: 'o', label: 'Oak' },
            ],
          },
          { id: 'more', type: 'free_text', title: 'Anything else?', required: false },
        ],
        translations: {
          cy: {
            'question.ward.title': { source: 'Which ward?', text: 'Pa ward?' },
            'question.ward.option.o': { source: 'Oak', text: 'Derwen' },
          },
        },
      },
    })
    const phone = await openPhone()
    let page = await phone.open(link)
    await phone.send(`${link}/language`, { '~language': 'cy', '~return': link })
    page = await phone.visit(`${link}/question/1`)
    expect(headingOf(page)).toBe('Pa ward?')
    page = await phone.fillIn(page, { ward: 'o' })
    page = await phone.fillIn(page, {})
    await phone.fillIn(page, {})

    const { title, language, parts } = await readPdf((await phone.send(`${link}/answers.pdf`)).rawPayload)

    expect({ title, language }).toEqual({ title: 'Wards: eich atebion', language: 'cy' })
    expect(parts.slice(0, 3)).toEqual([
      { tag: 'H1', text: 'Wards', lang: 'en-GB' },
      { tag: 'TH', text: 'Anfonwyd at' },
      { tag: 'TD', text: expect.any(String) },
    ])
    expect(parts.slice(parts.findIndex(({ text }) => text === 'Atebion'))).toEqual([
      { tag: 'H2', text: 'Atebion' },
      { tag: 'H3', text: '1. Pa ward?' },
      { tag: 'P', text: 'Derwen' },
      { tag: 'H3', text: '2. Anything else?', lang: 'en-GB' },
      { tag: 'Figure', text: '', alt: 'Heb ei ateb' },
    ])
  })

  test('gives another device, a device that has finished and a form that was not sent nothing (PTN-7, PTN-2)', async () => {
    const { link, phone, confirmation, ward } = await sent()
    const other = await openPhone()
    const unsent = await sendFormToPatient(ward)
    const atQuestion = await openPhone()
    await atQuestion.open(unsent.link)

    const refusals = [await other.send(`${link}/answers.pdf`), await atQuestion.send(`${unsent.link}/answers.pdf`)]
    await phone.fillIn(confirmation, {})
    refusals.push(await phone.send(`${link}/answers.pdf`))

    expect(refusals.map(({ statusCode, headers }) => [statusCode, headers['location']])).toEqual([
      [303, link],
      [303, unsent.link],
      [303, link],
    ])
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'formRequestCopyDownloaded')).toEqual([])
  })

  test('gives nothing to a device that passed the identity step before another device sent the answers (PTN-7, PTN-2)', async () => {
    const ward = await openOrganisation()
    const { link } = await sendFormToPatient(ward, { definition: { questions: [moodForm.questions[0]!] } })
    const [own, other] = [await openPhone(), await openPhone()]
    const check = await own.fillIn(await own.open(link), { [moodForm.questions[0]!.id]: 'always' })
    const elsewhere = await other.open(link)
    expect(headingOf(elsewhere)).toBe(headingOf(check))

    await own.fillIn(check, {})

    for (const path of ['', '/confirmation', '/answers.pdf', '/check-answers', '/question/1']) {
      const page = await other.visit(`${link}${path}`)
      expect([path, page.headers['content-type'], headingOf(page)]).toEqual([
        path,
        'text/html; charset=utf-8',
        'You have already sent this form',
      ])
    }
    expect(headingOf(await other.fillIn(elsewhere, {})), 'its own press of the button').toBe('You have already sent this form')
    expect((await own.send(`${link}/answers.pdf`)).headers['content-type']).toBe('application/pdf')
  })

  test('makes at most 4 files at a time for one form request; more are a page that says so (SAFE-2)', async () => {
    const { link, phone } = await sent()

    const answers = await Promise.all(Array.from({ length: 7 }, () => phone.send(`${link}/answers.pdf`)))

    const refused = answers.filter(({ statusCode }) => statusCode === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(4)
    for (const page of refused) expect(headingOf(page)).toBe('Sorry, there is a problem with the service')
    expect((await phone.send(`${link}/answers.pdf`)).statusCode).toBe(200)
  })
})

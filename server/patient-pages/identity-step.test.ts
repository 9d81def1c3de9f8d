import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import type { RequestStatus } from '#domain/request-status.ts'
import { inTransaction } from '#server/platform/database.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { collectPlans } from '#test/collect-plans.ts'
import { testServer } from '#test/test-server.ts'
import { openOrganisation } from '#test/organisation.ts'
import { openPhone, proofOf } from '#test/phone.ts'

import { findLink } from './assignments.sql.ts'

const wrong: [string, string, string] = ['1', '1', '1990']
const headingOf = ({ body }: { body: string }) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]

describe('POST /r/:token/identity', () => {
  test('before the identity step the page names neither patient nor form, and loading it gives no access (PTN-2)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward, { formTitle: 'Sexual health questionnaire' })

    const page = await (await openPhone()).visit(link)

    expect(headingOf(page)).toBe('What is your date of birth?')
    expect(page.body).not.toMatch(/Samira|Okafor|1984|Sexual health|allergic/)
    expect(await ward.query('select status, opened_at from form_requests where id = $1', [requestId])).toEqual([
      { status: 'unopened', opened_at: null },
    ])
    expect(await ward.query('select 1 from form_request_events where request_id = $1', [requestId])).toEqual([])
  })

  test('five wrong dates of birth lock the link, the right one no longer opens it, and staff can unlock it (PTN-2)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward)
    const phone = await openPhone()

    for (let attempt = 1; attempt <= 4; attempt++) expect((await phone.open(link, wrong)).statusCode).toBe(422)
    const fifth = await phone.open(link, wrong)
    const right = await phone.send(`${link}/identity`, {
      'date-of-birth-day': '15',
      'date-of-birth-month': '3',
      'date-of-birth-year': '1984',
    })

    expect([fifth.statusCode, headingOf(fifth)]).toEqual([403, 'This link is locked'])
    expect([right.statusCode, headingOf(right), right.headers['set-cookie']]).toEqual([403, 'This link is locked', undefined])
    expect(await ward.query('select kind from form_request_events where request_id = $1', [requestId])).toEqual([{ kind: 'locked' }])
    await ward.query('update patient_links set locked_at = null, wrong_attempts = 0 where request_id = $1', [requestId])
    expect((await phone.open(link)).address).toBe(`${link}/question/1`)
  })

  test('when somebody else has locked the link, a device that had passed the step has to pass it again, and keeps its answers (PTN-2)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward)
    const [own, strange] = [await openPhone(), await openPhone()]
    const next = await own.fillIn(await own.open(link), { allergies: 'Penicillin' })
    expect(next.address).toBe(`${link}/question/2`)

    for (let attempt = 1; attempt <= 5; attempt++) await strange.open(link, wrong)

    expect(headingOf(await own.visit(`${link}/question/2`))).toBe('This link is locked')
    expect(headingOf(await own.fillIn(next, { smoker: 'no' }))).toBe('This link is locked')
    await ward.query('update patient_links set locked_at = null, wrong_attempts = 0 where request_id = $1', [requestId])
    expect(headingOf(await own.visit(link))).toBe('What is your date of birth?')
    expect((await own.open(link)).address).toBe(`${link}/question/2`)
  })

  test('at most five of many simultaneous attempts are checked (PTN-2)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward)
    const phone = await openPhone()
    const attempt = (day: number) =>
      phone.send(`${link}/identity`, { 'date-of-birth-day': String(day), 'date-of-birth-month': '6', 'date-of-birth-year': '1984' })

    const answers = await Promise.all(Array.from({ length: 20 }, (_, day) => attempt(day + 1)))

    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(4)
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(16)
    expect(await ward.query('select wrong_attempts from patient_links where request_id = $1', [requestId])).toEqual([{ wrong_attempts: 5 }])
  })
})

describe('POST /r/:token/identity, over the life of the link', () => {
  test('twenty wrong dates lock the link though the patient enters the right one in between, and an unlock by staff resets the count (PTN-2)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward)
    const stranger = await openPhone()
    const visitOfPatient = async () => expect((await (await openPhone()).open(link)).statusCode).toBe(200)
    const clerk = await ward.staff()

    for (let visit = 1; visit <= 4; visit++) {
      for (let guess = 1; guess <= 4; guess++) expect((await stranger.open(link, wrong)).statusCode).toBe(422)
      await visitOfPatient()
    }
    for (let guess = 17; guess <= 19; guess++) expect((await stranger.open(link, wrong)).statusCode).toBe(422)
    const patient = await openPhone()
    expect((await patient.open(link)).statusCode).toBe(200)
    const twentieth = await stranger.open(link, wrong)

    expect([twentieth.statusCode, headingOf(twentieth)]).toEqual([403, 'This link is locked'])
    expect(headingOf(await patient.visit(`${link}/question/1`))).toBe('This link is locked')
    expect((await clerk.patch(`/api/forms/request/${requestId}/unlock`, { identityCheck: 'three_details' })).statusCode).toBe(200)
    for (let guess = 1; guess <= 4; guess++) expect((await stranger.open(link, wrong)).statusCode).toBe(422)
    expect((await patient.open(link)).address).toBe(`${link}/question/1`)
  })
})

describe('POST /r/:token/identity, whatever the state of the request', () => {
  test('an invalid date does not count as an attempt, and the right date resets the wrong ones (PTN-2)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward)
    const phone = await openPhone()

    for (let slip = 0; slip < 7; slip++) expect((await phone.open(link, ['31', '2', '1984'])).statusCode).toBe(422)
    expect((await phone.open(link, ['', '', ''])).body).toContain('Enter your date of birth')
    await phone.open(link, wrong)
    await phone.open(link)

    expect(await ward.query('select wrong_attempts, locked_at from patient_links where request_id = $1', [requestId])).toEqual([
      { wrong_attempts: 0, locked_at: null },
    ])
  })

  test.each<[string, RequestStatus, number, string]>([
    ['completed', 'completed', 200, 'You have already sent this form'],
    ['closed', 'closed', 410, 'This form is closed'],
    ['auto closed', 'auto_closed', 410, 'This form is closed'],
    ['expired', 'expired', 410, 'The time to fill in this form has passed'],
    ['sent in error', 'sent_in_error', 410, 'This form was sent by mistake'],
  ])(
    'the link of a request that is %s explains this and what to do, and does not ask for the date of birth (PTN-4)',
    async (_name, status, code, heading) => {
      const ward = await openOrganisation()
      const { link, requestId } = await sendFormToPatient(ward, { status })
      if (status === 'completed') await ward.query('update form_requests set completed_at = now() where id = $1', [requestId])
      const phone = await openPhone()

      const page = await phone.visit(link)
      const posted = await phone.send(`${link}/identity`, {
        'date-of-birth-day': '15',
        'date-of-birth-month': '3',
        'date-of-birth-year': '1984',
      })

      expect([page.statusCode, headingOf(page), posted.statusCode, headingOf(posted)]).toEqual([code, heading, code, heading])
      expect(page.body).not.toMatch(/Samira|Okafor|Before your operation/)
      expect(posted.headers['set-cookie']).toBeUndefined()
    },
  )

  test('a link is closed at the end of its last day, before the worker has closed the request (PTN-4)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward)
    const phone = await openPhone()
    const page = await phone.open(link)
    await ward.query("update form_requests set expires_at = now() - interval '1 minute' where id = $1", [requestId])

    expect((await phone.visit(link)).statusCode).toBe(410)
    expect((await phone.fillIn(page, { allergies: 'None' })).statusCode).toBe(410)
  })

  test('an unknown link is explained, and names nobody (PTN-4)', async () => {
    const ward = await openOrganisation()
    const { link } = await sendFormToPatient(ward)
    const phone = await openPhone()

    for (const address of ['/r/x', `${link}x`, link.slice(0, -1), '/r/%00', '/r/x/question/1', '/r/x/confirmation']) {
      const page = await phone.visit(address)
      expect([page.statusCode, headingOf(page)], address).toEqual([404, 'This link does not work'])
      expect(page.body).not.toContain('Test organisation')
    }
  })

  test('a page of another site, or a form without our token, can neither save nor send (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward)
    const phone = await openPhone()
    const first = await phone.open(link)
    const proof = proofOf(first)!
    const answer = { allergies: 'None' }

    for (const form of [answer, { ...answer, '~proof': 'x' }, { ...answer, '~proof': ['x', 'y'] }])
      expect((await phone.send(`${link}/question/1`, form)).statusCode).toBe(403)
    expect((await phone.send(`${link}/question/1`, { ...answer, '~proof': proof }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
      403,
    )
    expect((await phone.send(`${link}/check-answers`, {})).statusCode).toBe(403)
    expect(await ward.query('select 1 from answer_drafts where request_id = $1', [requestId])).toEqual([])
  })

  test('neither the link nor the device can be read from the database, and one link opens no other (PTN-1, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const [hers, his] = [await sendFormToPatient(ward), await sendFormToPatient(ward)]
    const phone = await openPhone()
    const { address } = await phone.open(hers.link)
    const { headers } = await phone.send(`${his.link}/identity`, {
      'date-of-birth-day': '15',
      'date-of-birth-month': '3',
      'date-of-birth-year': '1984',
    })
    const cookie = String(headers['set-cookie'])

    expect(address).toBe(`${hers.link}/question/1`)
    expect(cookie).toMatch(new RegExp(`^patient=[\\w-]{43}; Path=${his.link}; HttpOnly; SameSite=Lax$`))
    const stranger = await openPhone()
    expect(
      (await stranger.send(`${hers.link}/question/1`, undefined, { cookie: cookie.split(';')[0]! })).headers['location'],
      'his device at her link',
    ).toBe(hers.link)
    for (const table of ['patient_links', 'patient_sessions', 'form_requests', 'notifications', 'audit_events', 'form_request_events']) {
      const text = JSON.stringify(await ward.query(`select to_jsonb(t)::text as row from ${table} t where organisation_id = $1`, [ward.id]))
      expect(text, table).not.toContain(hers.token)
      expect(text, table).not.toContain(cookie.slice(8, 51))
    }
  })
})

describe('POST /r/:token/question/:number, hidden characters', () => {
  test('an answer of one line is refused with a message next to the field, and one of several lines keeps its line breaks (PTN-3)', async () => {
    const ward = await openOrganisation()
    const ask = (id: string, long: boolean) => ({ id, type: 'free_text', title: 'How are you?', required: true, long }) as const
    const { link, requestId } = await sendFormToPatient(ward, { definition: { questions: [ask('short', false), ask('long', true)] } })
    const phone = await openPhone()
    const first = await phone.open(link)

    const refused = await phone.fillIn(first, { short: 'Well\r\nBcc: a' })
    const second = await phone.fillIn(first, { short: ' Well\t' })
    const again = await phone.fillIn(second, { long: 'Well\u0007' })
    await phone.fillIn(second, { long: 'Well,\r\n\tand better' })

    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('Your answer must not contain line breaks, tabs or hidden characters. Type it again')
    expect(again.statusCode).toBe(422)
    expect(again.body).toContain('Your answer must not contain hidden characters. Type it again')
    const [draft] = await ward.query('select answers from answer_drafts where request_id = $1', [requestId])
    expect(draft!['answers']).toEqual({ short: ' Well\t', long: 'Well,\r\n\tand better' })
  })
})

describe('The links of patients', () => {
  test('every POST gets a page as its response (SAFE-3)', async () => {
    const ward = await openOrganisation()
    const { link } = await sendFormToPatient(ward)
    const phone = await openPhone()
    const first = await phone.open(link)
    const hostile: Record<string, string | string[]>[] = [
      {},
      { 'allergies[a][b]': 'x' },
      { allergies: ['a', 'b'] },
      { allergies: '\0\ud800' },
      { allergies: 'x'.repeat(4_001) },
      { '__proto__[a]': 'x' },
    ]

    for (const fields of hostile) {
      const page = await phone.fillIn(first, fields)
      expect(page.statusCode, JSON.stringify(fields).slice(0, 40)).toBeLessThan(500)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })

  test('a link is found with one index lookup, however many links there are (PTN-1, PERF-1)', async () => {
    const { services } = await testServer()
    const hash = Buffer.alloc(32, 7)

    const [plan] = await inTransaction(services.db, { key: hash.toString('hex') }, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx) // there are few links in a test
      const { explained, plans } = collectPlans(tx)
      await findLink(explained, hash)
      return plans
    })

    expect(plan).toMatch(/Index Scan using patient_links_token_hash_key on patient_links .*\n +Index Cond: \(token_hash = /)
  })
})

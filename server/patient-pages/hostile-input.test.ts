import { describe, expect, test } from 'vitest'

import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { testServer } from '#test/test-server.ts'
import { openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'

describe('The patient pages under attack', () => {
  test('a body that none of our forms sends is refused with a page and without a server error (SAFE-3, PTN-1)', async () => {
    const { app } = await testServer()
    const { link } = await sendFormToPatient(await openOrganisation())
    const post = async (type: string, payload: string) =>
      app.inject({ method: 'POST', url: `${link}/identity`, headers: { 'content-type': type }, payload })

    const answers = [await post('text/xml', '<a/>'), await post('application/json', '{'), await post('text/plain', 'x'.repeat(2_000_000))]
    const large = await post('application/x-www-form-urlencoded', 'a='.repeat(300_000))

    for (const { statusCode, body } of [...answers, large]) {
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(statusCode).toBeLessThan(500)
      expect(body).toContain('There was a problem with that page')
    }
  })

  test.each(['%0d%0aset-cookie:a=b', '%E2%82%AC', '%00', '%2F%2Fevil.example', '%5C%5Cevil.example'])(
    'a link made of %s opens no other page and causes no server error (SAFE-2, SAFE-3)',
    async (token) => {
      const { app } = await testServer()

      const led = await app.inject(`/r/${token}/identity`)
      const shown = await app.inject(`/r/${token}`)

      expect([led.statusCode, led.headers['location'], led.headers['set-cookie']]).toEqual([
        303,
        `/r/${encodeURIComponent(decodeURIComponent(token))}`,
        undefined,
      ])
      expect(shown.statusCode).toBe(404)
    },
  )

  test('the cookie of one request opens no other, neither of another patient nor of another organisation (PTN-2)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const [own, neighbour, stranger] = [await sendFormToPatient(ward), await sendFormToPatient(ward), await sendFormToPatient(elsewhere)]
    const { app } = await testServer()
    const opened = await app.inject({
      method: 'POST',
      url: `${own.link}/identity`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'date-of-birth-day=15&date-of-birth-month=3&date-of-birth-year=1984',
    })
    const cookie = String(opened.headers['set-cookie']).split(';')[0]!

    for (const { link } of [neighbour, stranger]) {
      const page = await app.inject({ url: `${link}/question/1`, headers: { cookie } })
      expect([page.statusCode, page.headers['location']]).toEqual([303, link])
    }
    expect((await app.inject({ url: `${own.link}/question/1`, headers: { cookie } })).statusCode).toBe(200)
  })

  test('a page left open saves and sends nothing once staff have closed the request (PTN-2, PTN-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const { link, requestId } = await sendFormToPatient(ward)
    const phone = await openPhone()
    const page = await phone.open(link)
    await ada.patch(`/api/forms/request/${requestId}/close`, {})

    const late = await phone.fillIn(page, { allergies: 'None' })

    expect([late.statusCode, late.address]).toEqual([410, link])
    expect(await ward.query('select 1 from answer_drafts where request_id = $1', [requestId])).toEqual([])
    expect(await ward.query('select 1 from submissions where request_id = $1', [requestId])).toEqual([])
  })
})

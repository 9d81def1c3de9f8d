import { describe, expect, test, vi } from 'vitest'

import { makeLinkProof } from '#server/nhs-app/link-proof.ts'
import { openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'

const headingOf = ({ body }: { body: string }) => /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]
const identityStep = 'What is your date of birth?'

/** A form whose link comes from the NHS App, with the proof that the patient has signed in with NHS login. */
async function linkFromNhsApp(asked: Parameters<typeof sendFormToPatient>[1] = {}) {
  const ward = await openOrganisation()
  const sent = await sendFormToPatient(ward, asked)
  const proof = makeLinkProof(ward.services.keys, sent.requestId)
  return { ward, ...sent, proof, address: `${sent.link}?nhs-login=${proof}` }
}

describe('A link from the NHS App', () => {
  test('opens the form without the identity step, once the patient presses Continue (PEP-3, PTN-2)', async () => {
    const { ward, address, link, requestId } = await linkFromNhsApp()
    const phone = await openPhone()
    const page = await phone.visit(address)
    expect([headingOf(page), page.body.match(/Samira|Okafor|allergic|Before your operation/)]).toEqual(['Continue to your form', null])
    expect(await ward.query('select status from form_requests where id = $1', [requestId]), 'looking at it opens nothing').toEqual([
      { status: 'unopened' },
    ])

    const opened = await phone.fillIn(page, {})

    expect([opened.statusCode, opened.address]).toEqual([200, `${link}/question/1`])
    expect(await ward.query('select status from form_requests where id = $1', [requestId])).toEqual([{ status: 'opened' }])
    expect(await ward.auditTrail()).toContainEqual(
      expect.objectContaining({ event_type: 'formRequestOpened', subject_id: requestId, detail: { by: 'nhs_login' } }),
    )
  })

  test('proves nothing a second time: another device gets the identity step (PEP-3, PTN-2)', async () => {
    const { address, link } = await linkFromNhsApp()
    const [phone, stranger] = [await openPhone(), await openPhone()]
    const copied = await stranger.visit(address)
    await phone.fillIn(await phone.visit(address), {})

    const late = await stranger.fillIn(copied, {})

    expect([headingOf(late), late.address]).toEqual([identityStep, link])
    expect(stranger.cookies()).toBe('')
  })

  test('used at the same moment on several devices, opens the form on one (PEP-3)', async () => {
    const { address } = await linkFromNhsApp()
    const phones = await Promise.all(Array.from({ length: 5 }, openPhone))
    const pages = await Promise.all(phones.map((phone) => phone.visit(address)))

    await Promise.all(phones.map((phone, nth) => phone.fillIn(pages[nth]!, {})))

    expect(phones.filter((phone) => phone.cookies() !== '')).toHaveLength(1)
  })

  test('proves nothing after ten minutes, for another form request, or changed (PEP-3, PTN-2)', async () => {
    const mine = await linkFromNhsApp()
    const other = await sendFormToPatient(mine.ward)
    const [expires = '', nonce = '', signature = ''] = mine.proof.split('.')
    const longer = `${Number(expires) + 60_000}.${nonce}.${signature}`
    for (const [link, proof] of [
      [other.link, mine.proof],
      [mine.link, longer],
      [mine.link, ''],
      [mine.link, 'x'.repeat(5_000)],
      [mine.link, `${expires}.${nonce}.`],
    ]) {
      const phone = await openPhone()
      expect(headingOf(await phone.visit(`${link}?nhs-login=${proof}`)), proof).toBe(identityStep)
      await phone.send(`${link}/nhs-app`, { 'nhs-login': proof! })
      expect(phone.cookies(), proof).toBe('')
    }

    const phone = await openPhone()
    const page = await phone.visit(mine.address)
    vi.spyOn(Date, 'now').mockReturnValue(Number(expires) + 1)
    try {
      expect(headingOf(await phone.visit(mine.address))).toBe(identityStep)
      await phone.fillIn(page, {})
      expect(phone.cookies()).toBe('')
    } finally {
      vi.restoreAllMocks()
    }
  })

  test('does not open a locked link or a closed form (PEP-3, PTN-2, PTN-4)', async () => {
    const locked = await linkFromNhsApp()
    await locked.ward.query('update patient_links set locked_at = now() where request_id = $1', [locked.requestId])
    const closed = await linkFromNhsApp({ status: 'closed' })

    for (const [{ address, link, proof }, heading] of [
      [locked, 'This link is locked'],
      [closed, 'This form is closed'],
    ] as const) {
      const phone = await openPhone()
      expect(headingOf(await phone.visit(address))).toBe(heading)
      expect(headingOf(await phone.send(`${link}/nhs-app`, { 'nhs-login': proof }))).toBe(heading)
      expect(phone.cookies()).toBe('')
    }
  })

  test('is not opened by a post from another site (PEP-3)', async () => {
    const { link, proof } = await linkFromNhsApp()
    const phone = await openPhone()

    expect((await phone.send(`${link}/nhs-app`, { 'nhs-login': proof }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect(phone.cookies()).toBe('')
  })

  test('used proofs are deleted after they have expired (PEP-3)', async () => {
    const { ward, address } = await linkFromNhsApp()
    await (await openPhone()).fillIn(await (await openPhone()).visit(address), {})
    await ward.query("update used_link_proofs set expires_at = now() - interval '1 minute' where organisation_id = $1", [ward.id])
    const next = await sendFormToPatient(ward)
    const phone = await openPhone()
    await phone.fillIn(await phone.visit(`${next.link}?nhs-login=${makeLinkProof(ward.services.keys, next.requestId)}`), {})

    expect(await ward.query('select request_id from used_link_proofs where organisation_id = $1', [ward.id])).toEqual([
      { request_id: next.requestId },
    ])
  })
})

import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aRequest } from '#test/requests.ts'

const address = (id: string) => `/api/forms/request/${id}`

describe('PATCH /request/:id/unlock', () => {
  test('staff unlock a link after five wrong dates of birth (PTN-2, PTN-6)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const { id } = await aRequest(ward)
    await ward.query('update patient_links set locked_at = now(), wrong_attempts = 5, wrong_in_all = 17 where request_id = $1', [id])
    expect((await clerk.get(address(id))).json()).toMatchObject({ link: { isLocked: true, wrongAttempts: 5 } })

    expect((await clerk.patch(`${address(id)}/unlock`, {})).json().errors).toEqual([
      { field: 'identityCheck', message: 'Choose how you checked who you are speaking to.' },
    ])
    expect((await clerk.patch(`${address(id)}/unlock`, { identityCheck: 'three_details' })).statusCode).toBe(200)

    expect((await clerk.get(address(id))).json()).toMatchObject({
      link: { isLocked: false, wrongAttempts: 0 },
      timeline: [{ kind: 'unlocked', detail: { wrongInARow: 5, wrongInAll: 17, identityCheck: 'three_details' } }],
    })
    expect(await ward.query('select wrong_attempts, wrong_in_all from patient_links where request_id = $1', [id])).toEqual([
      { wrong_attempts: 0, wrong_in_all: 0 },
    ])
    const admin = await ward.staff('Forms OrgAdmin')
    const log = (await admin.get(`/api/tenants/tenant/${ward.id}/logs?eventType=formRequestUnlocked`)).json()
    expect(log.docs[0].description).toMatch(/ and reset the count of wrong dates of birth \(17\)$/)
    expect((await clerk.patch(`${address(id)}/unlock`, { identityCheck: 'three_details' })).json()).toMatchObject({
      code: 'conflict',
      detail: 'The link is not locked.',
    })
  })
})

import { expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aRequest } from '#test/requests.ts'

const address = (id: string) => `/api/forms/request/${id}`

test('PTN-2 staff unlock a link after five wrong dates of birth', async () => {
  const ward = await openOrganisation()
  const clerk = await ward.staff()
  const { id } = await aRequest(ward)
  await ward.query('update patient_links set locked_at = now(), wrong_attempts = 5 where request_id = $1', [id])
  expect((await clerk.get(address(id))).json()).toMatchObject({ link: { isLocked: true, wrongAttempts: 5 } })

  expect((await clerk.patch(`${address(id)}/unlock`)).statusCode).toBe(200)

  expect((await clerk.get(address(id))).json()).toMatchObject({
    link: { isLocked: false, wrongAttempts: 0 },
    timeline: [{ kind: 'unlocked' }],
  })
  expect((await clerk.patch(`${address(id)}/unlock`)).json()).toMatchObject({ code: 'conflict', detail: 'The link is not locked.' })
})

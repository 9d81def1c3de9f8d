import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aRequest } from '#test/requests.ts'

import type { List } from '#test/worklist.ts'

describe('The filter for messages that did not arrive', () => {
  test('requests whose last message did not arrive are found, until a later message is sent (NOT-6, REQ-1)', async () => {
    const own = await openOrganisation()
    const reader = await own.staff()
    const [failed, sent] = [await aRequest(own), await aRequest(own)]
    const message = (requestId: string, category: string, status: string) =>
      own.query(`insert into notifications (organisation_id, request_id, category, method, status) values ($1, $2, $3, 'sms', $4)`, [
        own.id,
        requestId,
        category,
        status,
      ])
    await message(failed.id, 'request_created', 'failed')
    await message(sent.id, 'request_created', 'sent')
    const unreached = async () => (await reader.get('/api/forms/request?filters[notReached]=true')).json<List>().docs.map(({ id }) => id)

    expect(await unreached()).toEqual([failed.id])
    await message(failed.id, 'request_reminder', 'queued')
    expect(await unreached()).toEqual([failed.id])
    await own.query(`update notifications set status = 'delivered' where request_id = $1 and category = 'request_reminder'`, [failed.id])
    expect(await unreached()).toEqual([])
  })
})

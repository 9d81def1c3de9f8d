import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'

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

type Own = Awaited<ReturnType<typeof openOrganisation>>

/** A form request whose last message failed for this reason. */
async function failed(own: Own, reason: string, { method = 'sms', ...seed }: { method?: string } & Parameters<typeof aRequest>[1] = {}) {
  const request = await aRequest(own, { method, ...seed })
  await own.query(
    `insert into notifications (organisation_id, request_id, category, method, status, reason, reason_code)
     values ($1, $2, 'request_created', $3, 'failed', 'In words.', $4)`,
    [own.id, request.id, method, reason],
  )
  return request.id
}

describe('The list of form requests that no message reached', () => {
  const address = '/api/forms/request?filters[notReached]=true'

  test('says why, since when and by which method, and counts the reasons (NOT-6, REP-2)', async () => {
    const own = await openOrganisation()
    const reader = await own.staff()
    const wrong = await failed(own, 'wrong_contact_detail')
    await failed(own, 'no_contact_detail', { method: 'email' })
    await failed(own, 'no_contact_detail', { method: 'email' })
    await aRequest(own)

    const { docs, totalDocs, groupings } = (await reader.get(address)).json<List>()

    expect(totalDocs).toBe(3)
    const shown = docs.find(({ id }) => id === wrong)!
    expect(shown.unreached).toEqual({ reason: 'wrong_contact_detail', since: expect.any(String) })
    expect(shown.notification).toMatchObject({ method: 'sms', status: 'failed', reason: 'In words.' })
    const counted = groupings.unreachedReason.filter(({ count }) => count > 0)
    expect(counted).toEqual([
      { value: 'no_contact_detail', label: 'No contact details', count: 2 },
      { value: 'wrong_contact_detail', label: 'Wrong contact details', count: 1 },
    ])
    const { groupings: everywhere } = (await reader.get('/api/forms/request')).json<List>()
    expect(
      everywhere.unreachedReason.every(({ count }) => count === 0),
      'not counted in the whole worklist',
    ).toBe(true)
  })

  test('is filtered by reason, method and form, and sorted by the time, page by page (NOT-6)', async () => {
    const own = await openOrganisation()
    const reader = await own.staff()
    const [oldest, byEmail, newest] = [
      await failed(own, 'temporary_failure'),
      await failed(own, 'temporary_failure', { method: 'email' }),
      await failed(own, 'no_contact_detail'),
    ]
    const hours = new Map([
      [oldest, 30],
      [byEmail, 20],
      [newest, 10],
    ])
    for (const [id, ago] of hours)
      await own.query('update form_requests set unreached_at = now() - make_interval(hours => $2) where id = $1', [id, ago])
    const idsOf = async (query: string) => (await reader.get(`${address}&${query}`)).json<List>().docs.map(({ id }) => id)

    expect(await idsOf('sort=unreachedAt')).toEqual([oldest, byEmail, newest])
    expect(await idsOf('sort=-unreachedAt&limit=10&page=1')).toEqual([newest, byEmail, oldest])
    expect(await idsOf('filters[unreachedReason]=temporary_failure&sort=unreachedAt')).toEqual([oldest, byEmail])
    expect(await idsOf('filters[unreachedReason]=temporary_failure&filters[method]=email')).toEqual([byEmail])
    expect(await idsOf('filters[unreachedReason]=no_contact_detail&filters[search]=hopper')).toEqual([newest])
  })

  test('shows nothing of other wards and other organisations (NOT-6, MEM-4, ORG-7)', async () => {
    const own = await openOrganisation({ wardAccess: 'assigned' })
    const [limited, stranger] = [await own.staff(), await (await openOrganisation()).staff()]
    await failed(own, 'no_contact_detail')

    for (const reader of [limited, stranger]) {
      const { docs, totalDocs, groupings } = (await reader.get(address)).json<List>()
      expect({ docs, totalDocs }).toEqual({ docs: [], totalDocs: 0 })
      expect(groupings.unreachedReason.every(({ count }) => count === 0)).toBe(true)
    }
  })

  test('names a form request that was reopened without a message, and one whose message a user cancelled (NOT-6, NOT-9)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const waiting = await aRequest(own)
    await own.query("insert into notifications (organisation_id, request_id, category, method) values ($1, $2, 'request_created', 'sms')", [
      own.id,
      waiting.id,
    ])
    const closed = await aRequest(own, { status: 'closed', expiresAt: new Date(Date.now() - 86_400_000).toISOString() })

    expect((await clerk.patch(`/api/forms/request/${waiting.id}/cancel-message`)).statusCode).toBe(200)
    expect((await clerk.patch(`/api/forms/request/${closed.id}/reopen`, { sendMessage: false })).statusCode).toBe(200)

    const { docs } = (await clerk.get(address)).json<List>()
    expect(Object.fromEntries(docs.map(({ id, unreached }) => [id, unreached?.reason]))).toEqual({
      [waiting.id]: 'cancelled_by_user',
      [closed.id]: 'not_sent',
    })
  })
})

describe('PATCH /request/:id/send with another method', () => {
  test('sends by that method, records it and leaves the list when the message has left (NOT-6, NOT-9)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const id = await failed(own, 'wrong_contact_detail')

    expect((await clerk.patch(`/api/forms/request/${id}/send`, { method: 'email' })).statusCode).toBe(200)

    expect(await own.query("select method from notifications where request_id = $1 and status = 'queued'", [id])).toEqual([
      { method: 'email' },
    ])
    expect((await own.auditTrail()).at(-1)).toMatchObject({
      event_type: 'formRequestSentAgain',
      subject_id: id,
      detail: { method: 'email' },
    })
  })

  test('is refused for a method by which the patient cannot be reached (NOT-6, NOT-7)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const patient = await aPatient(own, { emailAddress: null })
    const id = await failed(own, 'wrong_contact_detail', { patientId: patient.id })

    const refused = await clerk.patch(`/api/forms/request/${id}/send`, { method: 'email' })

    expect(refused.statusCode).toBe(409)
    expect(refused.json().detail).toContain('This patient has no email address.')
  })
})

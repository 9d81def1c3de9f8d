import { describe, expect, test } from 'vitest'

import { dateOf } from '#domain/moments.ts'
import type { RemovalPreview } from '#contract/waiting-list.ts'
import { prepareMessage } from '#server/notifications/prepare-message.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { openPhone, proofOf } from '#test/phone.ts'
import { decide, idsIn, sendWaitingListCheck } from '#test/waiting-list.ts'
import { stepsOf, untilWaiting } from '#test/worker-steps.ts'

import { lockFormRequests } from './removals.sql.ts'
import { followRemovals } from './waiting-list.ts'

const address = '/api/forms/waiting-list'
const follow = (ward: TestOrganisation) => stepsOf(ward).step(followRemovals)
const notOnList = { waiting: '0', contact: 'yes', help: 'none' }
const messageOf = async (ward: TestOrganisation, requestId: string) =>
  (await ward.query("select id, status, method from notifications where request_id = $1 and category = 'removal_approved'", [requestId]))[0]
const removalOf = async (ward: TestOrganisation, requestId: string) =>
  (await ward.query('select state, reason, approved_by, ended_by from waiting_list_removals where request_id = $1', [requestId]))[0]
/** The message has left, and so many days have passed since the approval. */
const passDays = async (ward: TestOrganisation, requestId: string, days: number, status = 'sent') => {
  await ward.query(
    `update notifications set status = $2, reason_code = case when $2 = 'failed' then 'technical_failure' end,
       sent_at = case when $2 = 'sent' then now() - make_interval(days => $3) end, created_at = now() - make_interval(days => $3)
     where request_id = $1 and category = 'removal_approved'`,
    [requestId, status, days],
  )
  await ward.query(
    `update waiting_list_removals set approved_at = approved_at - make_interval(days => $2), final_at = final_at - make_interval(days => $2)
     where request_id = $1`,
    [requestId, days],
  )
}

async function openApproved(asked: Parameters<typeof sendWaitingListCheck>[1] = {}) {
  const ward = await openOrganisation()
  const clerk = await ward.staff('User')
  const sent = await sendWaitingListCheck(ward, asked)
  await sent.answer(notOnList)
  expect(await decide(clerk, 'not_on_list', 'removal_approved', [sent.requestId], 'Seen elsewhere')).toEqual({ done: 1, refused: [] })
  return { ward, clerk, ...sent }
}

describe('Approving a removal from the waiting list', () => {
  test('the review says who is told how and by what text, and who cannot be told; it changes nothing (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const [reached, silent, dead] = [
      await sendWaitingListCheck(ward),
      await sendWaitingListCheck(ward, { phoneNumber: null, emailAddress: null }),
      await sendWaitingListCheck(ward),
    ]
    for (const one of [reached, silent, dead]) await one.answer(notOnList)
    await ward.query('update patients set nhs_number = null where id = $1', [silent.patientId])
    await ward.query('update patients set is_deceased = true where id = $1', [dead.patientId])
    const requests = [reached, silent, dead].map(({ requestId }) => requestId)

    const preview = (await clerk.post(`${address}/removal-preview`, { queue: 'not_on_list', requests })).json<RemovalPreview>()
    expect(preview).toMatchObject({
      count: 3,
      refused: [],
      deceased: 1,
      untold: { count: 1, first: [{ id: silent.requestId, patient: { firstName: 'Samira', lastName: 'Okafor' } }] },
      plan: { messages: [{ method: 'sms', count: 1 }] },
      texts: [{ method: 'sms' }],
    })
    expect(preview.texts[0]!.body).toContain('read our reply to')
    const read = await ward.query("select patient_ids from audit_events where organisation_id = $1 and event_type = 'waitingListRead'", [
      ward.id,
    ])
    expect(read, 'the patient who is named').toEqual([{ patient_ids: [silent.patientId] }])
    expect(await removalOf(ward, reached.requestId)).toBeUndefined()

    expect(await decide(clerk, 'not_on_list', 'removal_approved', requests)).toEqual({ done: 3, refused: [] })
    expect(await messageOf(ward, reached.requestId)).toMatchObject({ status: 'queued', method: 'sms' })
    const { docs } = (await clerk.get(`${address}?filters[queue]=removal_approved`)).json<{ docs: { id: string; finalAt: string }[] }>()
    const inTwoWeeks = dateOf(new Date(Date.now() + 14 * 86_400_000))
    expect(docs.map(({ finalAt }) => dateOf(finalAt))).toEqual(docs.map(() => inTwoWeeks))
    expect(docs.map(({ id }) => id)).toContain(reached.requestId)
    expect(await messageOf(ward, silent.requestId)).toBeUndefined()
    expect(await messageOf(ward, dead.requestId), 'a patient who has died').toBeUndefined()
    expect(await idsIn(clerk, 'not_told')).toEqual([silent.requestId])
    expect((await idsIn(clerk, 'removal_approved')).toSorted()).toEqual(requests.toSorted())
  })

  test('the approval has a name and a reason, is made once, and is recorded (PTN-5, AUD-1)', async () => {
    const { ward, clerk, requestId, patientId } = await openApproved()
    expect(await removalOf(ward, requestId)).toEqual({ state: 'approved', reason: 'Seen elsewhere', approved_by: clerk.id, ended_by: null })
    const again = await decide(await ward.staff('User'), 'not_on_list', 'removal_approved', [requestId])
    expect(again).toMatchObject({
      done: 0,
      refused: [{ reason: expect.stringMatching(/^Already decided by Ada Byron at .*: Removal approved\.$/) }],
    })
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'waitingListDecided')).toMatchObject([
      { actor_id: clerk.id, subject_id: requestId, patient_id: patientId, detail: { queue: 'not_on_list', decision: 'removal_approved' } },
    ])
    expect(
      await ward.query("select count(*)::int from notifications where request_id = $1 and category = 'removal_approved'", [requestId]),
    ).toEqual([{ count: 1 }])
  })

  test('no removal is approved or made final while the patient says that symptoms are worse, in any form request (PTN-5, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const [unsure, worse] = [await sendWaitingListCheck(ward), await sendWaitingListCheck(ward)]
    await ward.query('update form_requests set patient_id = $2 where id = $1', [worse.requestId, unsure.patientId])
    await unsure.answer(notOnList)
    await worse.answer({ waiting: '2', needed: 'unsure', changed: 'a_little_worse', offers: 'none', contact: 'yes', help: 'none' })
    const words = 'The patient has said that symptoms are worse. Review this first.'
    expect(await decide(clerk, 'not_on_list', 'removal_approved', [unsure.requestId])).toEqual({
      done: 0,
      refused: [{ id: unsure.requestId, reason: words }],
    })
    expect((await clerk.post(`${address}/removal-preview`, { queue: 'not_on_list', requests: [unsure.requestId] })).json()).toMatchObject({
      count: 0,
      refused: [{ reason: words, count: 1 }],
    })
    await decide(clerk, 'worse', 'reviewed', [worse.requestId])
    expect((await decide(clerk, 'not_on_list', 'removal_approved', [unsure.requestId])).done).toBe(1)
    // The answer of another check comes after the approval.
    await ward.query(
      "update waiting_list_reviews set state = 'open', decision = null, decided_by = null, decided_at = null where request_id = $1 and queue = 'worse'",
      [worse.requestId],
    )
    await passDays(ward, unsure.requestId, 15)
    await follow(ward)
    expect(await removalOf(ward, unsure.requestId)).toMatchObject({ state: 'approved' })
    await decide(clerk, 'worse', 'reviewed', [worse.requestId])
    await follow(ward)
    expect(await removalOf(ward, unsure.requestId)).toMatchObject({ state: 'final' })
  })
})

describe('An answer to a later waiting-list form that the appointment is still needed', () => {
  const stillNeeded = { waiting: '2', needed: 'yes', changed: 'no_change', offers: 'none', contact: 'yes', help: 'none' }

  test('ends an approved removal of the same specialty, cancels its message, and lists the patient for staff (PTN-5, SAFE-1)', async () => {
    const { ward, clerk, requestId, patientId } = await openApproved({ specialty: '320' })
    const [same, other] = [await sendWaitingListCheck(ward, { specialty: '320' }), await sendWaitingListCheck(ward, { specialty: '130' })]
    await ward.query('update form_requests set patient_id = $2 where id = any($1)', [[same.requestId, other.requestId], patientId])

    await other.answer(stillNeeded)
    await follow(ward)
    expect(await removalOf(ward, requestId), 'another specialty').toMatchObject({ state: 'approved' })

    await same.answer(stillNeeded)
    await follow(ward)
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'changed_mind' })
    expect(await messageOf(ward, requestId)).toMatchObject({ status: 'cancelled' })
    expect([await idsIn(clerk, 'changed_mind'), await idsIn(clerk, 'removal_approved')]).toEqual([[requestId], []])
  })
})

describe('The message about a removal', () => {
  test('the worker may send the message of a form request that has been answered, and not after the removal was withdrawn (PTN-5, NOT-3)', async () => {
    const { ward, clerk, requestId } = await openApproved({ method: 'email' })
    const { id } = (await messageOf(ward, requestId))!
    const prepared = await stepsOf(ward).step((ctx) => prepareMessage(ctx, String(id), new Date()))
    expect(prepared?.message.subject).toContain('your place on our waiting list')
    const [{ day } = { day: '' }] = await ward.query(
      "select to_char(final_at at time zone 'Europe/London', 'FMDD FMMonth YYYY') as day from waiting_list_removals where request_id = $1",
      [requestId],
    )
    expect(prepared?.message.body, 'the last day to change one’s mind').toContain(String(day))

    expect(await decide(clerk, 'removal_approved', 'removal_withdrawn', [requestId])).toEqual({ done: 1, refused: [] })
    expect(await messageOf(ward, requestId)).toMatchObject({ status: 'cancelled' })
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'withdrawn', ended_by: clerk.id })
    expect(await idsIn(clerk, 'removal_withdrawn'), 'the patient knows of nothing').toEqual([])
    await passDays(ward, requestId, 30)
    await follow(ward)
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'withdrawn' })
  })

  test('a patient who could not be told is listed, and the removal is final only after a user has told the patient (PTN-5)', async () => {
    const { ward, clerk, requestId } = await openApproved()
    await passDays(ward, requestId, 20, 'failed')
    await follow(ward)
    await follow(ward)
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'approved' })
    expect(await idsIn(clerk, 'not_told')).toEqual([requestId])
    const [{ is_unreached: isUnreached } = {}] = await ward.query('select is_unreached from form_requests where id = $1', [requestId])
    expect(isUnreached, 'the form has reached the patient, who answered it').toBe(false)

    expect(await decide(clerk, 'not_told', 'told', [requestId], 'Phoned')).toEqual({ done: 1, refused: [] })
    await follow(ward)
    expect(await removalOf(ward, requestId), 'two weeks from now').toMatchObject({ state: 'approved' })
    expect(await idsIn(clerk, 'not_told')).toEqual([])
    await passDays(ward, requestId, 15, 'failed')
    await follow(ward)
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'final' })
  })

  test('a patient who read the message in the NHS App late has been told, although the next one was cancelled then (PTN-5, NOT-6)', async () => {
    const { ward, clerk, requestId } = await openApproved()
    await ward.query(
      "update notifications set status = 'read', method = 'nhs_app', sent_at = now() where request_id = $1 and category = 'removal_approved'",
      [requestId],
    )
    const following = await ward.query(
      `insert into notifications (organisation_id, request_id, category, method, status, reason, reason_code, follows_id)
       select organisation_id, request_id, category, 'sms', 'cancelled', 'The patient got an earlier message.', 'already_reached', id
       from notifications where request_id = $1 and category = 'removal_approved' returning id`,
      [requestId],
    )
    await follow(ward)
    expect(await idsIn(clerk, 'not_told')).toEqual([])

    // A message that was cancelled for another reason, or for none, has told nobody.
    for (const code of ['cancelled_by_user', null]) {
      await ward.query('update notifications set reason_code = $2 where id = $1', [following[0]!['id'], code])
      await follow(ward)
      expect(await idsIn(clerk, 'not_told')).toEqual([requestId])
      await ward.query("delete from waiting_list_reviews where request_id = $1 and queue = 'not_told'", [requestId])
    }
    await ward.query("update notifications set reason_code = 'already_reached' where id = $1", [following[0]!['id']])

    await ward.query(
      "update notifications set created_at = created_at - interval '60 days', sent_at = sent_at - interval '60 days' where request_id = $1",
      [requestId],
    )
    await ward.query(
      "update waiting_list_removals set approved_at = approved_at - interval '60 days', final_at = final_at - interval '60 days' where request_id = $1",
      [requestId],
    )
    await follow(ward)
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'final' })
    expect(await idsIn(clerk, 'not_told')).toEqual([])
  })

  test('the job waits for a user who has locked some of the form requests, and neither is given up (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const sent = [await sendWaitingListCheck(ward), await sendWaitingListCheck(ward)]
    for (const { answer } of sent) await answer(notOnList)
    const [low, high] = sent.map(({ requestId }) => requestId).toSorted() as [string, string]
    await decide(clerk, 'not_on_list', 'removal_approved', [low, high])
    await passDays(ward, low, 15)
    await passDays(ward, high, 1, 'failed')

    const locked = Promise.withResolvers<void>()
    const user = stepsOf(ward).step(async (ctx) => {
      await lockFormRequests(ctx, [low])
      locked.resolve()
      await untilWaiting(ward, 1)
      await lockFormRequests(ctx, [high])
    })
    await locked.promise
    await Promise.all([user, follow(ward)])
    expect([(await removalOf(ward, low))!['state'], await idsIn(clerk, 'not_told')]).toEqual(['final', [high]])
  })

  test('a removal is not final before the end of the last day that the patient was told (PTN-5, SAFE-1)', async () => {
    const { ward, requestId } = await openApproved()
    await passDays(ward, requestId, 30)
    const setLastMoment = (moment: string) =>
      ward.query(`update waiting_list_removals set final_at = ${moment} where request_id = $1`, [requestId])
    const today = "date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London'"

    await setLastMoment(today)
    await follow(ward)
    expect(await removalOf(ward, requestId), 'its moment has passed, its day has not').toMatchObject({ state: 'approved' })

    await setLastMoment(`${today} - interval '1 minute'`)
    await follow(ward)
    expect(await removalOf(ward, requestId), 'the day after').toMatchObject({ state: 'final' })
  })

  test('a removal is not final while its message waits, or before two weeks after the message left (PTN-5)', async () => {
    const { ward, clerk, requestId } = await openApproved()
    await passDays(ward, requestId, 15, 'queued')
    await follow(ward)
    expect(await removalOf(ward, requestId), 'the message waits').toMatchObject({ state: 'approved' })
    await ward.query(
      "update notifications set status = 'sent', sent_at = now() - interval '13 days' where request_id = $1 and category = 'removal_approved'",
      [requestId],
    )
    await follow(ward)
    expect(await removalOf(ward, requestId), 'left 13 days ago').toMatchObject({ state: 'approved' })
    await ward.query(
      "update notifications set sent_at = now() - interval '15 days' where request_id = $1 and category = 'removal_approved'",
      [requestId],
    )
    await follow(ward)
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'final' })
    expect(await idsIn(clerk, 'removal_approved')).toEqual([])
    expect((await ward.auditTrail()).at(-2)).toMatchObject({ event_type: 'waitingListDecided', detail: { decision: 'final' } })
  })
})

describe('Withdrawing a removal of which the patient may know', () => {
  test('lists the patient for a user who tells them, and the link says that they stay on the waiting list (PTN-5, SAFE-1)', async () => {
    const { ward, clerk, link, requestId } = await openApproved()
    await passDays(ward, requestId, 3)

    expect(await decide(clerk, 'removal_approved', 'removal_withdrawn', [requestId])).toEqual({ done: 1, refused: [] })

    expect(await idsIn(clerk, 'removal_withdrawn')).toEqual([requestId])
    const phone = await openPhone()
    expect((await phone.send(link)).body, 'nothing before the identity step').not.toContain('waiting list')
    const page = await phone.open(link)
    expect(page.body).toContain('You stay on the waiting list')
    expect(page.body).not.toContain('I still need the appointment')

    expect((await decide(clerk, 'removal_withdrawn', 'told', [requestId], 'Phoned')).done).toBe(1)
    expect(await idsIn(clerk, 'removal_withdrawn')).toEqual([])
    expect((await ward.auditTrail()).at(-2)).toMatchObject({
      event_type: 'waitingListDecided',
      actor_id: clerk.id,
      detail: { queue: 'removal_withdrawn', decision: 'told' },
    })
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'withdrawn' })
  })

  test('lists a patient whom a user has told, and one whose message may have left; a patient who has died is not listed (PTN-5)', async () => {
    const [told, uncertain, dead] = [await openApproved(), await openApproved(), await openApproved()]
    await passDays(told.ward, told.requestId, 1, 'failed')
    await follow(told.ward)
    await decide(told.clerk, 'not_told', 'told', [told.requestId])
    await uncertain.ward.query("update notifications set try_began_at = now() where request_id = $1 and category = 'removal_approved'", [
      uncertain.requestId,
    ])
    await passDays(dead.ward, dead.requestId, 3)
    await dead.ward.query('update patients set is_deceased = true where id = $1', [dead.patientId])
    for (const { clerk, requestId } of [told, uncertain, dead])
      expect((await decide(clerk, 'removal_approved', 'removal_withdrawn', [requestId])).done).toBe(1)
    expect(await idsIn(told.clerk, 'removal_withdrawn')).toEqual([told.requestId])
    expect(await idsIn(uncertain.clerk, 'removal_withdrawn')).toEqual([uncertain.requestId])
    expect(await idsIn(dead.clerk, 'removal_withdrawn')).toEqual([])
  })

  test('a removal that is approved again takes the patient out: the new message says what holds (PTN-5)', async () => {
    const { ward, clerk, requestId } = await openApproved()
    await passDays(ward, requestId, 3)
    await decide(clerk, 'removal_approved', 'removal_withdrawn', [requestId])
    await ward.query(
      "update waiting_list_reviews set state = 'open', decision = null, decided_by = null, decided_at = null where queue = 'not_on_list' and request_id = $1",
      [requestId],
    )
    await decide(clerk, 'not_on_list', 'removal_approved', [requestId])
    expect([await idsIn(clerk, 'removal_withdrawn'), await idsIn(clerk, 'removal_approved')]).toEqual([[], [requestId]])
  })
})

describe('An approved removal whose link is locked after five wrong dates of birth', () => {
  const lock = async (link: string) => {
    const stranger = await openPhone()
    for (let attempt = 1; attempt <= 5; attempt++) await stranger.open(link, ['1', '1', '1990'])
  }

  test('stays open and is listed for staff; after the unlocking the patient has all days again (PTN-5, PTN-2, SAFE-1)', async () => {
    const { ward, clerk, link, requestId } = await openApproved()
    await lock(link)
    expect(await idsIn(clerk, 'link_locked')).toEqual([requestId])
    await passDays(ward, requestId, 15)
    await follow(ward)
    expect(await removalOf(ward, requestId), 'the patient could not undo it').toMatchObject({ state: 'approved' })

    expect((await clerk.patch(`/api/forms/request/${requestId}/unlock`, { identityCheck: 'three_details' })).statusCode).toBe(200)
    expect(await idsIn(clerk, 'link_locked')).toEqual([])
    await follow(ward)
    expect(await removalOf(ward, requestId), 'unlocked now').toMatchObject({ state: 'approved' })
    expect((await (await openPhone()).open(link)).body).toContain('I still need the appointment')
    await passDays(ward, requestId, 15)
    await ward.query(
      "update notifications set sent_at = now() - interval '30 days' where request_id = $1 and category = 'removal_approved'",
      [requestId],
    )
    await follow(ward)
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'final' })
  })

  test('a removal approved while the link is locked is listed at once, and can be withdrawn from the queue, once (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const { link, requestId, answer } = await sendWaitingListCheck(ward)
    await lock(link)
    await clerk.patch(`/api/forms/request/${requestId}/unlock`, { identityCheck: 'three_details' })
    await answer(notOnList)
    await ward.query('update patient_links set locked_at = now() where request_id = $1', [requestId])
    expect(await idsIn(clerk, 'link_locked'), 'no removal').toEqual([])
    await decide(clerk, 'not_on_list', 'removal_approved', [requestId])
    expect(await idsIn(clerk, 'link_locked')).toEqual([requestId])

    expect(await decide(clerk, 'link_locked', 'removal_withdrawn', [requestId])).toEqual({ done: 1, refused: [] })
    expect((await decide(clerk, 'link_locked', 'removal_withdrawn', [requestId])).refused[0]!.reason).toMatch(
      /^Already decided by Ada Byron at .*: Removal withdrawn\.$/,
    )
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'withdrawn', ended_by: clerk.id })
    expect([await idsIn(clerk, 'link_locked'), await idsIn(clerk, 'removal_approved')]).toEqual([[], []])
  })
})

describe('GET /r/:token of an approved removal', () => {
  test('behind the identity step the patient sees the decision, and stays on the list with one button, once (PTN-5, PTN-2)', async () => {
    const { ward, clerk, link, requestId } = await openApproved()
    const before = (await openPhone()).send
    expect((await before(link)).body, 'nothing before the identity step').not.toContain('appointment')
    const phone = await openPhone()
    const page = await phone.open(link)
    expect(page.address).toBe(`${link}/removal`)
    expect(page.body).toContain('I still need the appointment')

    expect((await phone.send(`${link}/removal`, { '~proof': 'forged' })).statusCode).toBe(403)
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'approved' })
    const kept = await phone.fillIn(page, {})
    expect(kept.body).toContain('You stay on the waiting list')
    await phone.send(`${link}/removal`, { '~proof': proofOf(page)! })
    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'changed_mind', ended_by: null })
    expect(await idsIn(clerk, 'changed_mind')).toEqual([requestId])
    expect(await idsIn(clerk, 'removal_approved')).toEqual([])
    expect(await messageOf(ward, requestId)).toMatchObject({ status: 'cancelled' })
    const changed = (await ward.auditTrail()).filter(({ detail }) => (detail as { decision?: string }).decision === 'changed_mind')
    expect(changed).toMatchObject([{ actor_id: requestId, subject_id: requestId }])
  })

  test('a patient whose answers a user typed can stay on the list with the link, and sees none of the answers (PTN-5, PTN-6)', async () => {
    const { ward, clerk, link, requestId } = await openApproved()
    await ward.query("update submissions set channel = 'phone', typed_by = $2 where request_id = $1", [requestId, clerk.id])
    const phone = await openPhone()
    const page = await phone.open(link)
    expect(page.address).toBe(`${link}/removal`)

    await phone.send(`${link}/removal`, { '~proof': proofOf(page)! })

    expect(await removalOf(ward, requestId)).toMatchObject({ state: 'changed_mind' })
    for (const other of ['confirmation', 'answers.pdf']) expect((await phone.send(`${link}/${other}`)).headers['location']).toBe(link)
  })

  test('a device that did not send the answers sees the decision and none of the answers; the one that did sees both (PTN-5, PTN-7)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const { link, requestId, answer } = await sendWaitingListCheck(ward)
    const own = await answer(notOnList)
    await decide(clerk, 'not_on_list', 'removal_approved', [requestId])

    const other = await openPhone()
    expect((await other.open(link)).address).toBe(`${link}/removal`)
    for (const path of ['confirmation', 'answers.pdf']) {
      const refused = await other.send(`${link}/${path}`)
      expect([path, refused.statusCode, refused.headers['location']]).toEqual([path, 303, link])
      expect([path, (await own.send(`${link}/${path}`)).statusCode]).toEqual([path, 200])
    }
    await decide(clerk, 'removal_approved', 'removal_withdrawn', [requestId])
    expect((await other.visit(link)).body).toContain('You have already sent this form')
  })

  test('when the patient changes their mind at the moment when the removal becomes final, only one of them holds (PTN-5)', async () => {
    for (let round = 0; round < 4; round++) {
      const { ward, clerk, link, requestId } = await openApproved()
      await passDays(ward, requestId, 15)
      const phone = await openPhone()
      const page = await phone.open(link)
      const [kept] = await Promise.all([phone.fillIn(page, {}), follow(ward)])
      const removal = await removalOf(ward, requestId)
      const isFinal = removal?.['state'] === 'final'
      expect(kept.body).toContain(isFinal ? 'The time to reply has passed' : 'You stay on the waiting list')
      expect(await idsIn(clerk, 'changed_mind')).toEqual(isFinal ? [] : [requestId])
      expect(
        (await ward.auditTrail()).filter(({ detail }) => ['changed_mind', 'final'].includes((detail as { decision: string }).decision)),
      ).toHaveLength(1)
    }
  })

  test('without an approved removal the link of answered forms stays as it was (PTN-4)', async () => {
    const { clerk, link, requestId } = await openApproved()
    await decide(clerk, 'removal_approved', 'removal_withdrawn', [requestId])
    const phone = await openPhone()
    expect((await phone.send(link)).body).toContain('You have already sent this form')
    expect((await phone.visit(`${link}/removal`)).body).toContain('You have already sent this form')
  })
})

import { buffer } from 'node:stream/consumers'

import { describe, expect, onTestFinished, test } from 'vitest'

import type { LetterBatch } from '#contract/letters.ts'
import type { RemovalPreview } from '#contract/waiting-list.ts'
import { formatLetterCode, letterPostDays } from '#domain/letters.ts'
import { makeLetters } from '#server/letters/make-letters.job.ts'
import { letterCode } from '#server/notifications/notifications.ts'
import { sendNotification } from '#server/notifications/send-notification.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { unreachedRequest, withContactPhone } from '#test/letters.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { readPdf } from '#test/pdf.ts'
import { openPhone } from '#test/phone.ts'
import { decide, idsIn, sendWaitingListCheck } from '#test/waiting-list.ts'
import { dyingAfter, stepsOf, untilWaiting } from '#test/worker-steps.ts'

import { lockFormRequests } from './removals.sql.ts'
import { followRemovals } from './waiting-list.ts'

type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
const address = '/api/forms/waiting-list'
const [letters, batches] = ['/api/forms/letter', '/api/forms/letter/batch']
const removalDays = 14

const follow = (own: TestOrganisation) => stepsOf(own).step(followRemovals)
const removalOf = async (own: TestOrganisation, requestId: string) =>
  (
    await own.query(
      'select state, round(extract(epoch from final_at - now()) / 86400)::int as days from waiting_list_removals where request_id = $1',
      [requestId],
    )
  )[0]
const lettersOf = (own: TestOrganisation, requestId: string) =>
  own.query(
    "select status, reason, letter_batch_id from notifications where request_id = $1 and category = 'removal_approved' order by created_at",
    [requestId],
  )
/** So many days pass for the removal and its letters. */
const passDays = async (own: TestOrganisation, requestId: string, days: number) => {
  await own.query(
    "update notifications set created_at = created_at - make_interval(days => $2), sent_at = sent_at - make_interval(days => $2) where request_id = $1 and category = 'removal_approved'",
    [requestId, days],
  )
  await own.query(
    'update waiting_list_removals set approved_at = approved_at - make_interval(days => $2), final_at = final_at - make_interval(days => $2) where request_id = $1',
    [requestId, days],
  )
}

/** A patient whom no method reaches and whose removal was approved. */
async function untold(own: TestOrganisation, clerk: Staff, postcode = 'LS2 9JT') {
  const sent = await sendWaitingListCheck(own, { phoneNumber: null, emailAddress: null })
  await own.query("update patients set nhs_number = null, line1 = '14 Woodhouse Lane', town = 'Leeds', postcode = $2 where id = $1", [
    sent.patientId,
    postcode,
  ])
  await sent.answer({ waiting: '0', contact: 'yes', help: 'none' })
  expect(await decide(clerk, 'not_on_list', 'removal_approved', [sent.requestId])).toEqual({ done: 1, refused: [] })
  return sent
}

async function openUntold(count = 1) {
  const own = await openOrganisation()
  await withContactPhone(own)
  const clerk = await own.staff()
  const removals = []
  for (let at = 0; at < count; at++) removals.push(await untold(own, clerk))
  return { own, clerk, removals, ids: removals.map(({ requestId }) => requestId) }
}

const make = async (clerk: Staff) => (await clerk.post(batches, {})).json<LetterBatch>()
async function fileOfBatch(own: TestOrganisation, clerk: Staff, id: string) {
  await makeLetters(stepsOf(own), id)
  await clerk.post(`${batches}/${id}/link`)
  const { parts } = await readPdf(await buffer(readFile(own.services, { organisationId: own.id, fileId: id })))
  return parts.map(({ text }) => text.replace(/\s+/g, ' '))
}
const markPrinted = (clerk: Staff, id: string, removed: number[] = []) => clerk.post(`${batches}/${id}/printed`, { removed })

/** Letters about removals in a batch, with the texts of its file. */
async function openBatch(count = 1) {
  const opened = await openUntold(count)
  const { own, clerk, ids } = opened
  await decide(clerk, 'not_told', 'letter_queued', ids)
  const { id } = await make(clerk)
  return { ...opened, id, parts: await fileOfBatch(own, clerk, id) }
}

/** The same after the letters were printed. */
async function openPrinted() {
  const opened = await openBatch()
  await markPrinted(opened.clerk, opened.id)
  return opened
}

describe('Letters about a removal', () => {
  test('letters for many wait in the same queue as others, once for two users, and are recorded (PTN-5, NOT-10, AUD-1)', async () => {
    const { own, clerk, ids } = await openUntold(2)
    const other = await own.staff()
    expect((await idsIn(clerk, 'not_told')).toSorted()).toEqual(ids.toSorted())

    const [one, two] = await Promise.all([clerk, other].map((staff) => decide(staff, 'not_told', 'letter_queued', ids)))

    expect(one!.done + two!.done).toBe(2)
    expect([...one!.refused, ...two!.refused].every(({ reason }) => reason.startsWith('Already decided by'))).toBe(true)
    expect(await idsIn(clerk, 'not_told')).toEqual([])
    for (const id of ids) expect(await lettersOf(own, id)).toMatchObject([{ status: 'queued' }])
    expect((await clerk.get(letters)).json()).toMatchObject({
      totalDocs: 2,
      docs: [
        { category: 'removal_approved', problem: null },
        { category: 'removal_approved', problem: null },
      ],
    })
    expect((await own.auditTrail()).filter(({ detail }) => (detail as { decision?: string }).decision === 'letter_queued')).toHaveLength(2)
  })

  test('a patient without an address, and one who wants no messages, get no letter, with the reason; the review counts who can (PTN-5, NOT-10)', async () => {
    const { own, clerk, ids } = await openUntold()
    const homeless = await untold(own, clerk, '')
    const silent = await untold(own, clerk)
    await own.query('update patients set may_be_contacted = false where id = $1', [silent.patientId])

    const asked = [...ids, homeless.requestId, silent.requestId]
    expect(await decide(clerk, 'not_told', 'letter_queued', asked)).toEqual({
      done: 1,
      refused: [
        { id: homeless.requestId, reason: 'The patient’s address has no postcode.' },
        { id: silent.requestId, reason: 'This patient does not wish to be contacted.' },
      ],
    })
    await decide(clerk, 'removal_approved', 'removal_withdrawn', asked)
    await own.query(
      "update waiting_list_reviews set state = 'open', decision = null, decided_by = null, decided_at = null where queue = 'not_on_list' and organisation_id = $1",
      [own.id],
    )
    const preview = (await clerk.post(`${address}/removal-preview`, { queue: 'not_on_list', requests: asked })).json<RemovalPreview>()
    expect(preview.untold).toMatchObject({ count: 3, letters: 1 })
  })

  test('the letter names the last day with the days for the post, and its code leads behind the identity step to the decision and its button (PTN-5, NOT-10, PTN-2)', async () => {
    const { own, clerk, removals, ids, id, parts } = await openBatch()

    expect(await removalOf(own, ids[0]!)).toEqual({ state: 'approved', days: removalDays + letterPostDays })
    const [{ day } = { day: '' }] = await own.query(
      "select to_char(final_at at time zone 'Europe/London', 'FMDD FMMonth YYYY') as day from waiting_list_removals where request_id = $1",
      [ids[0]],
    )
    expect(parts).toContain(`Tell us by ${String(day)}. This day allows 7 days for the post.`)
    expect(parts).toContain('Your place on our waiting list')
    expect(parts).toContain('Enter your date of birth. Then select “I still need the appointment”.')
    const code = formatLetterCode(letterCode(own.services.keys, ids[0]!))
    expect(parts).toContain(`Enter this code: ${code}`)
    await markPrinted(clerk, id)

    const phone = await openPhone()
    const entered = await phone.send('/c', { code: code.toLowerCase() })
    expect(entered.headers['location']).toBe(removals[0]!.link)
    const page = await phone.open(removals[0]!.link)
    expect(page.address).toBe(`${removals[0]!.link}/removal`)
    expect(page.body).toContain(String(day))
    expect((await phone.fillIn(page, {})).body).toContain('You stay on the waiting list')
    await passDays(own, ids[0]!, 100)
    await follow(own)
    expect(await removalOf(own, ids[0]!)).toMatchObject({ state: 'changed_mind' })
  })

  test('the removal stays open while the letter waits or was put back, and is final when the days after printing and for the post are over (PTN-5, NOT-10, SAFE-1)', async () => {
    const { own, clerk, ids } = await openUntold()
    const [requestId] = ids as [string]
    await decide(clerk, 'not_told', 'letter_queued', ids)
    await passDays(own, requestId, 40)
    await follow(own)
    expect(await removalOf(own, requestId), 'the letter waits').toMatchObject({ state: 'approved' })
    const first = await make(clerk)
    await fileOfBatch(own, clerk, first.id)
    await passDays(own, requestId, 40)
    await follow(own)
    expect(await removalOf(own, requestId), 'in a batch').toMatchObject({ state: 'approved' })
    await clerk.post(`${batches}/${first.id}/put-back`)
    await passDays(own, requestId, 40)
    await follow(own)
    expect(await removalOf(own, requestId), 'put back').toMatchObject({ state: 'approved' })

    const second = await make(clerk)
    await fileOfBatch(own, clerk, second.id)
    await passDays(own, requestId, 3)
    await markPrinted(clerk, second.id)
    expect(await removalOf(own, requestId), 'counted from the printing').toEqual({ state: 'approved', days: removalDays + letterPostDays })
    expect(await idsIn(clerk, 'not_told'), 'the patient counts as told').toEqual([])
    await passDays(own, requestId, removalDays + letterPostDays - 1)
    await follow(own)
    expect(await removalOf(own, requestId), 'one day left').toMatchObject({ state: 'approved' })
    expect(await idsIn(clerk, 'not_told')).toEqual([])
    await passDays(own, requestId, 2)
    await follow(own)
    expect(await removalOf(own, requestId)).toMatchObject({ state: 'final' })
  })

  test('the last day never becomes earlier than the one in the letter (PTN-5, NOT-10)', async () => {
    const { own, clerk, ids, id } = await openBatch()
    await own.query('update organisations set removal_days = 7 where id = $1', [own.id])
    await markPrinted(clerk, id)
    expect(await removalOf(own, ids[0]!)).toMatchObject({ days: removalDays + letterPostDays })
  })

  test('a letter that came back makes nothing final: the patient is listed again, once, and can get another letter (PTN-5, NOT-10)', async () => {
    const { own, clerk, ids } = await openUntold()
    const [requestId] = ids as [string]
    const noLetter = { id: requestId, reason: 'The last message about this removal was not a printed letter.' }
    expect(await decide(clerk, 'removal_approved', 'letter_returned', ids)).toEqual({ done: 0, refused: [noLetter] })
    await decide(clerk, 'not_told', 'letter_queued', ids)
    const { id } = await make(clerk)
    await fileOfBatch(own, clerk, id)
    await markPrinted(clerk, id)

    expect(await decide(clerk, 'removal_approved', 'letter_returned', ids)).toEqual({ done: 1, refused: [] })
    expect(await decide(clerk, 'removal_approved', 'letter_returned', ids)).toEqual({ done: 0, refused: [noLetter] })

    expect(await lettersOf(own, requestId)).toMatchObject([{ status: 'failed', reason: 'The letter came back.' }])
    expect(await idsIn(clerk, 'not_told')).toEqual(ids)
    expect(await idsIn(clerk, 'removal_approved')).toEqual(ids)
    await passDays(own, requestId, 60)
    await follow(own)
    expect(await removalOf(own, requestId)).toMatchObject({ state: 'approved' })
    await own.query("update patients set line1 = '2 Chapel Row' where organisation_id = $1", [own.id])
    expect((await decide(clerk, 'not_told', 'letter_queued', ids)).done).toBe(1)
  })

  test('a letter whose address was corrected is left out, and its removal stays open (PTN-5, NOT-10, SAFE-1)', async () => {
    const { own, clerk, removals, ids, id } = await openBatch(2)
    await own.query("update patients set line1 = '2 Chapel Row' where id = $1", [removals[0]!.patientId])
    const [{ letter_number: number } = { letter_number: 0 }] = await own.query(
      "select letter_number from notifications where request_id = $1 and method = 'letter'",
      [ids[0]],
    )
    expect((await markPrinted(clerk, id)).statusCode).toBe(409)
    await markPrinted(clerk, id, [Number(number)])
    for (const requestId of ids) await passDays(own, requestId, 60)
    await follow(own)
    expect((await removalOf(own, ids[0]!))!['state']).toBe('approved')
    expect((await removalOf(own, ids[1]!))!['state']).toBe('final')
  })

  test('a removal that was withdrawn or undone takes its letter out of the batch (PTN-5, NOT-10)', async () => {
    const { own, clerk, removals, ids, id } = await openBatch(3)
    await decide(clerk, 'removal_approved', 'removal_withdrawn', [ids[0]!])
    const phone = await openPhone()
    await phone.fillIn(await phone.open(removals[1]!.link), {})

    const { toRemove } = (await clerk.get(`${batches}/${id}`)).json<{ toRemove: { requestId: string; number: number; reason: string }[] }>()
    expect(toRemove.map(({ requestId, reason }) => [requestId, reason]).toSorted()).toEqual(
      [ids[0]!, ids[1]!].map((requestId) => [requestId, 'The letter was cancelled.']).toSorted(),
    )
    await markPrinted(
      clerk,
      id,
      toRemove.map(({ number }) => number),
    )
    expect(await lettersOf(own, ids[2]!)).toMatchObject([{ status: 'sent' }])
    expect(await idsIn(clerk, 'removal_withdrawn'), 'the letter may be in its envelope').toEqual([ids[0]])
  })

  test('a removal withdrawn after its letter was printed lists the patient to be told; one whose letter waits does not (PTN-5, NOT-10)', async () => {
    const { own, clerk, ids } = await openUntold(2)
    await decide(clerk, 'not_told', 'letter_queued', ids.slice(0, 1))
    const { id } = await make(clerk)
    await fileOfBatch(own, clerk, id)
    await markPrinted(clerk, id)
    await decide(clerk, 'not_told', 'letter_queued', ids.slice(1))

    expect((await decide(clerk, 'removal_approved', 'removal_withdrawn', ids)).done).toBe(2)

    expect(await idsIn(clerk, 'removal_withdrawn')).toEqual(ids.slice(0, 1))
    expect(await lettersOf(own, ids[1]!)).toMatchObject([{ status: 'cancelled' }])
  })

  test('a message about the form that reached the patient does not cancel the letter about the removal (PTN-5, NOT-10)', async () => {
    const { own, clerk, ids } = await openUntold()
    await own.query(
      "update notifications set status = 'delivered', created_at = now() where request_id = $1 and category = 'request_created'",
      [ids[0]],
    )
    await decide(clerk, 'not_told', 'letter_queued', ids)
    expect((await clerk.get(letters)).json()).toMatchObject({ docs: [{ problem: null }] })
    expect(await make(clerk)).toMatchObject({ letters: 1 })
  })

  test('a batch waits for a user who changes a form request and then its link, and neither is given up (PTN-5, NOT-10)', async () => {
    const { own, clerk, ids } = await openUntold()
    await decide(clerk, 'not_told', 'letter_queued', ids)
    const locked = Promise.withResolvers<void>()
    const user = stepsOf(own).step(async (ctx) => {
      await lockFormRequests(ctx, ids)
      locked.resolve()
      await untilWaiting(own, 1)
      await ctx.tx.updateTable('patient_links').set({ code_hash: null }).where('request_id', 'in', ids).execute()
    })
    await locked.promise

    const [, batch] = await Promise.all([user, make(clerk)])

    expect(batch).toMatchObject({ letters: 1 })
  })

  test('a letter that is cancelled lists the patient again (PTN-5, NOT-9)', async () => {
    const { own, clerk, ids } = await openUntold()
    await decide(clerk, 'not_told', 'letter_queued', ids)
    expect((await clerk.patch(`/api/forms/request/${ids[0]}/cancel-message`)).statusCode).toBe(200)
    await follow(own)
    expect(await idsIn(clerk, 'not_told')).toEqual(ids)
  })

  test('printed again on purpose, the letter is about the removal, and nothing is final while it waits (PTN-5, NOT-10)', async () => {
    const { own, clerk, ids, id } = await openPrinted()
    const again = (await clerk.post(`${batches}/${id}/again`, { reason: 'Paper jam' })).json<LetterBatch>()
    expect(await fileOfBatch(own, clerk, again.id)).toContain('Your place on our waiting list')
    await passDays(own, ids[0]!, 60)
    await follow(own)
    expect(await removalOf(own, ids[0]!)).toMatchObject({ state: 'approved' })
    await markPrinted(clerk, again.id)
    const events = await own.query("select kind from form_request_events where request_id = $1 and kind like 'letter_%' order by id", [
      ids[0],
    ])
    expect(events).toEqual([{ kind: 'letter_printed' }, { kind: 'letter_printed_again' }])
  })

  test('a printed letter tells other systems that the form was sent, unless the letter is about the removal (INT-3, PTN-5)', async () => {
    const { own, clerk, ids } = await openUntold()
    const form = await unreachedRequest(own)
    await clerk.patch(`/api/forms/request/${form.requestId}/letter`)
    await decide(clerk, 'not_told', 'letter_queued', ids)
    await own.query(
      `insert into integration_clients (organisation_id, name, permissions, authentication, requests_per_minute, expires_on)
       values ($1, 'PAS', '{event:read}', 'secret', 60, '2099-01-01')`,
      [own.id],
    )
    const { id } = await make(clerk)
    await fileOfBatch(own, clerk, id)

    await markPrinted(clerk, id)

    expect(await own.query('select type, form_request_id from integration_events where organisation_id = $1', [own.id])).toEqual([
      { type: 'form_request.sent', form_request_id: form.requestId },
    ])
    const printed = await own.query(
      "select request_id, detail->>'category' as category from form_request_events where organisation_id = $1 and kind = 'letter_printed'",
      [own.id],
    )
    expect(printed).toHaveLength(2)
    expect(printed).toContainEqual({ request_id: ids[0], category: 'removal_approved' })
  })

  test('a reprint that is put back does not hide that the letter was printed (PTN-5, NOT-10)', async () => {
    const { own, clerk, ids, id } = await openPrinted()
    const again = (await clerk.post(`${batches}/${id}/again`, { reason: 'Paper jam' })).json<LetterBatch>()
    await clerk.post(`${batches}/${again.id}/put-back`)
    await follow(own)
    expect(await idsIn(clerk, 'not_told')).toEqual([])
    await passDays(own, ids[0]!, removalDays + letterPostDays + 1)
    await follow(own)
    expect(await removalOf(own, ids[0]!)).toMatchObject({ state: 'final' })
  })

  test('a letter whose reprint was put back can come back, so that nothing is final (PTN-5, NOT-10, SAFE-1)', async () => {
    const { own, clerk, ids, id } = await openPrinted()
    const again = (await clerk.post(`${batches}/${id}/again`, { reason: 'Paper jam' })).json<LetterBatch>()
    await clerk.post(`${batches}/${again.id}/put-back`)
    expect(await lettersOf(own, ids[0]!)).toMatchObject([{ status: 'sent' }, { status: 'cancelled' }])

    expect(await decide(clerk, 'removal_approved', 'letter_returned', ids)).toEqual({ done: 1, refused: [] })

    expect(await idsIn(clerk, 'not_told')).toEqual(ids)
    await passDays(own, ids[0]!, 60)
    await follow(own)
    expect(await removalOf(own, ids[0]!)).toMatchObject({ state: 'approved' })
  })

  test('a letter after which a text message was cancelled can come back, so that nothing is final (PTN-5, NOT-10, SAFE-1)', async () => {
    const { own, clerk, ids } = await openPrinted()
    await own.query(
      `insert into notifications (organisation_id, request_id, category, method, status, reason, reason_code)
       select organisation_id, request_id, category, 'sms', 'cancelled', 'The patient got an earlier message.', 'already_reached'
       from notifications where request_id = $1 and category = 'removal_approved'`,
      [ids[0]!],
    )

    expect(await decide(clerk, 'removal_approved', 'letter_returned', ids)).toEqual({ done: 1, refused: [] })

    await passDays(own, ids[0]!, 60)
    await follow(own)
    expect(await removalOf(own, ids[0]!)).toMatchObject({ state: 'approved' })
  })

  test('a letter that waits keeps a removal open, also when a user has told the patient (PTN-5, NOT-10)', async () => {
    const { own, clerk, ids, id } = await openPrinted()
    const printAgain = async () => (await clerk.post(`${batches}/${id}/again`, { reason: 'Lost' })).json<LetterBatch>()
    const second = await printAgain()
    await fileOfBatch(own, clerk, second.id)
    await markPrinted(clerk, second.id)
    await decide(clerk, 'removal_approved', 'letter_returned', ids)
    expect((await decide(clerk, 'not_told', 'told', ids)).done).toBe(1)
    const third = await printAgain()
    await passDays(own, ids[0]!, 60)
    await follow(own)
    expect(await removalOf(own, ids[0]!)).toMatchObject({ state: 'approved' })
    await clerk.post(`${batches}/${third.id}/put-back`)
    await follow(own)
    expect(await removalOf(own, ids[0]!)).toMatchObject({ state: 'final' })
  })

  test('two users mark the same batch at once, and the job follows at that moment: the days are counted from the printing (PTN-5, SAFE-1)', async () => {
    const { own, clerk, ids } = await openUntold()
    await decide(clerk, 'not_told', 'letter_queued', ids)
    const { id } = await make(clerk)
    await expect(makeLetters(dyingAfter(2, stepsOf(own)), id)).rejects.toThrow('killed')
    await fileOfBatch(own, clerk, id)
    await passDays(own, ids[0]!, 60)
    const [one, two] = await Promise.all([markPrinted(clerk, id), markPrinted(await own.staff(), id), follow(own)])
    expect([one.statusCode, two.statusCode]).toEqual([200, 200])
    expect(await removalOf(own, ids[0]!)).toEqual({ state: 'approved', days: removalDays + letterPostDays })
    expect(await own.query("select 1 from form_request_events where request_id = $1 and kind = 'letter_printed'", [ids[0]])).toHaveLength(1)
  })

  test('users limited to wards queue letters of their wards only, and other organisations none (PTN-5, MEM-4, ORG-7)', async () => {
    const { own, clerk, ids } = await openUntold()
    await own.query("update organisations set ward_access = 'assigned' where id = $1", [own.id])
    const stranger = await (await openOrganisation()).staff()
    for (const staff of [await own.staff(), stranger])
      expect(await decide(staff, 'not_told', 'letter_queued', ids)).toEqual({
        done: 0,
        refused: [{ id: ids[0], reason: 'This form request is not in this queue.' }],
      })
    expect(await lettersOf(own, ids[0]!)).toEqual([])
    expect(clerk.id).toBeDefined()
  })
})

describe('A message that is only kept in the outbox', () => {
  test('tells nobody outside a demonstration: the review says so, the patient is listed, and nothing becomes final (PTN-5, NOT-4, SAFE-1)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const [before, after] = [await sendWaitingListCheck(own), await sendWaitingListCheck(own)]
    for (const one of [before, after]) await one.answer({ waiting: '0', contact: 'yes', help: 'none' })
    await decide(clerk, 'not_on_list', 'removal_approved', [before.requestId])
    await own.query('update organisations set sending_from = 0, sending_until = 24, sends_on_weekdays_only = false where id = $1', [own.id])
    const [message] = await own.query("select id from notifications where request_id = $1 and category = 'removal_approved'", [
      before.requestId,
    ])
    await sendNotification(stepsOf(own), String(message!['id']))
    expect(await lettersOf(own, before.requestId)).toMatchObject([{ status: 'kept' }])
    const { config } = own.services
    onTestFinished(() => void (config.DEMO = true))
    config.DEMO = false

    await passDays(own, before.requestId, 60)
    await follow(own)
    expect(await removalOf(own, before.requestId)).toMatchObject({ state: 'approved' })
    expect(await idsIn(clerk, 'not_told')).toEqual([before.requestId])

    const asked = { queue: 'not_on_list', requests: [after.requestId] }
    expect((await clerk.post(`${address}/removal-preview`, asked)).json()).toMatchObject({
      plan: { messages: [] },
      untold: { count: 1, first: [{ reason: 'SMS messages cannot be sent at the moment.' }] },
    })
    await decide(clerk, 'not_on_list', 'removal_approved', [after.requestId])
    expect(await lettersOf(own, after.requestId)).toEqual([])
    expect((await idsIn(clerk, 'not_told')).toSorted()).toEqual([before.requestId, after.requestId].toSorted())

    config.DEMO = true
    await own.query("update notifications set sent_at = now() - interval '60 days' where request_id = $1 and status = 'kept'", [
      before.requestId,
    ])
    await follow(own)
    expect(await removalOf(own, before.requestId), 'in a demonstration it counts as sent').toMatchObject({ state: 'final' })
  })
})

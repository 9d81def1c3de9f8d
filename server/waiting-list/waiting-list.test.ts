import { describe, expect, test } from 'vitest'

import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { waitingListCheck } from '#domain/form/library/waiting-list-check.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { endOverdueRequests } from '#server/requests/end-requests.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { stepsOf } from '#test/worker-steps.ts'
import { sendWaitingListCheck } from '#test/waiting-list.ts'

type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
type Listed = {
  docs: { id: string; reason: string; symptoms: string; answeredAt: string | null }[]
  totalDocs: number
  asOf: string
  queues: Record<string, number>
  forms: { value: string; count: number }[]
  specialties: { value: string; count: number }[]
  cursor?: string
}
const address = '/api/forms/waiting-list'
const list = async (staff: Staff, query = '') => (await staff.get(`${address}?limit=100&${query}`)).json<Listed>()
const idsIn = async (staff: Staff, queue: string) => (await list(staff, `filters[queue]=${queue}`)).docs.map(({ id }) => id)
const decide = (staff: Staff, queue: string, decision: string, requests: unknown, note = '') =>
  staff.post(`${address}/decide`, { queue, decision, note, requests })
const expire = async (ward: TestOrganisation, requestId: string) => {
  await ward.query("update form_requests set expires_at = now() - interval '1 minute' where id = $1", [requestId])
  await stepsOf(ward).step(endOverdueRequests)
}
const waiting = { waiting: '2', needed: 'yes', changed: 'no_change', offers: 'none', contact: 'yes', help: 'none' }

describe('GET /waiting-list', () => {
  test('answers are listed in their queues with the reason, the symptoms and the time, in the same transaction as the answers (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const removed = await sendWaitingListCheck(ward)
    await removed.answer({
      waiting: '2',
      needed: 'no',
      reason: 'my_symptoms_have_gone',
      contact: 'no',
      contact_change: 'Moved',
      help: 'none',
    })
    const worse = await sendWaitingListCheck(ward)
    await worse.answer({ ...waiting, waiting: '1', changed: 'a_little_worse' })
    const fine = await sendWaitingListCheck(ward)
    await fine.answer(waiting)

    expect(await list(clerk, 'filters[queue]=no_longer_needed')).toMatchObject({
      totalDocs: 1,
      docs: [{ id: removed.requestId, reason: 'My symptoms have gone', symptoms: '', answeredAt: expect.any(String) }],
    })
    expect(await list(clerk)).toMatchObject({
      docs: [{ id: worse.requestId, symptoms: 'A little worse' }],
      queues: { worse: 1, not_sure: 1, no_longer_needed: 1, details_changed: 1, not_on_list: 0, no_reply: 0, changed_mind: 0 },
      forms: [{ value: worse.formId, count: 1 }],
    })
    expect(await idsIn(clerk, 'not_sure')).toEqual([worse.requestId])
    expect((await ward.auditTrail()).at(-1)).toMatchObject({ event_type: 'waitingListRead', actor_id: clerk.id })
  })

  test('only forms of the type waiting list have queues, and an answer that Formward does not know is listed for a person (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const other = await sendWaitingListCheck(ward, { type: 'general' })
    await other.answer({ waiting: '0', contact: 'yes', help: 'none' })
    expect((await list(clerk)).queues).toMatchObject({ not_on_list: 0 })

    const changed: FormDefinition = {
      questions: waitingListCheck.definition.questions.map((question) =>
        question.id === 'changed' ? { ...question, options: [...question.options!, { value: 'varies', label: 'It varies' }] } : question,
      ),
    }
    const edited = await sendWaitingListCheck(ward, { definition: changed })
    await edited.answer({ ...waiting, changed: 'varies' })
    expect(await list(clerk)).toMatchObject({ docs: [{ id: edited.requestId, symptoms: 'It varies' }] })
  })

  test('filters by form and specialty leave their entries and counts, and pages are stable (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const sent = []
    for (const specialty of ['110', '101', '110']) {
      const one = await sendWaitingListCheck(ward, { specialty })
      await one.answer({ waiting: '0', contact: 'yes', help: 'none' })
      sent.push(one)
    }
    const query = 'filters[queue]=not_on_list'
    expect(await list(clerk, `${query}&filters[specialty]=110`)).toMatchObject({
      totalDocs: 2,
      queues: { not_on_list: 2 },
      specialties: [
        { value: '110', count: 2 },
        { value: '101', count: 1 },
      ],
    })
    expect((await list(clerk, `${query}&filters[formId]=${sent[1]!.formId}`)).docs).toMatchObject([{ id: sent[1]!.requestId }])
    const first = (await clerk.get(`${address}?limit=2&${query}`)).json<Listed>()
    const second = (await clerk.get(`${address}?limit=2&page=2&cursor=${first.cursor}&${query}`)).json<Listed>()
    expect([...first.docs, ...second.docs].map(({ id }) => id)).toEqual(sent.map(({ requestId }) => requestId))
    expect((await list(clerk, `${query}&sort=-openedAt`)).docs.map(({ id }) => id)).toEqual(
      sent.map(({ requestId }) => requestId).toReversed(),
    )
  })

  test('a queue shows since when patients have been waiting, and the filter leaves those of a cohort with true counts (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const ids: string[] = []
    for (const days of [83, 84, 182, 364, undefined]) {
      const sent = await sendWaitingListCheck(ward)
      if (days !== undefined)
        await ward.query('update form_requests set waiting_since = $2 where id = $1', [sent.requestId, addDays(dateOf(new Date()), -days)])
      await sent.answer({ waiting: '0', contact: 'yes', help: 'none' })
      ids.push(sent.requestId)
    }
    const query = 'filters[queue]=not_on_list'
    expect(await list(clerk, query)).toMatchObject({
      docs: [{ waitingSince: addDays(dateOf(new Date()), -83) }, {}, {}, {}, { waitingSince: null }],
      waited: [
        { value: '12', label: 'At least 12 weeks', count: 3 },
        { value: '26', count: 2 },
        { value: '52', count: 1 },
      ],
    })
    for (const [waited, expected] of [
      ['12', ids.slice(1, 4)],
      ['26', ids.slice(2, 4)],
      ['52', ids.slice(3, 4)],
    ] as const) {
      const found = await list(clerk, `${query}&filters[waited]=${waited}`)
      expect([waited, found.docs.map(({ id }) => id), found.totalDocs, found.queues['not_on_list']]).toEqual([
        waited,
        expected,
        expected.length,
        expected.length,
      ])
    }
    for (const waited of ['', '13', '2026-01-01'])
      expect([waited, (await clerk.get(`${address}?filters[waited]=${waited}`)).statusCode]).toEqual([waited, 400])

    await clerk.patch(`/api/forms/request/${ids[0]}/waiting-since`, { waitingSince: addDays(dateOf(new Date()), -365) })
    const { docs, totalDocs, asOf } = await list(clerk, `${query}&filters[waited]=52`)
    expect(
      docs.map(({ id }) => id),
      'a corrected day',
    ).toEqual([ids[0], ids[3]])
    const all = { filters: { waited: '52' }, until: asOf, expected: totalDocs }
    expect((await decide(clerk, 'not_on_list', 'kept', all)).json()).toEqual({ done: 2, refused: [] })
    expect(await idsIn(clerk, 'not_on_list')).toEqual([ids[1], ids[2], ids[4]])
  })

  test('users limited to wards see and decide entries of their patients only, and other organisations none (MEM-4, ORG-7)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const [north, south] = await ward.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [
      ward.id,
    ])
    const [admin, clerk] = [await ward.staff('Admin'), await ward.staff('User')]
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [
      ward.id,
      clerk.id,
      north!['id'],
    ])
    const sent = await sendWaitingListCheck(ward)
    await sent.answer({ waiting: '0', contact: 'yes', help: 'none' })
    await ward.query('update patients set ward_id = $2 where id = $1', [sent.patientId, south!['id']])
    await ward.query("update form_requests set waiting_since = '2020-01-01' where id = $1", [sent.requestId])

    expect((await list(admin, 'filters[queue]=not_on_list&filters[waited]=52')).docs).toMatchObject([{ id: sent.requestId }])
    const stranger = await (await openOrganisation()).staff('Admin')
    for (const other of [clerk, stranger]) {
      for (const waited of ['', '&filters[waited]=52'])
        expect(await list(other, `filters[queue]=not_on_list${waited}`)).toMatchObject({
          totalDocs: 0,
          queues: { not_on_list: 0 },
          docs: [],
        })
      const refused = (await decide(other, 'not_on_list', 'kept', [sent.requestId])).json()
      expect(refused).toEqual({ done: 0, refused: [{ id: sent.requestId, reason: 'This form request is not in this queue.' }] })
    }
  })
})

describe('POST /waiting-list/decide', () => {
  test('a decision is made once: the second is told who decided, and when; timeline and audit log have it (PTN-5, AUD-1)', async () => {
    const ward = await openOrganisation()
    const [ada, ravi] = [await ward.staff('User'), await ward.staff('User', { firstName: 'Ravi', lastName: 'Menon' })]
    const sent = await sendWaitingListCheck(ward)
    await sent.answer({ ...waiting, changed: 'much_worse' })

    const answers = await Promise.all([ada, ravi].map((one) => decide(one, 'worse', 'reviewed', [sent.requestId], 'Phoned the patient')))
    const results = answers.map((answer) => answer.json<{ done: number; refused: { reason: string }[] }>())
    expect(results.map(({ done }) => done).toSorted()).toEqual([0, 1])
    expect(results.find(({ done }) => done === 0)!.refused[0]!.reason).toMatch(
      /^Already decided by (Ada Byron|Ravi Menon) at .*: Reviewed\.$/,
    )
    expect(await idsIn(ada, 'worse')).toEqual([])
    const details = (await ada.get(`/api/forms/request/${sent.requestId}`)).json()
    expect(details.timeline.filter(({ kind }: { kind: string }) => kind === 'waiting_list_decided')).toMatchObject([
      { detail: { queue: 'worse', decision: 'reviewed' } },
    ])
    const trail = (await ward.auditTrail()).filter(({ event_type }) => event_type === 'waitingListDecided')
    expect(trail).toMatchObject([
      { subject_id: sent.requestId, patient_id: sent.patientId, detail: { queue: 'worse', decision: 'reviewed' } },
    ])
    expect(JSON.stringify(trail)).not.toContain('Phoned')
    expect(await ward.query('select note from waiting_list_reviews where request_id = $1', [sent.requestId])).toEqual([
      { note: 'Phoned the patient' },
    ])
  })

  test('all that match are those that the user saw: later entries stay, and another number is refused (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const answerNo = async () => {
      const one = await sendWaitingListCheck(ward)
      await one.answer({ waiting: '0', contact: 'yes', help: 'none' })
      return one.requestId
    }
    await answerNo()
    await answerNo()
    const { asOf, totalDocs } = await list(clerk, 'filters[queue]=not_on_list')
    const later = await answerNo()
    const all = { until: asOf, expected: totalDocs }

    expect((await decide(clerk, 'not_on_list', 'kept', { ...all, expected: 9 })).json()).toMatchObject({
      code: 'conflict',
      detail: 'There are now 2 form requests in this list. Check the list again.',
    })
    expect((await decide(clerk, 'not_on_list', 'kept', all)).json()).toEqual({ done: 2, refused: [] })
    expect(await idsIn(clerk, 'not_on_list')).toEqual([later])
  })

  test('a decision that the queue does not offer is refused: silence removes nobody (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const sent = await sendWaitingListCheck(ward)
    for (const decision of ['reviewed', 'removal_approved'])
      expect([decision, (await decide(clerk, 'no_reply', decision, [sent.requestId])).statusCode]).toEqual([decision, 400])
  })
})

describe('The queue of patients who have not replied', () => {
  test('a form request that expires unanswered is listed; the reply of the patient, or its end by staff, takes it out (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const [silent, ended] = [await sendWaitingListCheck(ward), await sendWaitingListCheck(ward)]
    await expire(ward, silent.requestId)
    expect(await idsIn(clerk, 'no_reply')).toEqual([silent.requestId])

    const again = (await decide(clerk, 'no_reply', 'contacted_again', [silent.requestId])).json()
    expect(again).toEqual({ done: 1, refused: [] })
    expect(await ward.query('select status from form_requests where id = $1', [silent.requestId])).toEqual([{ status: 'unopened' }])
    expect(await idsIn(clerk, 'no_reply')).toEqual([])
    expect(await ward.query('select decision, decided_by from waiting_list_reviews where request_id = $1', [silent.requestId])).toEqual([
      { decision: 'contacted_again', decided_by: clerk.id },
    ])
    await expire(ward, silent.requestId)
    expect(await idsIn(clerk, 'no_reply'), 'silent again').toEqual([silent.requestId])

    await clerk.patch(`/api/forms/request/${silent.requestId}/reopen`, { sendMessage: false })
    expect(await idsIn(clerk, 'no_reply'), 'reopened by staff').toEqual([])
    await silent.answer({ waiting: '0', contact: 'yes', help: 'none' })
    expect((await list(clerk)).queues).toMatchObject({ no_reply: 0, not_on_list: 1 })

    await ward.query(
      "insert into waiting_list_reviews (organisation_id, request_id, queue, form_id, specialty) values ($1, $2, 'no_reply', $3, '')",
      [ward.id, ended.requestId, ended.formId],
    )
    await clerk.patch('/api/forms/request', { status: 'sent_in_error', requests: [ended.requestId] })
    expect(
      await ward.query('select status, decision from form_requests r join waiting_list_reviews w on w.request_id = r.id where r.id = $1', [
        ended.requestId,
      ]),
    ).toEqual([{ status: 'sent_in_error', decision: 'ended' }])
  })

  test('of many who are contacted, those that a colleague has decided meanwhile get no message and are named, and the others are contacted (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const ids: string[] = []
    for (let nth = 0; nth < 3; nth++) {
      const { requestId } = await sendWaitingListCheck(ward)
      await expire(ward, requestId)
      ids.push(requestId)
    }
    await decide(await ward.staff('User', { firstName: 'Ravi', lastName: 'Menon' }), 'no_reply', 'kept', [ids[1]!])

    const contacted = (await decide(clerk, 'no_reply', 'contacted_again', ids)).json()

    expect(contacted).toEqual({
      done: 2,
      refused: [{ id: ids[1], reason: expect.stringMatching(/^Already decided by Ravi Menon at .*: Kept on the waiting list\.$/) }],
    })
    const statuses = await ward.query('select status from form_requests where id = any($1) order by array_position($1, id)', [ids])
    expect(statuses.map(({ status }) => status)).toEqual(['unopened', 'expired', 'unopened'])
    const decisions = await ward.query(
      "select decision from waiting_list_reviews where request_id = any($1) and queue = 'no_reply' order by array_position($1, request_id)",
      [ids],
    )
    expect(decisions.map(({ decision }) => decision)).toEqual(['contacted_again', 'kept', 'contacted_again'])
  })

  test('two users contact the same patients at the same moment: each patient gets one message, and each user is told the rest (PTN-5, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const staff = [await ward.staff('User'), await ward.staff('User')]
    const ids: string[] = []
    for (let nth = 0; nth < 4; nth++) {
      const { requestId } = await sendWaitingListCheck(ward)
      await expire(ward, requestId)
      ids.push(requestId)
    }

    const both = await Promise.all(
      staff.map(async (one, nth) => {
        const answer = await decide(one, 'no_reply', 'contacted_again', nth === 0 ? ids.slice(0, 3) : ids.slice(1).toReversed())
        return { status: answer.statusCode, ...answer.json<{ done: number; refused: { reason: string }[] }>() }
      }),
    )

    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]!.done + both[1]!.done).toBe(4)
    for (const { reason } of both.flatMap(({ refused }) => refused)) expect(reason).toMatch(/^Already decided by Ada Byron/)
    const messages = await ward.query(
      "select request_id, count(*)::int from notifications where request_id = any($1) and status = 'queued' group by 1",
      [ids],
    )
    expect(messages.map(({ count }) => count)).toEqual([1, 1, 1, 1])
  })

  test('a letter is queued with the reopening of an expired form request; where no letter can be sent, nothing happens (PTN-5, NOT-10)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const [reachable, homeless] = [await sendWaitingListCheck(ward), await sendWaitingListCheck(ward)]
    await ward.query("update patients set line1 = '1 High Street', postcode = 'LS1 4AP' where id = $1", [reachable.patientId])
    const ids = [reachable.requestId, homeless.requestId]
    await ward.query("update notifications set status = 'failed', reason_code = 'technical_failure' where request_id = any($1)", [ids])
    for (const id of ids) await expire(ward, id)

    expect((await decide(clerk, 'no_reply', 'letter_queued', ids)).json()).toEqual({
      done: 1,
      refused: [{ id: homeless.requestId, reason: 'The patient’s address has no first line and no postcode.' }],
    })

    const letters = await ward.query("select request_id from notifications where request_id = any($1) and method = 'letter'", [ids])
    expect(letters).toEqual([{ request_id: reachable.requestId }])
    const statusOf = async (id: string) => (await ward.query('select status from form_requests where id = $1', [id]))[0]!['status']
    expect([await statusOf(reachable.requestId), await statusOf(homeless.requestId)]).toEqual(['unopened', 'expired'])
    expect(await idsIn(clerk, 'no_reply'), 'still waits for a decision').toEqual([homeless.requestId])
  })

  test('a patient whom staff have kept is not listed again when the form request expires, and closing an answered one decides nothing (PTN-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const kept = await sendWaitingListCheck(ward)
    await expire(ward, kept.requestId)
    await decide(clerk, 'no_reply', 'kept', [kept.requestId])
    await clerk.patch(`/api/forms/request/${kept.requestId}/reopen`, { sendMessage: false })
    await expire(ward, kept.requestId)
    expect(await idsIn(clerk, 'no_reply')).toEqual([])

    const answered = await sendWaitingListCheck(ward)
    await answered.answer({ waiting: '0', contact: 'yes', help: 'none' })
    await clerk.patch(`/api/forms/request/${answered.requestId}/close`, {})
    expect(await idsIn(clerk, 'not_on_list')).toEqual([answered.requestId])
  })

  test('the last reminder lists the patient, who can still answer (PTN-5, NOT-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const sent = await sendWaitingListCheck(ward)
    const remind = (number: number) =>
      ward.query(
        `with added as (insert into notifications (organisation_id, request_id, category, method, reminder_number)
           values ($1, $2, 'request_reminder', 'sms', $3) returning id)
         select id from added`,
        [ward.id, sent.requestId, number],
      )
    const leave = ([row]: Record<string, unknown>[]) =>
      ward.query("update notifications set status = 'sent', sent_at = now() where id = $1", [row!['id']])
    await leave(await remind(1))
    expect(await idsIn(clerk, 'no_reply')).toEqual([])
    await leave(await remind(3))
    expect(await idsIn(clerk, 'no_reply')).toEqual([sent.requestId])
    await sent.answer(waiting)
    expect(await idsIn(clerk, 'no_reply')).toEqual([])
  })

  test('a last reminder that is recorded late lists no form request that staff have ended meanwhile (PTN-5, NOT-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User')
    const [wrong, closed, open] = [await sendWaitingListCheck(ward), await sendWaitingListCheck(ward), await sendWaitingListCheck(ward)]
    const ids = [wrong, closed, open].map(({ requestId }) => requestId)
    await ward.query(
      `insert into notifications (organisation_id, request_id, category, method, reminder_number, try_began_at)
       select $1, id, 'request_reminder', 'sms', 3, now() from unnest($2::uuid[]) id`,
      [ward.id, ids],
    )
    await clerk.patch('/api/forms/request', { status: 'sent_in_error', requests: [wrong.requestId] })
    await clerk.patch('/api/forms/request', { status: 'closed', requests: [closed.requestId] })
    await ward.query(
      "update notifications set status = 'accepted', sent_at = now(), try_began_at = null where request_id = any($1) and reminder_number = 3",
      [ids],
    )
    expect(await idsIn(clerk, 'no_reply')).toEqual([open.requestId])
  })
})

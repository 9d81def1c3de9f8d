import { queuesOf, decisionsOf, removableQueues, type WaitingListOutcome } from '#domain/waiting-list.ts'
import type { WaitingListQueue } from '#domain/waiting-list-queues.ts'
import { defaultTemplate } from '#server/notifications/default-templates.ts'

import { workingTime, type DemoRequest } from './requests.ts'
import { randomFrom, type Random } from './random.ts'

const hour = 3_600_000
const day = 24 * hour
const removalTime = 14 * day
const iso = (at: number) => new Date(at).toISOString()

type Member = { id: string; isClinician: boolean }
type Cast = { random: Random; now: number; members: readonly Member[] }
type Decision = { decision: WaitingListOutcome; by: string | null; at: number; note?: string }

/** Staff decide about each entry within so many days, the most urgent first. */
const decidedWithinDays: Record<WaitingListQueue, number> = {
  worse: 8,
  changed_mind: 5,
  link_locked: 10,
  not_told: 25,
  removal_withdrawn: 10,
  not_on_list: 35,
  not_sure: 35,
  no_longer_needed: 35,
  details_changed: 35,
  no_reply: 45,
  take_off_list: 9,
  removal_approved: Infinity,
}

/** What staff noted when they decided. */
const notes: Partial<Record<WaitingListQueue, string[]>> = {
  worse: [
    'Phoned. Pain is worse at night. The consultant has moved the appointment forward.',
    'Spoke to the patient and reviewed the referral. Priority changed to urgent.',
    'Phoned. Advice given, and the GP has a letter. The priority stays.',
  ],
  not_on_list: ['The patient is on the list. Explained the referral by phone.', 'Sent a letter with the date of the referral.'],
  not_sure: ['Explained the referral by phone. The patient wants to stay on the list.'],
  no_longer_needed: ['Phoned. The patient wants to wait for the scan before deciding.'],
  details_changed: ['Address and mobile phone corrected.'],
  no_reply: ['Phoned. The patient still needs the appointment.'],
}
const removalReasons = [
  'Confirmed by phone: had care elsewhere.',
  'Confirmed by phone: the symptoms have gone.',
  'Seen in another hospital. Their letter is on the record.',
]

/**
 * What staff have decided about the waiting list, and what waits for them: removals that wait, that patients have undone, that staff have withdrawn
 * and that are final. `locked`: links that are locked.
 */
export function makeWaitingList({ random, now, members }: Cast, requests: readonly DemoRequest[]) {
  // Notes and times come from a random of their own: whatever else the demonstration holds stays as it is.
  const own = randomFrom(requests.length)
  const clinicians = members.filter(({ isClinician }) => isClinician)
  const reviews: object[] = []
  const removals: object[] = []
  const messages: { request: DemoRequest; row: ReturnType<typeof toMessage>; finalAt: number }[] = []
  const events: object[] = []
  const locked: { id: string; lockedAt: string }[] = []
  const removed = removedOf(requests)
  const finals: { at: number; by: string; review: (decided?: Decision) => void }[] = []
  const newest = newestOf(requests.filter((request) => !removed.includes(request)))
  for (const request of requests) {
    if (request.form.type !== 'waiting_list') continue
    const { id, form, specialty, answers, completedAt, closedAt, expires, events: history } = request
    const isSilent = history.some(({ kind }) => kind === 'expired')
    const queues: readonly WaitingListQueue[] = answers ? queuesOf(answers) : isSilent ? ['no_reply'] : []
    const record = (queue: WaitingListQueue, { decision, by, at }: Decision) =>
      events.push({
        request_id: id,
        at: iso(at),
        kind: 'waiting_list_decided',
        actor_kind: by ? 'member' : decision === 'final' ? 'worker' : 'patient',
        actor_id: by ?? (decision === 'final' ? null : id),
        detail: { queue, decision },
      })
    const review = (queue: WaitingListQueue, openedAt: number, decided?: Decision) =>
      reviews.push({
        request_id: id,
        queue,
        state: decided ? 'done' : 'open',
        opened_at: iso(openedAt),
        decision: decided?.decision ?? null,
        decided_by: decided?.by ?? null,
        decided_at: decided ? iso(decided.at) : null,
        note: decided?.note ?? '',
        form_id: form.id,
        specialty,
      })
    const decide = (queue: WaitingListQueue, openedAt: number, decided: Decision) => {
      review(queue, openedAt, decided)
      record(queue, decided)
    }
    const openedAt = completedAt ?? expires
    const place = removed.indexOf(request)
    const isRemoved = place >= 0
    const approvedAt = Math.min(workingTime(openedAt + 20 * hour), now - 2 * hour)
    const by = random.pick(members).id
    const reason = own.pick(removalReasons)
    const approval: Decision = { decision: 'removal_approved', by, at: approvedAt, note: reason }
    for (const queue of queues) {
      if (isRemoved && removableQueues.includes(queue)) {
        review(queue, openedAt, approval)
        continue
      }
      const isEarly = random.chance(answers && closedAt !== undefined ? 0.6 : 0.25)
      const isDue = openedAt + decidedWithinDays[queue] * day < now || (queue === 'worse' && closedAt !== undefined)
      // The dashboard of a clinician shows what came in the last days.
      const isNewest = queue !== 'worse' && newest.get(queue) === request
      if (isNewest || (!isDue && (!isEarly || queue === 'worse'))) {
        review(queue, openedAt)
        continue
      }
      const reviewer = queue === 'worse' && clinicians.length > 0 ? own.pick(clinicians).id : by
      const at = Math.min(workingTime(openedAt + own.between(1, queue === 'worse' ? 20 : 90) * hour), now - hour)
      const decision = decisionsOf[queue].find((one) => one === 'kept' || one === 'reviewed')!
      decide(queue, openedAt, { decision, by: reviewer, at: Math.max(at, openedAt), note: own.pick(notes[queue] ?? ['']) })
    }
    if (!isRemoved) continue
    record(
      queues.find((queue) => removableQueues.includes(queue))!,
      approval,
    ) // it was approved from one of these
    // The newest could not be told yet, the link of the next is locked, one of the next has changed their mind and waits for staff, one was
    // withdrawn after the patient was told, and the others of the last two weeks wait.
    const isUntold = place === 0 || place % 4 === 3
    const isUndone = place === 2 || (place > 5 && place % 5 === 0 && !isUntold)
    // Where no message arrived, a user phoned some days later.
    const toldAt = place > 0 && isUntold && approvedAt + 4 * day < now ? workingTime(approvedAt + 3 * day) : undefined
    const startsAt = isUntold ? toldAt : approvedAt
    const finalAt = (startsAt ?? approvedAt) + removalTime
    const undoneAt = isUndone ? Math.min(approvedAt + 30 * hour, now - hour) : undefined
    const isLocked = place === 1
    const withdrawnAt = place === 4 ? Math.min(approvedAt + 26 * hour, now - hour) : undefined
    const isOver = startsAt !== undefined && finalAt < now && !isLocked
    const endedAt = undoneAt ?? withdrawnAt ?? (isOver ? finalAt : undefined)
    const state = isUndone ? 'changed_mind' : withdrawnAt !== undefined ? 'withdrawn' : endedAt === undefined ? 'approved' : 'final'
    removals.push({
      request_id: id,
      state,
      reason,
      approved_by: by,
      approved_at: iso(approvedAt),
      final_at: iso(finalAt),
      told_by: toldAt === undefined ? null : by,
      told_at: toldAt === undefined ? null : iso(toldAt),
      ended_by: state === 'withdrawn' ? by : null,
      ended_at: endedAt === undefined ? null : iso(endedAt),
    })
    if (state === 'approved' || endedAt === undefined) review('removal_approved', approvedAt)
    else if (state === 'withdrawn') {
      decide('removal_approved', approvedAt, {
        decision: 'removal_withdrawn',
        by,
        at: endedAt,
        note: 'The consultant wants to see the patient first.',
      })
      review('removal_withdrawn', endedAt)
    } else decide('removal_approved', approvedAt, { decision: state, by: null, at: endedAt })
    if (state === 'final' && endedAt !== undefined)
      finals.push({
        at: endedAt,
        by,
        review: (decided) => (decided ? decide('take_off_list', endedAt, decided) : review('take_off_list', endedAt)),
      })
    if (isLocked) {
      const lockedAt = iso(Math.min(approvedAt + 20 * hour, now - hour))
      events.push({ request_id: id, at: lockedAt, kind: 'locked', actor_kind: 'patient', actor_id: id, detail: {} })
      review('link_locked', Date.parse(lockedAt))
      locked.push({ id, lockedAt })
    }
    if (undoneAt !== undefined) {
      const kept = place !== 2
      if (kept) decide('changed_mind', undoneAt, { decision: 'kept', by, at: workingTime(undoneAt + 20 * hour), note: 'Appointment kept.' })
      else review('changed_mind', undoneAt)
    }
    if (toldAt !== undefined) decide('not_told', approvedAt + hour, { decision: 'told', by, at: toldAt, note: 'Told by phone.' })
    else if (isUntold) review('not_told', approvedAt + hour)
    else messages.push({ request, row: toMessage(random, request, approvedAt, state === 'approved'), finalAt })
  }
  // Staff take patients off the list once a week or so. The latest removal that is final always waits.
  for (const [place, { at, by, review }] of finals.toSorted((one, other) => other.at - one.at).entries()) {
    const takenOffAt = Math.min(workingTime(at + (1 + (place % 5)) * day), now - hour)
    const isWaiting = place === 0 || at + decidedWithinDays.take_off_list * day > now || takenOffAt < at
    review(isWaiting ? undefined : { decision: 'taken_off', by, at: takenOffAt })
  }
  return { reviews, removals, messages, events, locked }
}

/** The latest form request of each queue. It waits for staff, so that no queue is empty on any day of the year. */
function newestOf(requests: readonly DemoRequest[]) {
  const newest = new Map<WaitingListQueue, DemoRequest>()
  for (const request of requests)
    for (const queue of request.form.type === 'waiting_list' && request.answers ? queuesOf(request.answers) : [])
      if ((newest.get(queue)?.completedAt ?? 0) < (request.completedAt ?? 0)) newest.set(queue, request)
  return newest
}

/** The form requests whose removal was approved, the latest first: every third that could be removed. */
function removedOf(requests: readonly DemoRequest[]) {
  const removable = requests.filter(({ form, answers }) => {
    const queues = form.type === 'waiting_list' && answers ? queuesOf(answers) : []
    return queues.some((queue) => removableQueues.includes(queue)) && !queues.includes('worse')
  })
  return removable.toSorted((one, other) => (other.completedAt ?? 0) - (one.completedAt ?? 0)).filter((_, place) => place % 3 === 0)
}

/** The message about a removal. While the patient can change their mind it is in the outbox, with the link. */
function toMessage(random: Random, { id, method }: DemoRequest, at: number, isKept: boolean) {
  const template = defaultTemplate(method, 'removal_approved')
  return {
    id: random.uuid(),
    request_id: id,
    template_id: template.id,
    template_version: template.version,
    category: 'removal_approved',
    method,
    status: isKept ? 'kept' : 'delivered',
    attempts: 1,
    send_after: iso(at),
    sent_at: isKept ? null : iso(at),
    delivered_at: isKept ? null : iso(at),
    fragments: method === 'sms' && !isKept ? 1 : null,
    created_at: iso(at),
    updated_at: iso(at),
  }
}

import { describe, expect, test } from 'vitest'

import { waitingListCheck } from '#domain/form/library/waiting-list-check.ts'
import { visibleQuestions } from '#domain/form/path.ts'
import type { Answers } from '#domain/form/question.ts'
import { dateOf } from '#domain/moments.ts'
import { cohortLabels } from '#domain/waiting-since.ts'
import { type WaitingListQueue, waitingListQueues } from '#domain/waiting-list-queues.ts'
import { decisionsOf, queuesOf, type WaitingListDecision } from '#domain/waiting-list.ts'
import { randomFrom } from '#database/demo/random.ts'
import { endOverdueRequests } from '#server/requests/end-requests.ts'
import { followRemovals } from '#server/waiting-list/waiting-list.ts'
import { openOrganisation } from '#test/organisation.ts'
import { openPhone } from '#test/phone.ts'
import { sendWaitingListCheck } from '#test/waiting-list.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { readMonth, readWaitingList } from './metrics.sql.ts'

const { definition } = waitingListCheck

describe('The waiting list in the metrics of a month', () => {
  test(
    'report, queues and dashboard agree with a random series of answers, silence, decisions and changes of mind (REP-1, PTN-5)',
    { timeout: 120_000 },
    async () => {
      const seed = 20_261_125
      const random = randomFrom(seed)
      const ward = await openOrganisation()
      const clerk = await ward.staff('User')
      const { step } = stepsOf(ward)
      const counted = {
        asked: 0,
        answered: 0,
        needed: 0,
        no_longer_needed: 0,
        not_on_list: 0,
        not_sure: 0,
        worse: 0,
        no_reply: 0,
        approved: 0,
        withdrawn: 0,
        changed_mind: 0,
        final: 0,
      }
      // The days that patients had waited when their form request was created, first and last of each cohort; undefined: not known.
      const waits = [0, 83, 84, 181, 182, 363, 364, 900, undefined, 200, 83, undefined]
      const cohortAt = [0, 0, 1, 1, 2, 2, 3, 3, 4, 2, 0, 4]
      const cohortOf = new Map<string, number>()
      const byCohort = Object.fromEntries(Object.keys(counted).map((figure) => [figure, cohortLabels.map(() => 0)]))
      const count = (figure: keyof typeof counted, id: string) => {
        counted[figure]++
        byCohort[figure]![cohortOf.get(id)!]!++
      }
      const open = new Map<string, Set<WaitingListQueue>>()
      const links = new Map<string, string>()
      const told = new Set<string>()

      for (let n = 0; n < 12; n++) {
        const sent = await sendWaitingListCheck(ward)
        cohortOf.set(sent.requestId, cohortAt[n]!)
        await ward.query(
          "update form_requests set waiting_since = (created_at at time zone 'Europe/London')::date - $2::int where id = $1",
          [sent.requestId, waits[n] ?? null],
        )
        count('asked', sent.requestId)
        links.set(sent.requestId, sent.link)
        if (random.chance(0.2)) {
          await ward.query("update form_requests set expires_at = now() - interval '1 minute' where id = $1", [sent.requestId])
          await step(endOverdueRequests)
          count('no_reply', sent.requestId)
          open.set(sent.requestId, new Set(['no_reply']))
          continue
        }
        const answers: Answers = {}
        for (const question of definition.questions)
          if (visibleQuestions(definition, answers).includes(question)) {
            const values = question.type === 'yes_no' ? ['yes', 'no'] : (question.options ?? []).map(({ value }) => value)
            answers[question.id] = values.length > 0 ? random.pick(values) : 'Words'
          }
        await sent.answer(answers as Record<string, string>)
        const queues = queuesOf(answers)
        count('answered', sent.requestId)
        if (answers['needed'] === 'yes') count('needed', sent.requestId)
        for (const queue of ['no_longer_needed', 'not_on_list', 'not_sure', 'worse'] as const)
          if (queues.includes(queue)) count(queue, sent.requestId)
        open.set(sent.requestId, new Set(queues))
      }

      const entries = () => [...open].flatMap(([id, queues]) => [...queues].map((queue) => ({ id, queue })))
      for (let n = 0; n < 40 && entries().length > 0; n++) {
        const { id, queue } = random.pick(entries())
        const queues = open.get(id)!
        if (queue === 'removal_approved' && random.chance(0.7)) {
          if (random.chance(0.5)) {
            const phone = await openPhone()
            expect((await phone.fillIn(await phone.open(links.get(id)!), {})).body).toContain('You stay on the waiting list')
            count('changed_mind', id)
            open.set(id, new Set([...queues, 'changed_mind' as const].filter((one) => one !== 'removal_approved')))
          } else {
            await ward.query(
              "update notifications set status = 'sent', sent_at = now() - interval '15 days' where request_id = $1 and category = 'removal_approved'",
              [id],
            )
            await ward.query(
              "update waiting_list_removals set final_at = now() - interval '25 hours', approved_at = now() - interval '15 days 1 hour' where request_id = $1",
              [id],
            )
            await ward.query(
              "update notifications set created_at = now() - interval '14 days' where request_id = $1 and category = 'removal_approved'",
              [id],
            )
            told.add(id)
            await step(followRemovals)
            if (!queues.has('worse')) {
              count('final', id)
              queues.delete('removal_approved')
              queues.add('take_off_list')
            }
          }
          continue
        }
        const decision: WaitingListDecision = random.pick(
          decisionsOf[queue].filter((one) => one !== 'letter_queued' && one !== 'contacted_again'),
        )
        const { done } = (await clerk.post('/api/forms/waiting-list/decide', { queue, decision, requests: [id] })).json<{ done: number }>()
        const isBlocked = decision === 'removal_approved' && queues.has('worse')
        expect([seed, n, queue, decision, done]).toEqual([seed, n, queue, decision, isBlocked ? 0 : 1])
        if (isBlocked) continue
        queues.delete(queue)
        if (decision === 'removal_approved') {
          count('approved', id)
          for (const other of ['not_on_list', 'not_sure', 'no_longer_needed'] as const) queues.delete(other)
          queues.add('removal_approved')
        }
        if (decision === 'removal_withdrawn') {
          count('withdrawn', id)
          if (told.has(id)) queues.add('removal_withdrawn')
        }
      }

      const figures = await step(async (ctx) => readWaitingList(ctx, await readMonth(ctx, dateOf(new Date()).slice(0, 7))))
      expect(Object.fromEntries(Object.entries(figures).map(([figure, { total }]) => [figure, total]))).toEqual(counted)
      expect(Object.fromEntries(Object.entries(figures).map(([figure, { cohorts }]) => [figure, cohorts]))).toEqual(byCohort)
      const left = Object.fromEntries(waitingListQueues.map((queue) => [queue, entries().filter((one) => one.queue === queue).length]))
      expect((await clerk.get('/api/forms/waiting-list')).json()).toMatchObject({ queues: left })
      expect((await clerk.get('/api/forms/dashboard')).json()).toMatchObject({ waitingList: left })
      expect(counted.approved, 'the series has removals').toBeGreaterThan(1)
    },
  )
})

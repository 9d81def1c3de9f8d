import { randomUUID } from 'node:crypto'

import { describe, expect, onTestFinished, test } from 'vitest'

import type { Steps } from '#server/platform/jobs.ts'
import { openNhsNotify } from '#test/nhs-notify/server.ts'
import { openOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { pausedBeforeCommit, stepsOf, untilWaiting } from '#test/worker-steps.ts'

import { lockRequests } from './next-method.sql.ts'
import { holdMessages } from './notifications.ts'
import { recordReceipt } from './receipts.ts'
import { sendBatches } from './send-batch.ts'

let processes = 0
/** Three form requests in the order of their ids, each with a message by NHS App and a reminder by email. The two batches have their messages in opposite order. */
async function openWithTwoBatches() {
  const own = await openOrganisation()
  const notify = await openNhsNotify()
  onTestFinished(async () => void (await notify.close()))
  const config = { ...own.services.config, ...notify.settings, NHS_NOTIFY_CONTACT_DETAILS: true }
  const db = { ...own.services.db, url: `${own.services.db.url}#${++processes}` } // its own state of the account, as another process has
  const steps = stepsOf({ id: own.id, services: { ...own.services, db, config } })
  const sent = [await sendFormToPatient(own), await sendFormToPatient(own), await sendFormToPatient(own)].toSorted((one, other) =>
    one.requestId < other.requestId ? -1 : 1,
  )
  await own.query('delete from notifications where organisation_id = $1', [own.id])
  const ids = {
    nhs_app: [randomUUID(), randomUUID(), randomUUID()].toSorted(),
    email: [randomUUID(), randomUUID(), randomUUID()].toSorted(),
  }
  const insert = async (method: 'nhs_app' | 'email', requests: readonly { requestId: string }[]) => {
    for (const [place, { requestId }] of requests.entries())
      await own.query('insert into notifications (organisation_id, id, request_id, category, method) values ($1, $2, $3, $4, $5)', [
        own.id,
        ids[method][place],
        requestId,
        method === 'email' ? 'request_reminder' : 'request_created',
        method,
      ])
  }
  await insert('nhs_app', sent)
  await insert('email', sent.toReversed())
  return { own, notify, steps, sent }
}

/** Steps that note why a transaction was rolled back. */
function noting(steps: Steps) {
  const failures: unknown[] = []
  const step: Steps['step'] = (work) =>
    steps.step(work).catch((error: unknown) => {
      failures.push(error)
      throw error
    })
  return { steps: { ...steps, step }, failures }
}

/** Another transaction that holds a form request until `commit`. */
async function hold(steps: Steps, requestId: string) {
  const { steps: holding, paused, commit } = pausedBeforeCommit(steps)
  const holder = holding.step((ctx) => ctx.tx.selectFrom('form_requests').select('id').where('id', '=', requestId).forUpdate().execute())
  await paused
  return { holder, commit }
}

/**
 * Sends both batches at once. The form request in the middle of both is held until each batch waits, so that batches that lock in the order of
 * their messages would hold one end each and want the other.
 */
async function sendBoth({ own, steps, sent }: Awaited<ReturnType<typeof openWithTwoBatches>>) {
  const noted = noting(steps)
  const { holder, commit } = await hold(steps, sent[1]!.requestId)
  const both = (['nhs_app', 'email'] as const).map((method) => sendBatches(noted.steps, method).catch(() => {}))
  await untilWaiting(own, 2).finally(commit)
  await Promise.all([holder, ...both])
  return noted.failures
}

describe('Two batches about the same form requests in opposite order', () => {
  test('that are cancelled at the same time lock the form requests in one order, so no transaction is given up (NOT-3, NOT-8)', async () => {
    const both = await openWithTwoBatches()
    await both.own.query("update organisations set cascade_methods = '{sms}' where id = $1", [both.own.id])
    const optOut = { at: '2026-01-01T00:00:00Z', by: 'user' }
    await both.own.query('update patients set opt_outs = $2 where organisation_id = $1', [both.own.id, { nhs_app: optOut, email: optOut }])

    const failures = await sendBoth(both)

    expect(failures).toEqual([])
    expect(
      await both.own.query('select distinct method, status from notifications where organisation_id = $1 order by 1', [both.own.id]),
    ).toEqual([
      { method: 'email', status: 'cancelled' },
      { method: 'nhs_app', status: 'cancelled' },
      { method: 'sms', status: 'queued' },
    ])
  })

  test('that a provider takes at the same time lock the form requests in one order, so no transaction is given up (NOT-3, NOT-8)', async () => {
    const both = await openWithTwoBatches()
    // So that the acceptance changes every form request.
    await both.own.query(
      "update form_requests set is_unreached = true, unreached_reason = 'not_sent', unreached_at = now() where organisation_id = $1",
      [both.own.id],
    )

    const failures = await sendBoth(both)

    expect(failures).toEqual([])
    expect(await both.own.query('select distinct status from notifications where organisation_id = $1', [both.own.id])).toEqual([
      { status: 'accepted' },
    ])
  })
})

describe('A batch that a provider refuses', () => {
  test('while a user acts on its form requests: both lock its messages before the form requests, so no transaction is given up (NOT-3, NOT-9)', async () => {
    const { own, notify, steps, sent } = await openWithTwoBatches()
    await own.query("delete from notifications where organisation_id = $1 and method = 'nhs_app'", [own.id])
    const patients = await own.query('select nhs_number from patients where organisation_id = $1', [own.id])
    notify.manners.unknownNhsNumbers = patients.map(({ nhs_number }) => String(nhs_number))
    const noted = noting(steps)
    const { holder, commit } = await hold(steps, sent[1]!.requestId)

    const sending = sendBatches(noted.steps, 'email')
    await untilWaiting(own, 1)
    const requestIds = sent.map(({ requestId }) => requestId)
    const acting = noted.steps.step((ctx) => holdMessages(ctx, requestIds)).catch(() => {})
    await untilWaiting(own, 2).finally(commit)
    await Promise.all([holder, sending, acting])
    // The provider refuses one message after the other. Those that the user had locked meanwhile are left to the next job.
    await sendBatches(noted.steps, 'email')

    expect(noted.failures).toEqual([])
    expect(await own.query('select distinct status from notifications where organisation_id = $1', [own.id])).toEqual([
      { status: 'failed' },
    ])
  })
})

describe('A receipt that comes late', () => {
  test('while a user acts on the form request: both lock the messages before the form request, so no transaction is given up (NOT-6, NOT-8)', async () => {
    const own = await openOrganisation()
    const { requestId } = await sendFormToPatient(own)
    await own.query('delete from notifications where organisation_id = $1', [own.id])
    const [id, followingId] = [randomUUID(), randomUUID()]
    const insert = `insert into notifications (organisation_id, id, request_id, category, method, status, follows_id, channel, provider_id, sent_at)
      values ($1, $2, $3, 'request_created', $4, $5, $6, $7, $8, $9)`
    await own.query(insert, [own.id, id, requestId, 'sms', 'accepted', null, 'govuk-notify', 'sent-1', new Date()])
    await own.query(insert, [own.id, followingId, requestId, 'email', 'queued', id, null, null, null])
    // So that the receipt changes the form request.
    await own.query(
      "update form_requests set is_unreached = true, unreached_reason = 'not_delivered', unreached_at = now() where id = $1",
      [requestId],
    )
    const noted = noting(stepsOf(own))
    const { holder, commit } = await hold(stepsOf(own), requestId)

    const receipt = { reference: '', providerId: 'sent-1', status: 'delivered', reason: undefined } as const
    const receiving = noted.steps.step((ctx) => recordReceipt(ctx, id, 'govuk-notify', receipt)).catch(() => {})
    await untilWaiting(own, 1)
    const acting = noted.steps
      .step(async (ctx) => {
        await holdMessages(ctx, [requestId])
        await lockRequests(ctx, [requestId])
      })
      .catch(() => {})
    await untilWaiting(own, 2).finally(commit)
    await Promise.all([holder, receiving, acting])

    expect(noted.failures).toEqual([])
    expect(await own.query('select id, status from notifications where organisation_id = $1 order by method', [own.id])).toEqual([
      { id: followingId, status: 'cancelled' },
      { id, status: 'delivered' },
    ])
  })
})

describe('Messages that a user acts on when their batch begins', () => {
  test('are left out, and another job looks for them after a few seconds (NOT-3)', async () => {
    const { own, steps, sent } = await openWithTwoBatches()
    await own.query("delete from notifications where organisation_id = $1 and method = 'nhs_app'", [own.id])
    await own.query("delete from pgboss.job where name = 'send-batch' and singleton_key like $1", [`${own.id}%`])
    const { steps: holding, paused, commit } = pausedBeforeCommit(steps)
    const acting = holding.step((ctx) =>
      holdMessages(
        ctx,
        sent.map(({ requestId }) => requestId),
      ),
    )
    await paused

    await sendBatches(steps, 'email').finally(commit)

    const jobs =
      "select start_after < now() + interval '10 seconds' as is_soon from pgboss.job where name = 'send-batch' and singleton_key like $1"
    expect(await own.query(jobs, [`${own.id}%`])).toEqual([{ is_soon: true }])
    await acting
    await sendBatches(steps, 'email')
    expect(await own.query('select distinct status from notifications where organisation_id = $1', [own.id])).toEqual([
      { status: 'accepted' },
    ])
  })
})

import { describe, expect, test } from 'vitest'

import type { RequestStatus } from '#domain/request-status.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { removeUnsentAnswers } from './remove-unsent-answers.job.ts'

/** Form requests that changed so many days ago, each with one unsent answer that was saved so many days ago. Returns their ids. */
async function drafts(ward: TestOrganisation, count: number, status: RequestStatus, changedDaysAgo: number, savedDaysAgo = changedDaysAgo) {
  const { requestId } = await sendFormToPatient(ward, { status })
  // A trigger sets `updated_at` at each update, so the form requests are inserted.
  const rows = await ward.query(
    `with r as (
       insert into form_requests (organisation_id, patient_id, form_id, form_version, status, notification_method, expires_at, patient_name_key, updated_at)
       select organisation_id, patient_id, form_id, form_version, status, notification_method, expires_at, patient_name_key,
         now() - make_interval(days => $3)
       from form_requests, generate_series(1, $2) where id = $1 returning organisation_id, id)
     insert into answer_drafts (organisation_id, request_id, answers, stopped_at, revision, updated_at)
     select organisation_id, id, '{"allergies": "Nuts"}', 'smoker', 1, now() - make_interval(days => $4) from r returning request_id`,
    [requestId, count, changedDaysAgo, savedDaysAgo],
  )
  return rows.map((row) => String(row['request_id']))
}

describe('Deleting unsent answers', () => {
  test('the unsent answers of a form request that ended 90 days ago are deleted; where the patient stopped, open and recent form requests, legal holds and other organisations stay (OPS-6)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const old: string[] = []
    for (const status of ['expired', 'closed', 'auto_closed', 'sent_in_error'] as const) old.push(...(await drafts(ward, 1, status, 91)))
    const kept = [
      ...(await drafts(ward, 1, 'opened', 91)),
      ...(await drafts(ward, 1, 'unopened', 91)),
      ...(await drafts(ward, 1, 'expired', 89, 91)), // ended after the answer was saved
      ...(await drafts(ward, 1, 'expired', 91, 89)),
      ...(await drafts(elsewhere, 1, 'expired', 91)),
    ]
    const held = await drafts(ward, 1, 'expired', 91)
    await ward.query(
      `update patients set hold_since = now(), hold_reason = 'Inquest' where id in (select patient_id from form_requests where id = any($1))`,
      [held],
    )
    kept.push(...held)
    const found = (ids: string[]) =>
      ward.query('select distinct answers, stopped_at as "stoppedAt", revision from answer_drafts where request_id = any($1)', [ids])

    await removeUnsentAnswers(stepsOf(ward))
    await removeUnsentAnswers(stepsOf(ward)) // what is done is not changed again

    expect(await found(old)).toEqual([{ answers: {}, stoppedAt: 'smoker', revision: 2 }])
    expect(await found(kept)).toEqual([{ answers: { allergies: 'Nuts' }, stoppedAt: 'smoker', revision: 1 }])
  })

  test('more drafts than one batch holds are all done, and a stopped worker continues with the next run (OPS-6)', async () => {
    const ward = await openOrganisation()
    await drafts(ward, 601, 'expired', 91)
    const left = async () =>
      (await ward.query(`select count(*)::int as left from answer_drafts where organisation_id = $1 and answers <> '{}'`, [ward.id]))[0]![
        'left'
      ]
    const steps = stepsOf(ward)
    const stopping = new AbortController()
    await removeUnsentAnswers({
      signal: stopping.signal,
      step: (work) => {
        stopping.abort()
        return steps.step(work)
      },
    })
    expect(await left()).toBe(101)

    await removeUnsentAnswers(steps)
    expect(await left()).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'

import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { moodForm, sendMood } from '#test/scored-form.ts'

const detailsOf = async (ward: TestOrganisation, requestId: string) =>
  (await (await ward.staff()).get(`/api/forms/request/${requestId}`)).json()

describe('Scores and red flags of a submission', () => {
  test('the results of a form are stored with its answers: scores with band and sum, red flags and what raised them, and whether the request is urgent (FORM-7, REQ-4)', async () => {
    const ward = await openOrganisation()
    const { requestId, patientId, formId, press } = await sendMood(ward)
    await press() // a second press sends nothing again

    const details = await detailsOf(ward, requestId)
    expect(details).toMatchObject({
      isUrgent: true,
      scores: [{ id: 'mood', name: 'Mood', value: 7.5, band: 'Severe', formula: '1.5 + 3 + 3 = 7.5', answered: 3, outOf: 3 }],
      redFlags: [
        { id: 'harm', name: 'Thoughts of self-harm', alertMinutes: 30, alertedAt: null, questionIds: ['harm'], scoreId: null },
        { id: 'severe', name: 'Severe mood', alertMinutes: null, alertedAt: null, questionIds: [], scoreId: 'mood' },
      ],
    })
    expect(details.timeline.map(({ kind, by }: { kind: string; by: string }) => [kind, by])).toEqual([
      ['opened', 'Patient'],
      ['completed', 'Patient'],
      ['flagged', 'Patient'],
    ])
    const trail = await ward.auditTrail()
    const raised = trail.filter(({ event_type }) => event_type === 'redFlagRaised')
    expect(raised).toEqual([{ event_type: 'redFlagRaised', actor_id: requestId, subject_id: requestId, patient_id: patientId, detail: {} }])
    expect(JSON.stringify([trail, details.timeline]), 'the name of a flag tells what was answered').not.toContain('self-harm')

    const [submission] = await ward.query('select id from submissions where request_id = $1', [requestId])
    const response = (await (await ward.staff()).get(`/api/forms/form/${formId}/responses/${String(submission!['id'])}`)).json()
    expect(details).toMatchObject({ scores: response.scores, redFlags: response.redFlags })
  })

  test('answers that meet no red flag leave the request as it is (FORM-7)', async () => {
    const ward = await openOrganisation()
    const { requestId } = await sendMood(ward, { interest: 'never', down: 'never', harm: 'never' })

    expect(await detailsOf(ward, requestId)).toMatchObject({
      isUrgent: false,
      scores: [{ value: 0, band: 'Mild', formula: '0 + 0 + 0 = 0' }],
      redFlags: [],
    })
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).not.toContain('redFlagRaised')
  })

  test('a sum with a missing part has no value; one outside every band has no band; points may be negative (FORM-7)', async () => {
    const ward = await openOrganisation()
    const half = await sendMood(ward, { interest: 'always', harm: 'never' })
    const between = await sendMood(ward, { interest: 'always', down: 'never', harm: 'never' })
    const less = await sendMood(ward, { interest: 'better', down: 'never', harm: 'never' })

    const scoreOf = async ({ requestId }: { requestId: string }) => (await detailsOf(ward, requestId)).scores[0]
    expect(await scoreOf(half)).toMatchObject({ value: null, band: null, formula: '3 + ? + 0', answered: 2, outOf: 3 })
    expect(await scoreOf(between)).toMatchObject({ value: 3, band: null, formula: '3 + 0 + 0 = 3' })
    expect(await scoreOf(less)).toMatchObject({ value: -1, band: null, formula: '(-1) + 0 + 0 = -1' })
  })

  test('stored results never change: the application may only add to them, and record an alert (FORM-7)', async () => {
    const ward = await openOrganisation()
    const may = await ward.query(
      `select c.relname || ': ' || p as right from pg_class c, unnest(array['update', 'delete', 'truncate']) p
     where c.relname in ('submission_scores', 'raised_flags', 'flag_alerts') and has_table_privilege('formward_app', c.oid, p) order by 1`,
    )
    // test/isolation/closed-columns.test.ts changes each of their columns.
    expect(may).toEqual([{ right: 'flag_alerts: update' }, { right: 'raised_flags: update' }])
  })

  test('a form in which two scores have one id still takes its answers (FORM-7, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const twice = {
      ...moodForm,
      scores: [...moodForm.scores!, ...moodForm.scores!],
      redFlags: [...moodForm.redFlags!, ...moodForm.redFlags!],
    }
    const { requestId } = await sendMood(ward, undefined, twice)

    expect(await detailsOf(ward, requestId)).toMatchObject({ status: 'completed', scores: [{ id: 'mood' }] })
  })

  test('the worklist shows scores and red flags in its rows, and filters by red flag (FORM-7, REQ-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const { requestId } = await sendMood(ward)
    const calm = await sendMood(ward, { interest: 'never', down: 'never', harm: 'never' })
    const list = async (filter = '') => (await ada.get(`/api/forms/request?sort=createdAt${filter}`)).json()

    expect((await list()).docs).toMatchObject([
      { id: requestId, scores: [{ value: 7.5, band: 'Severe' }], redFlags: [{ name: 'Thoughts of self-harm' }, { name: 'Severe mood' }] },
      { id: calm.requestId, scores: [{ value: 0, band: 'Mild' }], redFlags: [] },
    ])
    expect(await list('&filters[redFlag]=true')).toMatchObject({ totalDocs: 1, docs: [{ id: requestId }], groupings: { urgent: 1 } })
    expect(await list('&filters[redFlag]=false')).toMatchObject({ totalDocs: 1, docs: [{ id: calm.requestId }] })
  })
})

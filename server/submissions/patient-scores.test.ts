import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { linkToken } from '#server/notifications/notifications.ts'
import { nobody, openOrganisation } from '#test/organisation.ts'
import { answerMood, moodForm, sendMood } from '#test/scored-form.ts'

const scoresOf = (patientId: string) => `/api/patients/patient/${patientId}/scores`

describe('The scores of a patient', () => {
  test('a patient’s score is followed over time and over versions of its form, with the sums and the bands of the latest (FORM-7)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const { patientId, formId, requestId } = await sendMood(ward)
    const [mood] = moodForm.scores!
    const second = { ...moodForm, scores: [{ ...mood!, name: 'Mood, revised', bands: [{ from: 0, to: 9, label: 'Any' }] }] }
    await ward.query('insert into form_versions (organisation_id, form_id, version, title, definition) values ($1, $2, 2, $3, $4)', [
      ward.id,
      formId,
      'How are you now?',
      JSON.stringify(second),
    ])
    await ward.query('update forms set live_version = 2 where id = $1', [formId])
    const sent = async (answers: Parameters<typeof answerMood>[1]) => {
      const { ids } = (await ada.post('/api/forms/request', { patientIds: [patientId], formId, key: randomUUID() })).json()
      await answerMood(`/r/${linkToken(ward.services.keys, ids[0])}`, answers)
    }
    await sent({ interest: 'often', harm: 'never' })
    await sent({ interest: 'often', down: 'never', harm: 'never' })

    expect((await ada.get(scoresOf(patientId))).json().docs).toMatchObject([
      {
        form: { id: formId, title: 'How are you now?' },
        score: { id: 'mood', name: 'Mood, revised' },
        bands: [{ from: 0, to: 9, label: 'Any' }],
        points: [
          { requestId, version: 1, value: 7.5, band: 'Severe', redFlags: ['Thoughts of self-harm', 'Severe mood'] },
          { version: 2, value: null, band: null, formula: '1.5 + ? + 0', answered: 2, outOf: 3, redFlags: [] },
          { version: 2, value: 1.5, band: 'Any', formula: '1.5 + 0 + 0 = 1.5' },
        ],
      },
    ])
    const trail = await ward.auditTrail()
    expect(trail.at(-1)).toMatchObject({ event_type: 'patientScoresRead', actor_id: ada.id, subject_id: patientId, patient_id: patientId })
  })

  test('nobody reads the scores of a patient of another organisation or ward, or without signing in (FORM-7, ORG-7, MEM-4)', async () => {
    const [ward, elsewhere] = [await openOrganisation({ wardAccess: 'assigned' }), await openOrganisation()]
    const { patientId } = await sendMood(ward)

    expect((await (await ward.staff('Admin')).get(scoresOf(patientId))).json().docs).toHaveLength(1)
    expect((await (await ward.staff('User')).get(scoresOf(patientId))).statusCode).toBe(404)
    expect((await (await elsewhere.staff('Admin')).get(scoresOf(patientId))).statusCode).toBe(404)
    expect((await (await nobody()).get(scoresOf(patientId))).statusCode).toBe(401)
    expect((await (await elsewhere.staff('Admin')).get(scoresOf('x'))).statusCode).toBe(400)
  })
})

import { describe, expect, test } from 'vitest'

import { visibleQuestions } from '#domain/form/path.ts'

import { followedForm, makeFollowUps } from './followed-score.ts'
import { makePatient } from './people.ts'
import { randomFrom } from './random.ts'

describe('The demonstration’s followed score', () => {
  test('the followed patient of the demonstration answers every question of the form, and no other (FORM-6, FORM-7)', () => {
    const now = Date.parse('2026-11-22T12:00:00Z')
    const random = randomFrom(7)
    const patients = Array.from({ length: 20 }, (_, n) => makePatient(random, n, now, [{ id: random.uuid(), name: 'Clinic 2' }]))
    const forms = [{ ...followedForm, id: random.uuid(), liveVersion: followedForm.versions }]

    const sent = makeFollowUps({ now, forms, patients, members: [{ id: random.uuid() }] }, 30).flatMap(({ answers }) =>
      answers ? [answers] : [],
    )

    expect(sent.length).toBeGreaterThan(10)
    for (const answers of sent) expect(Object.keys(answers)).toEqual(visibleQuestions(followedForm.definition, answers).map(({ id }) => id))
    expect(sent.filter((answers) => answers['difficulty']).length).toBeGreaterThan(10)
  })
})

import { describe, expect, test } from 'vitest'

import { checkDefinition } from '#domain/form/check-definition.ts'
import { visibleQuestions } from '#domain/form/path.ts'
import type { Answers } from '#domain/form/question.ts'
import { raisedFlags, scoreResults } from '#domain/form/scoring.ts'

import { phq9 } from './phq-9.ts'
import { templates } from './templates.ts'
import { waitingListCheck } from './waiting-list-check.ts'

const named = templates.map((template) => [template.id, template] as const)

describe('templates', () => {
  test('there are eight templates with different names (FORM-10)', () => {
    expect(templates.map(({ id }) => id)).toEqual([
      'waiting-list-check',
      'pre-assessment',
      'discharge-follow-up',
      'falls-risk',
      'phq-9',
      'gad-7',
      'audit-c',
      'patient-experience',
    ])
  })

  test.each(named)('%s can be published unchanged, and names its source and licence (FORM-10)', (_id, template) => {
    expect(checkDefinition(template.definition)).toEqual([])
    expect(template.title.length * template.description.length * template.about.length).toBeGreaterThan(0)
    expect(template.definition.source.name).not.toBe('')
    expect(template.definition.source.licence).not.toBe('')
    expect(template.definition.source.url).toMatch(/^https:\/\//)
  })

  test.each(named)(
    'the conditions, scores and red flags of %s refer to existing questions, options and scores (FORM-7)',
    (_id, { definition }) => {
      const { questions, scores = [], redFlags = [] } = definition
      const conditions = [...questions, ...redFlags.map(({ answers }) => ({ showIf: answers }))].flatMap(
        ({ showIf }) => showIf?.rules ?? [],
      )
      for (const { question, operator, value } of conditions) {
        const found = questions.find(({ id }) => id === question)
        expect(found, question).toBeDefined()
        if (found?.options && value !== undefined)
          expect(
            found.options.map((option) => option.value),
            `${question} ${operator}`,
          ).toContain(value)
      }
      for (const score of scores) {
        const counted = questions.filter(({ id }) => score.questions.includes(id))
        expect(counted).toHaveLength(score.questions.length)
        const most = counted.reduce((sum, { options = [] }) => sum + Math.max(...options.map(({ points = NaN }) => points)), 0)
        // Every possible result has exactly one band.
        for (let result = 0; result <= most; result++)
          expect(score.bands.filter(({ from, to }) => result >= from && result <= to)).toHaveLength(1)
      }
    },
  )

  const allOf = (value: string, { definition } = phq9): Answers => Object.fromEntries(definition.questions.map(({ id }) => [id, value]))

  test('only PHQ-9 item 9 above 0 raises the PHQ-9 red flag, at any score (FORM-7, FORM-10)', () => {
    const { definition } = phq9
    expect(raisedFlags(definition, { ...allOf('0'), harm: '1' }).map(({ id }) => id)).toEqual(['harm'])
    expect(raisedFlags(definition, { ...allOf('3'), harm: '0' })).toEqual([])
    expect(scoreResults(definition, allOf('3'))).toMatchObject([{ value: 27, band: 'Severe' }])
    expect(scoreResults(definition, { ...allOf('1'), difficulty: 'somewhat_difficult' })).toMatchObject([{ value: 9, band: 'Mild' }])
  })

  test('a patient who never drinks is asked no further AUDIT-C question and scores 0 (FORM-7, FORM-10)', () => {
    const { definition } = templates.find(({ id }) => id === 'audit-c')!
    expect(visibleQuestions(definition, { frequency: '0' }).map(({ id }) => id)).toEqual(['frequency'])
    expect(scoreResults(definition, { frequency: '0' })).toMatchObject([{ value: 0, band: 'Low risk' }])
    expect(scoreResults(definition, { frequency: '1', units: '4', occasion: '0' })).toMatchObject([{ value: 5, band: 'Increasing risk' }])
  })

  test('the waiting list check keeps the values 0 and 1, and asks for a reason only when the appointment is no longer needed (PTN-5, FORM-10)', () => {
    const { definition } = waitingListCheck
    const asked = (answers: Answers) => visibleQuestions(definition, answers).map(({ id }) => id)
    expect(definition.questions[0]?.options).toMatchObject([
      { value: '2' },
      { value: '0', label: 'No, I am not on a waiting list' },
      { value: '1', label: 'I am not sure if I am on a waiting list' },
    ])
    expect(asked({ waiting: '0', contact: 'yes' })).toEqual(['waiting', 'contact', 'help', 'message'])
    expect(asked({ waiting: '2', needed: 'no' })).toContain('reason')
    expect(asked({ waiting: '1', needed: 'unsure' })).toEqual(expect.arrayContaining(['changed', 'offers']))
    expect(asked({ waiting: '2', needed: 'yes' })).not.toContain('reason')
  })
})

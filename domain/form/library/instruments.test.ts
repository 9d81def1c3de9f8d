import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import { raisedFlags, scoreResults } from '#domain/form/scoring.ts'

import { auditC } from './audit-c.ts'
import { gad7 } from './gad-7.ts'
import { phq9 } from './phq-9.ts'

/** The published results: the last value of each row of the table, and its label. */
const published = {
  // Kroenke, Spitzer, Williams 2001, table 4; instruction manual of the PHQ and GAD-7 measures
  'PHQ-9': {
    definition: phq9.definition,
    items: 9,
    each: 3,
    table: { 4: 'None-minimal', 9: 'Mild', 14: 'Moderate', 19: 'Moderately severe', 27: 'Severe' },
  },
  // Spitzer, Kroenke, Williams, Löwe 2006
  'GAD-7': { definition: gad7.definition, items: 7, each: 3, table: { 4: 'Minimal', 9: 'Mild', 14: 'Moderate', 21: 'Severe' } },
  // Office for Health Improvement and Disparities, AUDIT-C
  'AUDIT-C': {
    definition: auditC.definition,
    items: 3,
    each: 4,
    table: { 4: 'Low risk', 7: 'Increasing risk', 10: 'Higher risk', 12: 'Possible dependence' },
  },
} as const
const instruments = Object.entries(published)

const bandOf = (table: Record<number, string>, total: number) => Object.entries(table).find(([last]) => total <= Number(last))?.[1]

const itemsOf = ({ questions, scores }: FormDefinition) => questions.filter(({ id }) => scores![0]!.questions.includes(id))
const answersOf = (definition: FormDefinition, points: number[]): Answers =>
  Object.fromEntries(
    itemsOf(definition).map(({ id, options = [] }, index) => [id, options.find((one) => one.points === points[index])?.value]),
  )

describe('published instruments', () => {
  test.each(instruments)(
    '%s has the published number of items, each with the published points (FORM-7)',
    (_name, { definition, items, each }) => {
      const all = Array.from({ length: each + 1 }, (_, points) => points)
      expect(itemsOf(definition)).toHaveLength(items)
      for (const { options = [] } of itemsOf(definition)) expect(options.map(({ points }) => points)).toEqual(all)
    },
  )

  test.each(instruments)(
    '%s: every possible sum is correct and lies in its published band (FORM-7)',
    (name, { definition, items, each, table }) => {
      const check = (points: number[]) => {
        const total = points.reduce((sum, one) => sum + one, 0)
        expect(scoreResults(definition, answersOf(definition, points))).toMatchObject([
          { name, value: total, band: bandOf(table, total), formula: `${points.join(' + ')} = ${total}`, answered: items, outOf: items },
        ])
      }
      // From the lowest to the highest sum in steps of one point. The first item comes first, because its lowest answer can hide the others.
      const most = items * each
      for (let total = 1; total <= most; total++)
        check(Array.from({ length: items }, (_, index) => Math.max(0, Math.min(each, total - index * each))))
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: 0, max: each }), { minLength: items, maxLength: items }).filter(([first]) => first! > 0),
          check,
        ),
      )
    },
  )

  test.each(instruments)('%s has no score while one of its questions is unanswered (FORM-7)', (_name, { definition, items, each }) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: items - 1 }), fc.integer({ min: 1, max: each }), (missing, points) => {
        const answers = answersOf(definition, Array<number>(items).fill(points))
        answers[itemsOf(definition)[missing]!.id] = undefined
        expect(scoreResults(definition, answers)).toMatchObject([{ value: null, band: null, answered: items - 1, outOf: items }])
      }),
    )
  })

  test('every answer but the first to item 9 of the PHQ-9 raises its red flag, whatever the score (FORM-7)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 9, maxLength: 9 }), (points) => {
        const flags = raisedFlags(phq9.definition, answersOf(phq9.definition, points))
        expect(flags.map(({ id }) => id)).toEqual(points[8] === 0 ? [] : ['harm'])
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { FormDefinition, Question, RedFlag } from '#domain/form/definition.ts'
import { changeQuestion, duplicateQuestions, moved, removeQuestions, withType } from '#domain/form/editing/edit-definition.ts'
import { questionTypeNames } from '#domain/form/question-types.ts'

import { type Difference, movedIds } from './change.ts'
import { differencesOf } from './difference.ts'

const form = (definition: FormDefinition) => ({ title: 'A form', description: '', definition })
const between = (before: FormDefinition, after: FormDefinition) => differencesOf(form(before), form(after))

const questionOf = (id: string) =>
  fc.record<Question>({
    id: fc.constant(id),
    type: fc.constantFrom(...questionTypeNames),
    title: fc.constantFrom('One', 'Two', 'Three'),
    required: fc.boolean(),
    hint: fc.constantFrom(undefined, '', 'Hint'),
    unit: fc.constantFrom(undefined, 'kg'),
    min: fc.constantFrom(undefined, 0, 5),
    options: fc.option(
      fc
        .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
        .chain((values) =>
          fc.tuple(
            ...values.map((value) => fc.record({ value: fc.constant(value), label: fc.constantFrom(`L${value}`, `M${value}`, 'Other') })),
          ),
        ),
      { nil: undefined },
    ),
    showIf: fc.constantFrom(undefined, { match: 'all', rules: [{ question: 'q1', operator: 'answered' as const }] }),
  })
const definitions: fc.Arbitrary<FormDefinition> = fc.shuffledSubarray(['q1', 'q2', 'q3', 'q4', 'q5']).chain((ids) =>
  fc.record({
    questions: fc.tuple(...ids.map(questionOf)),
    redFlags: fc.constantFrom<RedFlag[] | undefined>(undefined, [], [{ id: 'f', name: 'Flag' }]),
  }),
)

describe('differencesOf for any form', () => {
  test('a definition has no differences from itself, however it was stored (FORM-8)', () => {
    const stored = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(stored)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .flatMap(([name, one]) => (one === undefined ? [] : [[name, stored(one)]])),
            )
          : value
    fc.assert(
      fc.property(definitions, (one) => {
        expect(between(one, stored(one) as FormDefinition)).toEqual([]) // the same definition
      }),
    )
  })

  test('swapping the two versions swaps before and after (FORM-8)', () => {
    const isOrder = (what: string) => what === 'Position' || what.startsWith('Order of')
    const swap = { added: 'removed', removed: 'added', changed: 'changed' } as const
    const named = { Added: 'Removed', Removed: 'Added', 'Option added': 'Option removed', 'Option removed': 'Option added' } as Record<
      string,
      string
    >
    // Only these two change meaning in one direction: a removed question loses its answers, an added one does not.
    const meaningOf = (what: string, isMeaning: boolean) => what === 'Added' || what === 'Removed' || isMeaning
    const bare = (what: string) => what.replace(/‘.*’/, '')
    const facts = (differences: Difference[], isBackwards: boolean) =>
      differences
        .flatMap(({ place, id, state, changes }) =>
          changes
            .filter(({ what }) => !isOrder(what))
            .map(({ what, before, after, isMeaning }) =>
              isBackwards
                ? [place, id, swap[state], bare(named[what] ?? what), after, before, meaningOf(what, isMeaning)].join('|')
                : [place, id, state, bare(what), before, after, meaningOf(what, isMeaning)].join('|'),
            ),
        )
        .toSorted()
    fc.assert(
      fc.property(definitions, definitions, (one, other) => {
        expect(facts(between(other, one), true)).toEqual(facts(between(one, other), false))
      }),
    )
  })

  test('every change made in the builder is listed in its place (FORM-8)', () => {
    fc.assert(
      fc.property(definitions, fc.nat(), fc.nat(), fc.constantFrom(...questionTypeNames), (definition, pick, to, type) => {
        const { questions } = definition
        fc.pre(questions.length > 1)
        const [at, place] = [pick % questions.length, to % questions.length]
        const { id, ...question } = questions[at]!
        const seen = (after: FormDefinition) => between(definition, after).map((one) => `${one.state} ${one.id}`)
        expect(seen(removeQuestions(definition, new Set([id])))).toContain(`removed ${id}`)
        expect(seen(duplicateQuestions(definition, at, 1, () => 'copy'))).toContain('added copy')
        expect(seen(changeQuestion(definition, id, (now) => ({ ...now, required: !question.required })))).toEqual([`changed ${id}`])
        expect(seen(changeQuestion(definition, id, (now) => ({ ...now, title: 'Other' })))).toEqual([`changed ${id}`])
        expect(seen(changeQuestion(definition, id, (now) => ({ ...now, options: [{ value: 'z', label: 'Z' }] })))).toEqual([
          `changed ${id}`,
        ])
        if (type !== question.type) expect(seen(changeQuestion(definition, id, (now) => withType(now, type)))).toContain(`changed ${id}`)
        if (place !== at) expect(seen({ ...definition, questions: moved(questions, at, place - at) }).length).toBeGreaterThan(0)
      }),
    )
  })

  test('no more questions are listed as moved than the new order needs (FORM-8)', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    fc.assert(
      fc.property(fc.nat(6), fc.nat(6), (from, to) => {
        expect(movedIds(ids, moved(ids, from, to - from)).size).toBe(from === to ? 0 : 1)
      }),
    )
    fc.assert(
      fc.property(fc.shuffledSubarray(ids), fc.shuffledSubarray(ids), (before, after) => {
        const gone = movedIds(before, after)
        const rest = (list: string[], others: string[]) => list.filter((id) => others.includes(id) && !gone.has(id))
        expect(rest(before, after)).toEqual(rest(after, before))
      }),
    )
  })
})

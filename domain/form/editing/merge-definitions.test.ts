import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { FormDefinition, Question } from '#domain/form/definition.ts'

import { blankQuestion } from './edit-definition.ts'
import { isSame, mergeDefinitions, mergeOptions } from './merge-definitions.ts'

const named = (id: string, title = id): Question => ({ ...blankQuestion(id, 'free_text'), title })
const form = (...questions: (string | Question)[]): FormDefinition => ({
  questions: questions.map((question) => (typeof question === 'string' ? named(question) : question)),
})
const titles = (definition: FormDefinition | undefined) => definition?.questions.map(({ title }) => title).join('')

describe('mergeDefinitions', () => {
  test('keeps the changes of both people unless they changed the same question (FORM-3)', () => {
    const base = form('a', 'b', 'c')
    expect(titles(mergeDefinitions(base, form(named('a', 'A'), 'b', 'c'), form('a', 'b', named('c', 'C'))))).toBe('AbC')
    expect(titles(mergeDefinitions(base, form('a', 'n', 'b', 'c'), form('c', 'b', 'a', 'm')))).toBe('cbanm')
    expect(titles(mergeDefinitions(base, form('a', 'c'), form(named('a', 'A'), 'b', 'c', 'n')))).toBe('Acn')
    expect(titles(mergeDefinitions(base, form('n', 'a', 'b', 'c'), form('b', 'c')))).toBe('nbc')
    expect(mergeDefinitions(base, form(named('a', 'A'), 'b', 'c'), form(named('a', 'Z'), 'b', 'c'))).toBeUndefined()
    expect(mergeDefinitions(base, form('a', 'c'), form('a', named('b', 'B'), 'c')), 'deleted here, changed there').toBeUndefined()
    expect(mergeDefinitions(base, form('b', 'a', 'c'), form('a', 'c', 'b')), 'two orders').toBeUndefined()
  })

  test('keeps the scores and red flags of both, and ignores the order of members in stored JSON (FORM-3)', () => {
    const score = { id: 's', name: 'Sum', questions: ['a'], bands: [] }
    const flag = { id: 'f', name: 'High', score: { score: 's', atLeast: 3 } }
    const base = form('a')
    expect(mergeDefinitions(base, { ...base, scores: [score] }, { ...base, redFlags: [flag] })).toEqual({
      ...base,
      scores: [score],
      redFlags: [flag],
    })
    expect(isSame({ a: 1, b: { c: [1], d: undefined } }, { b: { c: [1] }, a: 1 })).toBe(true)
    expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  })

  test('keeps the source and its licence (FORM-3, FORM-10)', () => {
    const source = { name: 'Somebody’s questionnaire', licence: 'Free to use' }
    const base = { ...form('a', 'b'), source }
    const [mine, theirs] = [form(named('a', 'A'), 'b'), form('a', named('b', 'B'))]

    expect(mergeDefinitions(base, { ...mine, source }, { ...theirs, source })).toEqual({
      ...form(named('a', 'A'), named('b', 'B')),
      source,
    })
    expect(mergeDefinitions(base, mine, { ...theirs, source })).not.toHaveProperty('source')
    const [one, other] = [
      { ...source, licence: 'None' },
      { ...source, licence: 'Another' },
    ]
    expect(mergeDefinitions(base, { ...mine, source: one }, { ...theirs, source: other }), 'both changed it').toBeUndefined()
  })

  const ids = [...'abcdefghij']
  /** A form of some of ten questions, some changed, in any order. */
  const changed = (by: string) =>
    fc
      .tuple(
        fc.shuffledSubarray(ids, { minLength: 4 }),
        fc.subarray(ids),
        fc.boolean(),
        fc.uniqueArray(fc.constantFrom(...'1234').map((n) => by + n)),
      )
      .map(([some, touched, isInOrder, added]) =>
        form(
          ...(isInOrder ? ids.filter((id) => some.includes(id)) : some).map((id) => named(id, touched.includes(id) ? by : id)),
          ...added,
        ),
      )

  test('loses no change, addition or deletion of either person, whatever they do (FORM-3)', () => {
    const base = form(...ids)
    const find = ({ questions }: FormDefinition, id: string) => questions.find((question) => question.id === id)
    fc.assert(
      fc.property(changed('M'), changed('T'), (mine, theirs) => {
        const merged = mergeDefinitions(base, mine, theirs)
        if (!merged) return
        const everyId = [base, mine, theirs, merged].flatMap(({ questions }) => questions.map(({ id }) => id))
        for (const id of new Set(everyId))
          for (const one of [mine, theirs]) if (!isSame(find(one, id), find(base, id))) expect(find(merged, id)).toEqual(find(one, id))
        expect(new Set(merged.questions.map(({ id }) => id)).size).toBe(merged.questions.length)
      }),
    )
  })

  test('takes a change that only one person made (FORM-3)', () => {
    const base = form(...ids)
    fc.assert(
      fc.property(changed('M'), (mine) => {
        expect(mergeDefinitions(base, mine, base)).toEqual(mine)
        expect(mergeDefinitions(base, base, mine)).toEqual(mine)
      }),
    )
  })
})

describe('mergeOptions', () => {
  test('keeps the options that both people added, renamed and removed, unless they changed the same one (FORM-3)', () => {
    const options = (...labels: string[]) => labels.map((label) => ({ value: label[0]!, label }))
    const base = options('apple', 'bread', 'cake')
    expect(mergeOptions(base, options('apples', 'bread', 'date'), options('apple', 'egg', 'bread', 'cakes'))).toBeUndefined()
    expect(mergeOptions(base, options('apples', 'bread', 'date'), options('apple', 'egg', 'bread', 'cake'))).toEqual(
      options('apples', 'egg', 'bread', 'date'),
    )
    expect(mergeOptions(base, options('apples', 'bread', 'cake'), options('apricot', 'bread', 'cake'))).toBeUndefined()
  })
})

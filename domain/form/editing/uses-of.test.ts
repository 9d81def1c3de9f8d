import { describe, expect, test } from 'vitest'

import type { FormDefinition } from '#domain/form/definition.ts'
import { phq9 } from '#domain/form/library/phq-9.ts'

import { usesOf, usesOfOptions } from './uses-of.ts'

const question = (id: string, reads?: string): FormDefinition['questions'][number] => ({
  id,
  type: 'free_text',
  title: id,
  required: false,
  ...(reads && { showIf: { match: 'all' as const, rules: [{ question: reads, operator: 'answered' as const }] } }),
})
const form: FormDefinition = { questions: [question('a'), question('b', 'a'), question('c', 'b')] }

describe('usesOf', () => {
  test('the conditions that read an answer are found, and none that are deleted with the question (FORM-3)', () => {
    expect(usesOf(form, new Set(['a']))).toEqual([{ kind: 'condition', of: form.questions[1] }])
    expect(usesOf(form, new Set(['a', 'b']))).toEqual([{ kind: 'condition', of: form.questions[2] }])
    expect(usesOf(form, new Set(['c']))).toEqual([])
  })

  test('a question of the PHQ-9 is read by its score and by the red flag (FORM-3)', () => {
    const uses = usesOf(phq9.definition, new Set(['harm']))
    expect(uses.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['score', 'redFlag']))
  })
})

describe('usesOfOptions', () => {
  const tea = { value: 'tea', label: 'Tea' }
  const milk = { value: 'milk', label: 'Milk', points: 2 }
  const isTea = { match: 'any' as const, rules: [{ question: 'drink', operator: 'not_equals' as const, value: 'tea' }] }
  const asking: FormDefinition = {
    questions: [
      { id: 'drink', type: 'single_select', title: 'Drink', required: true, options: [tea, milk] },
      { ...question('sugar'), showIf: isTea },
      { ...question('other'), showIf: { match: 'all', rules: [{ question: 'cup', operator: 'equals', value: 'tea' }] } },
    ],
    scores: [{ id: 's', name: 'Sum', questions: ['drink'], bands: [] }],
    redFlags: [{ id: 'f', name: 'Hot', answers: isTea }],
    translations: { cy: { 'question.drink.option.tea': { source: 'Tea', text: 'Te' } } },
  }
  const shown = (options: Parameters<typeof usesOfOptions>[2]) =>
    usesOfOptions(asking, 'drink', options).map(({ kind, of }) => `${kind} ${of.id}`)

  test('the conditions, red flags and translations of an option are found, and those of no other question (FORM-3)', () => {
    expect(shown([tea])).toEqual(['condition sugar', 'redFlag f', 'translation cy'])
    expect(shown([])).toEqual([])
  })

  test('a score counts only an option with points (FORM-7)', () => {
    expect(shown([milk])).toEqual(['score s'])
    expect(shown([{ value: 'new', label: 'New' }])).toEqual([])
  })
})

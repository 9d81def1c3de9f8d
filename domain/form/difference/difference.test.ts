import { describe, expect, test } from 'vitest'

import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { changeQuestion, insertQuestion, moved, removeQuestions } from '#domain/form/editing/edit-definition.ts'
import { templates } from '#domain/form/library/templates.ts'

import { differencesOf, meaningCount } from './difference.ts'
import type { Difference } from './change.ts'

const phq = templates.find(({ id }) => id === 'phq-9')!.definition
const check = templates.find(({ id }) => id === 'waiting-list-check')!.definition
const form = (definition: FormDefinition, title = 'A form') => ({ title, description: '', definition })
const between = (before: FormDefinition, after: FormDefinition) => differencesOf(form(before), form(after))
const change = (definition: FormDefinition, id: string, to: Partial<Question>) =>
  between(
    definition,
    changeQuestion(definition, id, (now) => ({ ...now, ...to })),
  )
const optionsOf = (definition: FormDefinition, id: string) => definition.questions.find((question) => question.id === id)?.options ?? []
const summary = (differences: Difference[]) =>
  differences.flatMap(({ place, id, state, changes }) =>
    changes.map(({ what, before, after, isMeaning }) => [`${state} ${place} ${id}`, what, before, after, isMeaning]),
  )

describe('differencesOf', () => {
  test('each change is listed with its place, the text before and after, and whether it changes the meaning of answers (FORM-8)', () => {
    expect(summary(change(check, 'message', { title: 'Anything else?' }))).toEqual([
      ['changed question message', 'Question', 'Is there anything else you want to tell us?', 'Anything else?', false],
    ])
    expect(summary(change(check, 'message', { required: true }))).toEqual([
      ['changed question message', 'Answer', 'Optional', 'Required', true],
    ])
    expect(summary(change(check, 'reason', { type: 'dropdown' }))).toEqual([
      ['changed question reason', 'Type', 'Single select', 'Dropdown', true],
    ])
    expect(summary(change(check, 'reason', { showIf: undefined }))).toEqual([
      ['changed question reason', 'Shown', 'If ‘Do you still need the appointment?’ is No, I no longer need it', 'Always', true],
    ])
    expect(summary(change(check, 'changed', { protocol: { why: 'To know' } }))).toMatchObject([
      ['changed question changed', 'Clinical protocol', expect.stringContaining('If at risk:'), 'Reason: To know', false],
    ])
  })

  test('a new option label keeps the meaning; a new value, new points or a new option changes it (FORM-8)', () => {
    const options = optionsOf(phq, 'mood')
    const withOptions = (to: typeof options) => summary(change(phq, 'mood', { options: to }))
    const first = options[0]!
    expect(withOptions([{ ...first, label: 'Never' }, ...options.slice(1)])).toEqual([
      ['changed question mood', 'Option text', 'Not at all', 'Never', false],
    ])
    expect(withOptions([{ ...first, value: 'none' }, ...options.slice(1)])).toEqual([
      ['changed question mood', 'Value of option ‘Not at all’', '0', 'none', true],
    ])
    expect(withOptions([{ ...first, points: 1 }, ...options.slice(1)])).toEqual([
      ['changed question mood', 'Points for ‘Not at all’', '0 points', '1 point', true],
    ])
    expect(withOptions(options.slice(1))).toEqual([['changed question mood', 'Option removed', 'Not at all', '', true]])
    expect(withOptions([...options, { value: '4', label: 'Always' }])).toEqual([
      ['changed question mood', 'Option added', '', 'Always', true],
    ])
    expect(withOptions(options.toReversed()).map(([, what, , , isMeaning]) => [what, isMeaning])).toEqual([['Order of options', false]])
  })

  test('a text that moves to another option changes the meaning, with the conditions and red flags about both options (FORM-8)', () => {
    const [yes, no] = [
      { value: '1', label: 'Yes' },
      { value: '2', label: 'No' },
    ]
    const about = (value: string) => ({ match: 'all' as const, rules: [{ question: 'pain', operator: 'equals' as const, value }] })
    const definitionOf = (options: Question['options']): FormDefinition => ({
      questions: [
        { id: 'pain', type: 'single_select', title: 'Chest pain?', required: true, options },
        { id: 'since', type: 'date', title: 'Since when?', required: true, showIf: about('1') },
        { id: 'else', type: 'free_text', title: 'Anything else?', required: false, showIf: about('3') },
      ],
      redFlags: [
        { id: 'heart', name: 'Heart', answers: about('1') },
        { id: 'any', name: 'Any', answers: { match: 'all', rules: [{ question: 'pain', operator: 'answered' }] } },
      ],
    })
    const after = (...options: NonNullable<Question['options']>) =>
      summary(between(definitionOf([yes, no, { value: '3', label: 'Not sure' }]), definitionOf(options)))
    const unsure = { value: '3', label: 'Not sure' }

    expect(after({ ...yes, label: 'No' }, { ...no, label: ' yes' }, unsure)).toEqual([
      ['changed question pain', 'Option text', 'Yes', 'No', true],
      ['changed question pain', 'Option text', 'No', ' yes', true],
      ['changed question since', 'Shown', 'If ‘Chest pain?’ is Yes', 'If ‘Chest pain?’ is No', true],
      ['changed red flag heart', 'Answer condition', '‘Chest pain?’ is Yes', '‘Chest pain?’ is No', true],
    ])
    expect(after({ ...yes, label: 'No' }, unsure), 'the text of a removed option').toMatchObject([
      ['changed question pain', 'Option removed', 'No', '', true],
      ['changed question pain', 'Option text', 'Yes', 'No', true],
      ['changed question since', 'Shown', expect.anything(), expect.anything(), true],
      ['changed red flag heart', 'Answer condition', expect.anything(), expect.anything(), true],
    ])
    expect(
      after({ ...yes, label: 'Maybe' }, no, unsure, { value: '4', label: 'Yes' }).map(([place, what, , , isMeaning]) => [
        place,
        what,
        isMeaning,
      ]),
      'a new option takes the text',
    ).toContainEqual(['changed question pain', 'Option text', true])
    expect(after({ ...yes, label: 'yes' }, { ...no, label: 'No pain' }, unsure), 'only reworded').toEqual([
      ['changed question pain', 'Option text', 'Yes', 'yes', false],
      ['changed question pain', 'Option text', 'No', 'No pain', false],
    ])
  })

  test('added, removed and moved questions are listed in the order of the newer version (FORM-8)', () => {
    const [first, second, third] = check.questions as [Question, Question, Question]
    const after = insertQuestion(
      removeQuestions(check, new Set([second.id])),
      { ...second, id: 'new', title: 'Do you still want it?' },
      third.id,
    )
    expect(between(check, after).map(({ id, state, number }) => [id, state, number])).toEqual([
      ['needed', 'removed', 2],
      ['new', 'added', 3],
    ])
    expect(
      between(check, after)
        .flatMap(({ changes }) => changes)
        .map(({ what, isMeaning }) => [what, isMeaning]),
      'nobody has answered a question that was only added; answers to a removed one are no longer asked for',
    ).toEqual([
      ['Removed', true],
      ['Added', false],
    ])
    const swapped = between(check, { ...check, questions: moved(check.questions, 8, -8) })
    expect(summary(swapped)).toEqual([
      ['changed question message', 'Position', 'After ‘Do you need any help to come to an appointment?’', 'First', false],
    ])
    expect(summary(between(check, { questions: [first] })).filter(([, what]) => what === 'Removed')).toHaveLength(8)
  })

  test('a question that moves into a conditional section changes when it is asked (FORM-8)', () => {
    const [name, pain, when] = ['name', 'pain', 'when'].map((id): Question => ({ id, type: 'yes_no', title: id, required: true })) as [
      Question,
      Question,
      Question,
    ]
    const showIf = { match: 'all' as const, rules: [{ question: 'name', operator: 'equals' as const, value: 'yes' }] }
    const section: Question = { id: 's', type: 'section', title: 'Pain', required: false, showIf }
    expect(summary(between({ questions: [name, pain, section, when] }, { questions: [name, section, pain, when] }))).toContainEqual([
      'changed question pain',
      'Section',
      'Not in a conditional section',
      'Section ‘Pain’, shown if ‘name’ is Yes',
      true,
    ])
  })

  test('changes to points, bands, scores and red flags are listed and change the meaning (FORM-8, FORM-7)', () => {
    const [score, flag] = [phq.scores![0]!, phq.redFlags![0]!]
    expect(summary(between(phq, { ...phq, scores: [{ ...score, bands: score.bands.slice(1) }] }))).toMatchObject([
      ['changed score phq-9', 'Bands', expect.stringContaining('0 to 4 None-minimal, 5 to 9 Mild'), expect.stringMatching(/^5 to 9/), true],
    ])
    expect(summary(between(phq, { ...phq, scores: [{ ...score, questions: score.questions.slice(1) }] }))).toMatchObject([
      [
        'changed score phq-9',
        'Questions added up',
        expect.stringContaining('‘Little interest'),
        expect.not.stringContaining('‘Little interest'),
        true,
      ],
    ])
    expect(summary(between(phq, { ...phq, redFlags: [{ ...flag, alertMinutes: 15 }] }))).toEqual([
      ['changed red flag harm', 'Alert if answers are unread', 'After 60 minutes', 'After 15 minutes', true],
    ])
    expect(between(phq, { questions: phq.questions, source: phq.source }).map(({ place, state }) => [place, state])).toEqual([
      ['score', 'removed'],
      ['red flag', 'removed'],
    ])
    expect(summary(between(phq, { ...phq, source: undefined }))).toMatchObject([
      ['changed form ', 'Source', expect.stringContaining('PHQ-9'), '', false],
    ])
  })

  test('a new title or description is listed under the form and keeps the meaning (FORM-8)', () => {
    const differences = differencesOf(form(check, 'Old'), { ...form(check, 'New'), description: 'Please' })
    expect(summary(differences)).toEqual([
      ['changed form ', 'Title', 'Old', 'New', false],
      ['changed form ', 'Description', '', 'Please', false],
    ])
    expect(meaningCount(differences)).toBe(0)
  })
})

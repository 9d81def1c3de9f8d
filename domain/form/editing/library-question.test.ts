import { describe, expect, test } from 'vitest'

import { checkDefinition } from '#domain/form/check-definition.ts'
import type { FormDefinition, Question, RedFlag } from '#domain/form/definition.ts'
import { maxLanguages } from '#domain/form/translation.ts'
import { formLimits } from '#domain/form/question.ts'

import {
  checkLibraryContent,
  formOf,
  hasSpaceFor,
  insertLibraryQuestion,
  leftOutOfLibrary,
  type LibraryContent,
  libraryContentOf,
  withNewIds,
} from './library-question.ts'

const pain: Question = {
  id: 'pain',
  type: 'single_select',
  title: 'Do you have chest pain?',
  hint: 'Now, not last week.',
  required: true,
  protocol: { why: 'Triage', reader: 'Nurse, every weekday', risk: 'Phone the patient' },
  options: [
    { value: 'yes', label: 'Yes', points: 3 },
    { value: 'no', label: 'No', points: 0 },
  ],
}
const flag = (id: string, more: Partial<RedFlag>): RedFlag => ({ id, name: id, ...more })
const onPain = { question: 'pain', operator: 'equals' as const, value: 'yes' }
const form: FormDefinition = {
  questions: [
    { id: 'first', type: 'yes_no', title: 'Are you ill?', required: true },
    { ...pain, showIf: { match: 'all', rules: [{ question: 'first', operator: 'answered' }] }, linkId: '1.1', unit: 'kg' },
    { id: 'part', type: 'section', title: 'More', required: false },
  ],
  scores: [{ id: 'sum', name: 'Sum', questions: ['pain'], bands: [] }],
  redFlags: [
    flag('alone', { answers: { match: 'any', rules: [onPain] }, alertMinutes: 30 }),
    flag('several', { answers: { match: 'all', rules: [onPain, { question: 'first', operator: 'answered' }] } }),
    flag('score', { answers: { match: 'all', rules: [onPain] }, score: { score: 'sum', atLeast: 3 } }),
    flag('unfinished', {}),
  ],
  source: { name: 'The publisher', licence: 'CC BY 4.0' },
  translations: {
    cy: {
      title: { source: 'Form', text: 'Ffurflen' },
      'question.pain.title': { source: 'Do you have chest pain?', text: 'Oes gennych chi boen?' },
      'question.pain.option.yes': { source: 'Yes', text: 'Oes' },
      'question.pain.hint': { source: 'An earlier hint', text: 'Awgrym' },
      'question.first.title': { source: 'Are you ill?', text: 'Ydych chi’n sâl?' },
    },
    ar: { 'question.first.title': { source: 'Are you ill?', text: 'هل أنت مريض؟' } },
  },
}
const content = libraryContentOf(form, 'pain')!
const ids = () => {
  let next = 0
  return () => `new${++next}`
}

describe('libraryContentOf', () => {
  test('keeps the texts, options with points, protocol, own red flags, current translations and the source (FORM-10)', () => {
    expect(content).toEqual({
      question: pain,
      redFlags: [{ id: 'alone', name: 'alone', answers: { match: 'any', rules: [onPain] }, alertMinutes: 30 }],
      translations: {
        cy: {
          'question.pain.title': { source: 'Do you have chest pain?', text: 'Oes gennych chi boen?' },
          'question.pain.option.yes': { source: 'Yes', text: 'Oes' },
        },
      },
      source: form.source,
    })
  })

  test('there is none for a section or a question that the form does not have (FORM-10)', () => {
    expect(libraryContentOf(form, 'part')).toBeUndefined()
    expect(libraryContentOf(form, 'gone')).toBeUndefined()
  })
})

describe('leftOutOfLibrary', () => {
  test('names the condition, the scores, the red flags that read more and the languages with earlier texts (FORM-10)', () => {
    expect(leftOutOfLibrary(form, content)).toEqual({
      hasCondition: true,
      scores: ['Sum'],
      redFlags: ['several', 'score'],
      languages: ['cy'],
    })
    const first = libraryContentOf(form, 'first')!
    expect(leftOutOfLibrary({ questions: form.questions.slice(0, 1) }, first)).toEqual({
      hasCondition: false,
      scores: [],
      redFlags: [],
      languages: [],
    })
  })
})

describe('checkLibraryContent', () => {
  test.each<[string, LibraryContent, string[]]>([
    ['a complete question', content, []],
    ['a page to read', { question: { id: 'page', type: 'information', title: 'Hello', body: 'Read this.', required: false } }, []],
    ['a question without text', { question: { ...pain, title: ' ' } }, ['Question is required.']],
    [
      'a section',
      { question: { id: 'part', type: 'section', title: 'Part', required: false } },
      ['A section cannot be saved to the library.'],
    ],
    [
      'a red flag that can never be raised',
      { question: pain, redFlags: [{ id: 'x', name: 'x', answers: { match: 'all', rules: [{ ...onPain, value: 'gone' }] } }] },
      [expect.stringContaining('option')],
    ],
    [
      'a red flag that reads another question',
      { question: pain, redFlags: [{ id: 'x', name: 'x', answers: { match: 'all', rules: [{ ...onPain, question: 'first' }] } }] },
      [expect.stringContaining('question')],
    ],
    [
      'a translation that is too long, of a page to read',
      {
        question: { id: 'page', type: 'information', title: 'Hello', body: 'Read this.', required: false },
        translations: { cy: { 'question.page.title': { source: 'Hello', text: 'x'.repeat(501) } } },
      },
      [expect.stringContaining('Welsh: Heading must be 500 characters or fewer')],
    ],
  ])('the problems of %s (FORM-10)', (_name, one, messages) => {
    expect(checkLibraryContent(one).map(({ message }) => message)).toEqual(messages)
  })
})

describe('insertLibraryQuestion', () => {
  test('the question has other ids, also in its red flags and translations, and leads to no problem (FORM-10)', () => {
    const target: FormDefinition = { questions: form.questions.slice(0, 1) }

    const joined = insertLibraryQuestion(target, withNewIds(content, ids()), 'first')

    expect(joined).toEqual({
      questions: [form.questions[0], { ...pain, id: 'new1' }],
      redFlags: [{ id: 'new2', name: 'alone', alertMinutes: 30, answers: { match: 'any', rules: [{ ...onPain, question: 'new1' }] } }],
      translations: {
        cy: {
          'question.new1.title': { source: 'Do you have chest pain?', text: 'Oes gennych chi boen?' },
          'question.new1.option.yes': { source: 'Yes', text: 'Oes' },
        },
      },
    })
    expect(checkDefinition(joined)).toEqual([])
  })

  test('the same question can be added twice: the second red flag gets a number (FORM-10)', () => {
    const next = ids()
    const once = insertLibraryQuestion({ questions: [] }, withNewIds(content, next))
    const twice = insertLibraryQuestion(once, withNewIds(content, next))

    expect(twice.questions.map(({ id }) => id)).toEqual(['new1', 'new3'])
    expect(twice.redFlags?.map(({ name }) => name)).toEqual(['alone', 'alone 2'])
    expect(checkDefinition(twice)).toEqual([])
  })

  test('a long name keeps its limit when it gets a number (FORM-10)', () => {
    const long = { ...content, redFlags: [{ ...content.redFlags![0]!, name: 'x'.repeat(100) }] }
    const once = insertLibraryQuestion({ questions: [] }, withNewIds(long, ids()))
    const twice = insertLibraryQuestion(once, long)
    expect(twice.redFlags?.at(-1)?.name).toBe(`${'x'.repeat(98)} 2`)
  })

  test('translations are joined, but no language is added to a form with as many as it can have (FORM-10, PTN-8)', () => {
    const text = { source: 'Form', text: 'Form' }
    const languages = Array.from({ length: maxLanguages }, (_, n) => [`x${String.fromCodePoint(97 + n)}`, { title: text }])
    const full: FormDefinition = { questions: [], translations: Object.fromEntries(languages) }

    expect(Object.keys(insertLibraryQuestion(full, content).translations ?? {})).toHaveLength(maxLanguages)
    expect(insertLibraryQuestion({ questions: [], translations: { cy: { title: text } } }, content).translations).toEqual({
      cy: { title: text, ...content.translations!['cy'] },
    })
  })

  test('the form keeps everything that it has (FORM-10)', () => {
    const joined = insertLibraryQuestion(form, withNewIds(content, ids()), 'gone')
    expect(joined.questions.map(({ id }) => id)).toEqual(['first', 'pain', 'part', 'new1'])
    expect(joined.scores).toBe(form.scores)
    expect(joined.source).toBe(form.source)
    expect(joined.redFlags?.slice(0, 4)).toEqual(form.redFlags)
    expect(joined.translations?.['ar']).toBe(form.translations?.['ar'])
  })
})

describe('hasSpaceFor', () => {
  test.each([
    [formLimits.questions - 1, formLimits.redFlags - 1, true],
    [formLimits.questions, 0, false],
    [0, formLimits.redFlags, false],
  ])('a form with %i questions and %i red flags: %s (FORM-10)', (questions, redFlags, isEnough) => {
    const question = (_: unknown, n: number) => ({ ...pain, id: `q${n}` })
    const full: FormDefinition = {
      questions: Array.from({ length: questions }, question),
      redFlags: Array.from({ length: redFlags }, (_, n) => flag(`f${n}`, {})),
    }
    expect(hasSpaceFor(full, content)).toBe(isEnough)
    expect(formOf(content).questions).toHaveLength(1)
  })
})

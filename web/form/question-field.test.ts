import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

import type { Question } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { questionTypeNames } from '#domain/form/question-types.ts'

import { AnswersSummary } from './AnswersSummary.tsx'
import { QuestionField } from './QuestionField.tsx'
import { fieldIdOf } from './question-parts.tsx'

const options = [
  { value: 'a', label: 'Tea & <b>milk</b>' },
  { value: 'b', label: 'Water' },
]
const ask = (type: Question['type'], more: Partial<Question> = {}): Question => ({
  id: 'drink',
  type,
  title: 'What do you drink?',
  required: true,
  options,
  ...more,
})
const drawn = (props: Parameters<typeof QuestionField>[0]) => renderToStaticMarkup(createElement(QuestionField, props))

describe('QuestionField', () => {
  test.each(questionTypeNames.filter((type) => isAsked(ask(type))))(
    'a %s question is plain HTML: its text, its error, and the control the error leads to (PTN-1)',
    (type) => {
      const question = ask(type, { hint: 'On most days' })

      const html = drawn({ question, error: 'Say something', isPageHeading: true })

      expect(html).toContain('What do you drink?')
      expect(html).toContain('<h1')
      expect(html).toContain('On most days')
      expect(html).toContain('Error:</span> Say something')
      expect(html).toMatch(/aria-describedby="drink-hint( drink-expects| drink-instruction)? drink-error"/)
      expect(html).toContain(`id="${fieldIdOf(question)}"`)
    },
  )

  test('shows the stored answer, and nothing else (PTN-3)', () => {
    expect(drawn({ question: ask('single_select'), value: 'b' }).match(/checked=""/g)).toHaveLength(1)
    expect(drawn({ question: ask('multi_select'), value: ['a', 'b'] }).match(/checked=""/g)).toHaveLength(2)
    expect(drawn({ question: ask('multi_select') })).toContain('Select all that apply.')
    expect(drawn({ question: ask('multi_select', { hint: 'Tick all that apply' }) })).not.toContain('Select all')
    expect(drawn({ question: ask('single_select') })).not.toContain('Select all')
    expect(drawn({ question: ask('dropdown'), value: 'b' })).toContain('<option value="b" selected="">')
    expect(drawn({ question: ask('date'), value: '2024-03-27' })).toMatch(/value="27".*value="03".*value="2024"/)
    expect(drawn({ question: ask('free_text', { long: true }), value: 'One\nTwo' })).toContain('One\nTwo</textarea>')
  })

  test('the text of an author is shown as text, never as markup (PTN-1)', () => {
    expect(drawn({ question: ask('single_select') })).toContain('Tea &amp; &lt;b&gt;milk&lt;/b&gt;')
  })

  test("an unanswered question says so and is never shown as 'No' (FORM-5)", () => {
    const definition = { questions: [ask('single_select'), ask('free_text', { id: 'more', title: 'More?', required: false })] }

    const html = renderToStaticMarkup(
      createElement(AnswersSummary, { definition, answers: { drink: 'b' }, changeHref: ({ id }) => `?q=${id}` }),
    )

    expect(html).toContain('Water')
    expect(html).toContain('Not answered')
    expect(html).toContain('href="?q=more"')
  })

  test('a number shows its unit and range, and a screen reader reads them with its input (PTN-3)', () => {
    const html = drawn({ question: ask('number', { unit: 'kg', min: 30, max: 250, decimals: 1 }) })

    expect(html).toMatch(/id="drink-expects">From 30 to 250 kg</)
    expect(html).toMatch(/id="drink-unit">kg</)
    expect(html).toContain('aria-describedby="drink-expects drink-unit"')
    expect(html).toContain('inputMode="decimal"')
    expect(drawn({ question: ask('number', { min: -20 }) }), 'a whole-number pad has no minus').not.toContain('inputMode')
  })

  test('the labels at the ends of a scale describe all its eleven numbers (PTN-3)', () => {
    const html = drawn({ question: ask('scale', { lowLabel: 'No pain', highLabel: 'The worst' }), value: '10' })

    expect(html.match(/type="radio"/g)).toHaveLength(11)
    expect(html).toMatch(/<fieldset[^>]*aria-describedby="drink-ends"/)
    expect(html).toMatch(/id="drink-ends">.*0 – No pain.*10 – The worst/)
    expect(html).toMatch(/value="10"[^>]*checked|checked=""[^>]*value="10"/)
  })

  test('an exclusive option is last, after an "or", wherever the author put it (PTN-3)', () => {
    const none = { value: 'none', label: 'None of these', isNone: true }

    const html = drawn({ question: ask('multi_select', { options: [none, ...options] }) })

    expect(html).toMatch(/Water.*checkboxes__divider">or<.*None of these/)
    expect(drawn({ question: ask('multi_select') })).not.toContain('divider')
  })
})

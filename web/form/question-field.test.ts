import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

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

test.each(questionTypeNames.filter((type) => isAsked(ask(type))))(
  'PTN-1 a %s question is plain HTML: its words, its error, and the control the error leads to',
  (type) => {
    const question = ask(type, { hint: 'On most days' })

    const html = drawn({ question, error: 'Say something', isPageHeading: true })

    expect(html).toContain('What do you drink?')
    expect(html).toContain('<h1')
    expect(html).toContain('On most days')
    expect(html).toContain('Error:</span> Say something')
    expect(html).toContain('aria-describedby="drink-hint drink-error"')
    expect(html).toContain(`id="${fieldIdOf(question)}"`)
  },
)

test('PTN-3 what was answered is there again, and only that', () => {
  expect(drawn({ question: ask('single_select'), value: 'b' }).match(/checked=""/g)).toHaveLength(1)
  expect(drawn({ question: ask('multi_select'), value: ['a', 'b'] }).match(/checked=""/g)).toHaveLength(2)
  expect(drawn({ question: ask('dropdown'), value: 'b' })).toContain('<option value="b" selected="">')
  expect(drawn({ question: ask('date'), value: '2024-03-27' })).toMatch(/value="27".*value="03".*value="2024"/)
  expect(drawn({ question: ask('free_text', { long: true }), value: 'One\nTwo' })).toContain('One\nTwo</textarea>')
})

test("PTN-1 an author's words are words, never markup", () => {
  expect(drawn({ question: ask('single_select') })).toContain('Tea &amp; &lt;b&gt;milk&lt;/b&gt;')
})

test("FORM-5 an unanswered question says so and is never shown as 'No'", () => {
  const definition = { questions: [ask('single_select'), ask('free_text', { id: 'more', title: 'More?', required: false })] }

  const html = renderToStaticMarkup(
    createElement(AnswersSummary, { definition, answers: { drink: 'b' }, changeHref: ({ id }) => `?q=${id}` }),
  )

  expect(html).toContain('Water')
  expect(html).toContain('Not answered')
  expect(html).toContain('href="?q=more"')
})

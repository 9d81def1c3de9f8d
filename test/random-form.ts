import fc from 'fast-check'

import { checkDefinition } from '#domain/form/check-definition.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { operators, type Condition, type Operator } from '#domain/form/question.ts'
import type { Answer, Answers } from '#domain/form/question.ts'
import type { QuestionTypeName } from '#domain/form/question-types.ts'

const options = ['a', 'b', 'none'].map((value, points) => ({
  value,
  label: `Option ${value}`,
  points,
  ...(value === 'none' && { isNone: true }),
}))

/** The types that random forms are made of, with every answer that their questions accept. */
const kinds: { type: QuestionTypeName; settings?: Partial<Question>; answers: Answer[] }[] = [
  { type: 'yes_no', answers: ['yes', 'no'] },
  { type: 'single_select', settings: { options }, answers: ['a', 'b', 'none'] },
  { type: 'multi_select', settings: { options }, answers: [['a'], ['b'], ['a', 'b'], ['none']] },
  { type: 'number', settings: { min: 0, max: 2 }, answers: ['0', '1', '2'] },
  { type: 'free_text', answers: ['Fine'] },
  { type: 'information', settings: { body: 'Read this.' }, answers: [] },
  { type: 'section', answers: [] },
  { type: 'section', settings: { body: 'What follows is about you.' }, answers: [] },
]

/** Every answer that a question of a random form accepts. */
export const answersTo = ({ type }: Question) => kinds.find((kind) => kind.type === type)?.answers ?? []

const values = ['yes', 'no', 'a', 'b', 'none', '0', '1', '2', '3', undefined]
const names = Object.keys(operators) as Operator[] // Object.keys forgets the names

/** The value of a rule: mostly a valid one. */
const ruleAbout = (question: Question) =>
  fc.record({
    question: fc.constant(question.id),
    operator:
      question.type === 'number'
        ? fc.constantFrom(...names)
        : fc.constantFrom<Operator>('equals', 'not_equals', 'answered', 'not_answered'),
    value: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('', ...answersTo(question).flat()) },
      { weight: 1, arbitrary: fc.constantFrom(...values) },
    ),
  })

const condition = (askable: readonly Question[]): fc.Arbitrary<Condition> =>
  fc.record({
    match: fc.constantFrom('all', 'any'),
    rules: fc.array(fc.constantFrom(...askable).chain(ruleAbout), { minLength: 1, maxLength: 3 }),
  })

const bare = (at: number) =>
  fc
    .record({ kind: fc.constantFrom(...kinds), required: fc.boolean() })
    .map(({ kind, required }): Question => ({ id: `q${at}`, title: `Title of q${at}.`, type: kind.type, required, ...kind.settings }))

/** A small form with conditions, of which some are wrong. */
export const randomForm: fc.Arbitrary<FormDefinition> = fc
  .tuple(bare(0), bare(1), bare(2), bare(3), bare(4))
  .chain((questions) =>
    fc.tuple(
      ...questions.map((question, at) => {
        const before = questions.slice(0, at)
        const asked = fc.oneof(
          { weight: 12, arbitrary: condition(before.length > 0 ? before : questions) },
          { weight: 1, arbitrary: condition(questions) },
        )
        const none = { weight: 2, arbitrary: fc.constant(undefined) }
        return fc.oneof(none, { weight: at === 0 ? 0 : 5, arbitrary: asked }).map((showIf): Question => ({ ...question, showIf }))
      }),
    ),
  )
  .map((questions) => ({ questions }))

/** A random form that could be published. */
export const publishableForm = randomForm.filter((form) => checkDefinition(form).length === 0)

/** Answers to all questions of a form, also to those that are not asked after another answer has changed. */
export const randomAnswers = ({ questions }: FormDefinition): fc.Arbitrary<Answers> =>
  fc
    .tuple(
      ...questions.map((question) => {
        const given = answersTo(question)
        return given.length === 0 ? fc.constant(undefined) : question.required ? fc.constantFrom(...given) : fc.constantFrom('', ...given)
      }),
    )
    .map((answers) => Object.fromEntries(answers.flatMap((answer, at) => (answer === undefined ? [] : [[`q${at}`, answer]]))))

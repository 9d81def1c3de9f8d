import fc from 'fast-check'

import type { FormDefinition, Question } from '#domain/form/definition.ts'
import type { Translations } from '#domain/form/translated-text.ts'
import { type FormText, textsOf } from '#domain/form/translation.ts'
import { compact } from '#domain/fhir/extensions.ts'
import { otherOption, ownWordsQuestion } from '#domain/fhir/open-choice.ts'
import { isAsked } from '#domain/form/path.ts'
import { operatorsFor, needsValue } from '#domain/form/logic/condition.ts'
import type { Condition, Operator } from '#domain/form/question.ts'
import type { Answers } from '#domain/form/question.ts'
import { questionTypeNames, questionTypes } from '#domain/form/question-types.ts'

/** Words as people write them, and as they do not: signs of other languages, quotes, tags, line breaks, odd spaces. */
const words = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength }),
      fc.constantFrom('Pain?', '<script>alert(1)</script>', 'a\nb', 'Größe “x”', '__proto__'),
    )
    .map((text) =>
      text
        .replace(/[^\S \n]|[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
        .trim()
        .slice(0, maxLength),
    ) // oxlint-disable-line no-control-regex -- FHIR has none of them
    .filter((text) => text !== '')

const value = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }).filter((text) => /^[\x20-\x7e]*\S[\x20-\x7e]*$/.test(text)),
  fc.nat(20).map(String),
)
const number = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.integer({ min: -9_999, max: 9_999 }).map((n) => n / 100),
)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const system = fc.constantFrom('http://loinc.org', 'http://snomed.info/sct')
const coded = fc
  .record({ value, label: words(30), points: maybe(number), system: maybe(system), systemVersion: maybe(fc.constant('2.81')) })
  // Only a code can be one of a terminology, and only a terminology has a version.
  .map(({ systemVersion, ...one }) => ({ ...one, system: /^\S+( \S+)*$/.test(one.value) ? one.system : undefined, systemVersion }))
  .map((one) => ({ ...one, systemVersion: one.system && one.systemVersion }))
/** Options of other systems that are no codes, some with a text that an author changed. */
const uncoded = fc
  .record({
    typed: fc.oneof(
      fc.integer({ min: -99, max: 2_000 }).map((one) => ({ value: String(one), fhirType: 'integer' as const })),
      fc.constantFrom('1961', '1961-03', '1961-03-09').map((one) => ({ value: one, fhirType: 'date' as const })),
      fc.constantFrom('08:30:00', '23:59:59.5').map((one) => ({ value: one, fhirType: 'time' as const })),
      words(20).map((one) => ({ value: one, fhirType: 'string' as const })),
    ),
    points: maybe(number),
  })
  .map(({ typed, points }) => ({ ...typed, label: typed.value, points }))
const option = fc.oneof({ weight: 2, arbitrary: coded }, { weight: 1, arbitrary: uncoded })
const codes = fc.array(
  fc
    .record({
      system: maybe(system),
      version: maybe(fc.constant('2.74')),
      code: fc.constantFrom('44250-9', 'LA6722-8'),
      display: maybe(words(20)),
    })
    .map(compact),
  { minLength: 1, maxLength: 2 },
)
const options = fc.uniqueArray(option, { minLength: 1, maxLength: 6, selector: (one) => one.value })

const drawn = fc.record({
  type: fc.constantFrom(...questionTypeNames),
  title: words(80),
  hint: maybe(words(80)),
  required: fc.boolean(),
  category: maybe(fc.constant('feelings' as const)),
  identifying: maybe(fc.constant(true as const)),
  codes: maybe(codes),
  protocol: maybe(fc.record({ why: words(40), risk: maybe(words(40)) })),
  options,
  isNone: fc.boolean(),
  isOpen: fc.boolean(),
  long: maybe(fc.constant(true as const)),
  unit: maybe(words(10)),
  bounds: fc.tuple(maybe(number), maybe(number)),
  decimals: fc.nat(4),
  lowLabel: maybe(words(20)),
  highLabel: maybe(words(20)),
  body: words(200),
  rules: fc.array(fc.tuple(fc.nat(), fc.nat(), value, number), { maxLength: 3 }),
  match: fc.constantFrom('all' as const, 'any' as const),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

/** A question with just the settings of its type. */
function questionOf(one: Drawn, index: number, before: Question[]): Question {
  const { type, title, hint, category, identifying, protocol, codes: named } = one
  const [min, max] = one.bounds
  const all = {
    options: one.options.map((each, at) =>
      compact({ ...each, isNone: type === 'multi_select' && one.isNone && at === 0 ? true : undefined }),
    ),
    long: one.long,
    unit: one.unit,
    min,
    max: min !== undefined && max !== undefined && max < min ? min : max,
    decimals: one.decimals || undefined,
    lowLabel: one.lowLabel,
    highLabel: one.highLabel,
    body: type === 'section' && index % 2 === 0 ? undefined : one.body,
  }
  const settings = Object.fromEntries(questionTypes[type].settings.map((name) => [name, all[name]]))
  const question = {
    // The id that an item called 1.3 elsewhere gets here.
    id: index % 3 === 0 && questionTypes[type].comparison !== 'nothing' ? `1-${index}` : `q${index}`,
    type,
    title,
    hint,
    required: false,
    category,
    identifying,
    protocol: protocol && compact(protocol),
    ...settings,
  } as Question // the settings of its type
  const showIf = conditionOf(one, before.filter(isAsked))
  return compact({
    ...question,
    required: isAsked(question) && one.required,
    showIf,
    codes: isAsked(question) ? named : undefined,
    linkId: isAsked(question) && index % 3 === 0 ? `1.${index}` : undefined,
  }) as Question // likewise
}

/** Some choices are open: the patient can type another answer. */
function withOwnWords({ isOpen }: Drawn, question: Question): Question[] {
  if (!isOpen || !question.options) return [question]
  const open = { ...question, options: [...question.options.filter(({ value }) => value !== 'other'), otherOption('other')] }
  return open.options.length < 2 ? [question] : [open, ownWordsQuestion(open, `${question.id}-other`)]
}

function conditionOf({ rules, match }: Drawn, before: Question[]): Condition | undefined {
  if (before.length === 0 || rules.length === 0) return undefined
  return {
    match,
    rules: rules.map(([which, how, , digits]) => {
      const question = before[which % before.length]!
      const { comparison } = questionTypes[question.type]
      const known: readonly Operator[] = operatorsFor[comparison]
      const operator = known[how % known.length]!
      return { question: question.id, operator, ...(needsValue(operator) && { value: comparedWith(question, how, digits) }) }
    }),
  }
}

function comparedWith({ type, options: choices = [] }: Question, how: number, digits: number) {
  if (type === 'yes_no') return how % 3 === 0 ? 'yes' : 'no'
  if (type === 'date') return '2026-02-28'
  return choices[how % (choices.length || 1)]?.value ?? String(digits)
}

/** Some texts in other languages. Numbers, dates and times that are options are the same in every language. */
function translationsOf(questions: Question[], drawnTexts: [language: string, which: number, text: string][]): Translations | undefined {
  const isTyped = ({ question, text }: FormText) =>
    questions.find(({ id }) => id === question)?.options?.some(({ fhirType, label }) => fhirType && fhirType !== 'string' && label === text)
  const texts = textsOf({ title: '', description: '', definition: { questions } }).filter((text) => !isTyped(text))
  if (texts.length === 0 || drawnTexts.length === 0) return undefined
  const all: Translations = {}
  for (const [language, which, drawnText] of drawnTexts) {
    const { id, text: source, limit } = texts[which % texts.length]!
    const text = `${language}: ${drawnText.replaceAll('\n', ' ')}`.slice(0, limit).trim()
    all[language] = { ...all[language], [id]: { source, text } }
  }
  return all
}

/** Any form that can be written, whether or not it makes sense. */
export const randomForm: fc.Arbitrary<FormDefinition> = fc
  .record({
    drawn: fc.array(drawn, { minLength: 1, maxLength: 12 }),
    name: words(40),
    band: number,
    minutes: maybe(fc.integer({ min: 1, max: 10_080 })),
    source: maybe(words(40)),
    translated: fc.array(fc.tuple(fc.constantFrom('cy', 'pl', 'pt-BR'), fc.nat(200), words(30)), { maxLength: 12 }),
  })
  .map(({ drawn: all, name, band, minutes, source, translated }) => {
    const questions = all.reduce<Question[]>((before, one, index) => [...before, ...withOwnWords(one, questionOf(one, index, before))], [])
    const counted = questions.filter(({ type }) => questionTypes[type].points).map(({ id }) => id)
    const condition = questions.findLast(({ showIf }) => showIf)?.showIf
    return compact({
      questions,
      translations: translationsOf(questions, translated),
      scores:
        counted.length > 0 ? [{ id: 'sum', name, questions: counted, bands: [{ from: band, to: band + 1, label: name }] }] : undefined,
      redFlags: condition
        ? [
            compact({ id: 'flag', name, answers: condition, alertMinutes: minutes }),
            ...(counted.length > 0 ? [{ id: 'high', name, score: { score: 'sum', atLeast: band } }] : []),
          ]
        : undefined,
      source: source === undefined ? undefined : { name: source, licence: 'As they say', url: 'https://forms.example.com/a' },
    })
  })

/** Some answers to a form, each of which its question allows. */
export const answersTo = ({ questions }: FormDefinition, seed: number): Answers =>
  Object.fromEntries(
    questions.filter(isAsked).flatMap((question, index) => {
      const which = seed + index * 7
      if (which % 4 === 0) return []
      const chosen = question.options?.[which % (question.options.length || 1)]?.value
      const plain = {
        yes_no: which % 2 ? 'yes' : 'no',
        date: '2026-03-27',
        scale: String(which % 11),
        number: String(question.min ?? question.max ?? 7),
      }
      const answer = chosen ?? (Object.hasOwn(plain, question.type) ? plain[question.type as keyof typeof plain] : 'Fine,\nthank you')
      return [[question.id, question.type === 'multi_select' ? [answer] : answer]]
    }),
  )

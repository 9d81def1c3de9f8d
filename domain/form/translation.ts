import { firstError, lines, oneLine } from '#domain/validation/rule.ts'
import { english, languageName, languagePattern, offeredLanguage } from '#domain/languages.ts'

import type { FormDefinition, Question } from './definition.ts'
import { isAsked } from './path.ts'
import { formLimits } from './question.ts'
import type { Texts } from './translated-text.ts'

/** How many languages a form can have besides English. */
export const maxLanguages = 20

const titleLimit = 200
const descriptionLimit = 2_000

/** The texts of a question that a patient reads, with their longest length and name. */
const questionTexts = {
  title: { name: 'Question', limit: formLimits.title, rule: lines },
  hint: { name: 'Hint', limit: formLimits.hint, rule: lines },
  body: { name: 'Text', limit: formLimits.body, rule: lines },
  unit: { name: 'Unit', limit: formLimits.unit, rule: oneLine },
  lowLabel: { name: 'Label for 0', limit: formLimits.endLabel, rule: oneLine },
  highLabel: { name: 'Label for 10', limit: formLimits.endLabel, rule: oneLine },
} as const
export type QuestionText = keyof typeof questionTexts
const questionTextNames = Object.keys(questionTexts) as QuestionText[] // exactly the keys above

/** The ids of texts, which stay the same in every version. Ids of questions contain no dot, so an id is read in one way only. */
export const questionTextId = (question: string, text: QuestionText) => `question.${question}.${text}`
export const optionTextId = (question: string, value: string) => `question.${question}.option.${value}`

/** The texts of questions under the ids of their copies. `copies`: the id of each copy, by that of the original. */
export const textsOfCopies = (texts: Texts, copies: ReadonlyMap<string, string>): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([id, text]) => {
      const [kind, question = '', ...rest] = id.split('.')
      const copy = kind === 'question' ? copies.get(question) : undefined
      return copy === undefined ? [] : [[[kind, copy, ...rest].join('.'), text]]
    }),
  )

/** A text of a form that a patient reads. */
export type FormText = {
  id: string
  /** In English. */
  text: string
  /** What the text is, such as Hint. */
  name: string
  /** The question of the text; undefined for the title and the description of the form. */
  question: string | undefined
  limit: number
  /** A translation of it has no line breaks. */
  isOneLine: boolean
}

export type TranslatedForm = { title: string; description: string; definition: FormDefinition }

/** Every text of a form that a patient reads, in the order of the form. */
export const textsOf = (form: TranslatedForm): FormText[] => allTextsOf(form).filter(({ text }) => text.trim() !== '')

function allTextsOf({ title, description, definition }: TranslatedForm): FormText[] {
  return [
    { id: 'title', text: title, name: 'Title', question: undefined, limit: titleLimit, isOneLine: true },
    { id: 'description', text: description, name: 'Description', question: undefined, limit: descriptionLimit, isOneLine: false },
    ...definition.questions.flatMap(textsOfQuestion),
  ]
}

const textsOfQuestion = (question: Question): FormText[] => [
  ...questionTextNames.map((name) => ({
    id: questionTextId(question.id, name),
    text: question[name] ?? '',
    name: name === 'title' && !isAsked(question) ? 'Heading' : questionTexts[name].name,
    question: question.id,
    limit: questionTexts[name].limit,
    isOneLine: questionTexts[name].rule === oneLine,
  })),
  ...(question.options ?? []).map(({ value, label }) => ({
    id: optionTextId(question.id, value),
    text: label,
    name: 'Option text',
    question: question.id,
    limit: formLimits.optionLabel,
    isOneLine: false,
  })),
]

/** The translation of a text. Undefined if there is none, or if it is of another English text, which a patient must not read. */
export function translationOf(texts: Texts | undefined, id: string, english: string): string | undefined {
  const found = texts && Object.hasOwn(texts, id) ? texts[id] : undefined
  return found && found.source === english && found.text.trim() !== '' ? found.text : undefined
}

/** The question with its texts translated, as far as there are translations. */
export const translatedQuestion = (question: Question, texts: Texts | undefined): Question =>
  texts === undefined
    ? question
    : {
        ...question,
        ...Object.fromEntries(
          questionTextNames.flatMap((name) => {
            const text = translationOf(texts, questionTextId(question.id, name), question[name] ?? '')
            return text === undefined ? [] : [[name, text]]
          }),
        ),
        ...(question.options && {
          options: question.options.map((option) => ({
            ...option,
            label: translationOf(texts, optionTextId(question.id, option.value), option.label) ?? option.label,
          })),
        }),
      }

/** 'outdated': the English text has changed since it was translated. */
export type TranslationState = 'translated' | 'outdated' | 'missing'

export function translationState(texts: Texts | undefined, { id, text }: Pick<FormText, 'id' | 'text'>): TranslationState {
  if (translationOf(texts, id, text) !== undefined) return 'translated'
  return texts && Object.hasOwn(texts, id) && texts[id]?.text.trim() ? 'outdated' : 'missing'
}

/** How many texts of a form somebody with this language reads ('' for not known), and how many of them in English for want of a translation. */
export function textsInEnglish(form: TranslatedForm, language: string): { texts: number; inEnglish: number } {
  const texts = textsOf(form)
  if (language === '' || language === english) return { texts: texts.length, inEnglish: 0 }
  const { translations = {} } = form.definition
  const offered = offeredLanguage(language, Object.keys(translations))
  const of = offered === undefined ? undefined : translations[offered]
  return { texts: texts.length, inEnglish: texts.filter((text) => translationState(of, text) !== 'translated').length }
}

/** The title of a form in a language, or in that language without its country; undefined if it has no translation of this title. */
export const titleIn = ({ title, definition: { translations = {} } }: Pick<TranslatedForm, 'title' | 'definition'>, language: string) =>
  [language, language.split('-')[0]!]
    .map((one) => translationOf(Object.hasOwn(translations, one) ? translations[one] : undefined, 'title', title))
    .find((found) => found !== undefined)

/** The definition without translations of texts that it no longer has, which a draft may hold but a version may not. */
export function withOwnTranslations(definition: FormDefinition): FormDefinition {
  const { translations, ...rest } = definition
  if (translations === undefined) return definition
  const known = idsOf(definition)
  const kept = Object.entries(translations).flatMap(([language, texts]): [string, Texts][] => {
    const own = Object.entries(texts).filter(([id, { text }]) => known.has(id) && text.trim() !== '')
    return own.length === 0 ? [] : [[language, Object.fromEntries(own)]]
  })
  return { ...rest, ...(kept.length > 0 && { translations: Object.fromEntries(kept) }) }
}

const idsOf = ({ questions }: FormDefinition) =>
  new Set(['title', 'description', ...questions.flatMap(textsOfQuestion).map(({ id }) => id)])

/** All problems of a form's translations, in words. A text that the form does not have is no problem: `withOwnTranslations` removes it. */
export function checkTranslations(definition: FormDefinition): string[] {
  const { translations = {} } = definition
  const languages = Object.keys(translations)
  if (languages.length > maxLanguages) return [`A form can be translated into ${maxLanguages} languages at most.`]
  if (languages.length === 0) return []
  // Empty English texts count too, because the title and the description are not part of the definition.
  const known = new Map(allTextsOf({ title: '', description: '', definition }).map((text) => [text.id, text]))
  return languages.flatMap((language) => {
    if (!languagePattern.test(language) || language === 'en') return [`‘${language}’ is not a language that a form can be translated into.`]
    const texts = translations[language] ?? {}
    const messages = Object.entries(texts).map(([id, { text }]) => translationProblem(known.get(id), text))
    return [...messages, ...definition.questions.map((question) => equalOptionsProblem(question, texts))].flatMap((message) =>
      message === undefined ? [] : [`${languageName(language)}: ${message}`],
    )
  })
}

/**
 * Two options that a patient reads as the same text: the patient would guess, and staff would read a definite answer. Options that have the same
 * text in English are a problem of their own.
 */
function equalOptionsProblem({ id, title, options = [] }: Question, texts: Texts): string | undefined {
  const nameOf = (label: string) => label.trim().toLowerCase()
  const englishOf = new Map<string, string>()
  for (const { value, label } of options) {
    const read = translationOf(texts, optionTextId(id, value), label) ?? label
    const other = englishOf.get(nameOf(read))
    if (nameOf(read) !== '' && other !== undefined && other !== nameOf(label))
      return `Two options of ‘${title.slice(0, 60)}’ have the same text: ‘${read.trim().slice(0, 40)}’.`
    englishOf.set(nameOf(read), nameOf(label))
  }
  return undefined
}

/** What is wrong with a translation of a text, in words; undefined if nothing is. */
export function translationProblem(of: FormText | undefined, text: string): string | undefined {
  if (!of) return undefined
  const message = firstError(text, [of.isOneLine ? oneLine : lines], of.name)
  if (message !== undefined) return message
  return text.length > of.limit
    ? `${of.name} must be ${of.limit.toLocaleString('en-GB')} characters or fewer: ‘${text.slice(0, 40)}…’`
    : undefined
}

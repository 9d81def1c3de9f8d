import { answerText } from '#domain/form/answers.ts'
import type { AnswerWords } from '#domain/form/answer-words/en.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import type { Texts } from '#domain/form/translated-text.ts'
import {
  optionTextId,
  questionTextId,
  type QuestionText,
  type TranslatedForm,
  translatedQuestion,
  translationOf,
} from '#domain/form/translation.ts'
import { english, offeredLanguage, pageLanguageOf, pageLanguages, tagOf } from '#domain/languages.ts'
import { isPrintable } from '#domain/printable.ts'
import type { PdfText } from '#server/documents/pdf/document.ts'

import { paperWords, type PaperWords } from './paper-words.ts'

/** A form as a file in one language: its texts as far as they are translated, and the fixed words around them. */
export type FormInLanguage = {
  /** English where nothing of the form is in the language that was asked for. */
  chosen: string
  /** The tag of the fixed words: a language without a dictionary has English ones around its texts. */
  language: string
  words: PaperWords
  answers: AnswerWords
  /** The questions with their translated texts. */
  definition: FormDefinition
  /** The title of the form, for the heads of the pages. */
  title: string
  titleText: PdfText
  questionText: (question: Question, name: QuestionText) => PdfText
  optionText: (question: Question, value: string, label: string) => PdfText
  answer: (question: Question, answer: Answers[string]) => PdfText
}

/** @param wanted the language of the patient; English where the form and the fixed words have no other */
export function formInLanguage({ title, definition }: Pick<TranslatedForm, 'title' | 'definition'>, wanted: string): FormInLanguage {
  const { translations = {} } = definition
  const offered = offeredLanguage(wanted, [...pageLanguages, ...Object.keys(translations)]) ?? english
  const language = pageLanguageOf(offered)
  const { answers, ...words } = paperWords[language]
  const texts = printableTexts(Object.hasOwn(translations, offered) ? translations[offered] : undefined)
  const chosen = language === offered || Object.keys(texts ?? {}).length > 0 ? offered : english
  const byId = new Map(definition.questions.map((question) => [question.id, question]))
  const translated = definition.questions.map((question) => translatedQuestion(question, texts))
  const mark = (text: string, of: string): PdfText => (of === language ? text : { text, language: tagOf(of) })
  const textOf = (id: string, text: string) => {
    const found = translationOf(texts, id, text)
    return mark(found ?? text, found === undefined ? english : chosen)
  }
  const englishOf = ({ id }: Question) => byId.get(id)
  return {
    chosen,
    language: tagOf(language),
    words,
    answers,
    definition: { ...definition, questions: translated },
    title: translationOf(texts, 'title', title) ?? title,
    titleText: textOf('title', title),
    questionText: (question, name) => textOf(questionTextId(question.id, name), englishOf(question)?.[name] ?? ''),
    optionText: (question, value, label) => {
      const option = englishOf(question)?.options?.find((one) => one.value === value)
      // The choices of other types are fixed words.
      return option ? textOf(optionTextId(question.id, value), option.label) : label
    },
    answer: (question, answer) => {
      const text = answerText(translatedQuestion(question, texts), answer, answers)
      const chosenOptions = (englishOf(question)?.options ?? []).filter(({ value }) => [answer].flat().includes(value))
      const languages = new Set(
        chosenOptions.map(({ value, label }) =>
          translationOf(texts, optionTextId(question.id, value), label) === undefined ? english : chosen,
        ),
      )
      // Options in two languages in one line have no language of their own. Nobody knows the language of what a patient typed.
      const [only] = languages
      return languages.size === 1 && only !== undefined ? mark(text, only) : text
    },
  }
}

/** Without the texts that our fonts cannot print: a patient reads English rather than empty boxes. */
const printableTexts = (texts: Texts | undefined): Texts | undefined =>
  texts && Object.fromEntries(Object.entries(texts).filter(([, { text }]) => isPrintable(text)))

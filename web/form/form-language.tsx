import { createContext, type ReactNode, use } from 'react'

import { type AnswerWords, englishAnswers } from '#domain/form/answer-words/en.ts'
import type { Question } from '#domain/form/definition.ts'
import type { Texts } from '#domain/form/translated-text.ts'
import { optionTextId, questionTextId, type QuestionText, translatedQuestion, translationOf } from '#domain/form/translation.ts'
import { directionOf, english, tagOf } from '#domain/languages.ts'

import { type QuestionWords, questionWords } from './words.ts'

type FormLanguage = {
  /** The language of the fixed words around the texts. */
  page: string
  questions: QuestionWords
  answers: AnswerWords
  /** The texts of the form in another language. */
  texts: { language: string; byId: Texts } | undefined
}

/** Staff see every form in English; the patient pages set another language. */
export const FormLanguageContext = createContext<FormLanguage>({
  page: english,
  questions: questionWords,
  answers: englishAnswers,
  texts: undefined,
})

/** The attributes of a text whose language differs from that of the page (WCAG 2.2, 3.1.2). */
export type LanguageMark = { lang?: string; dir?: 'ltr' | 'rtl' }

/** The words of a form in the language of the page, and the texts of its author in the patient's language, or marked as English. */
export function useFormLanguage() {
  const { page, questions, answers, texts } = use(FormLanguageContext)
  const direction = directionOf(texts?.language ?? page)
  const isTurned = direction !== directionOf(page)
  const markOf = (language: string): LanguageMark => ({
    ...(language !== page && { lang: tagOf(language) }),
    ...((isTurned || directionOf(language) !== directionOf(page)) && { dir: directionOf(language) }),
  })
  /** A text of the form, and the mark of its language. */
  const textOf = (id: string, text: string) => {
    const translated = translationOf(texts?.byId, id, text)
    return { text: translated ?? text, mark: markOf(translated === undefined ? english : (texts?.language ?? english)) }
  }
  return {
    words: questions,
    answers,
    /** The mark of fixed words inside of a part of the form. */
    wordsMark: markOf(page),
    /** The direction of the parts of the form, where it is not that of the page. */
    turned: isTurned ? direction : undefined,
    textOf,
    questionText: (question: Question, name: QuestionText) => textOf(questionTextId(question.id, name), question[name] ?? ''),
    optionText: (question: Question, value: string) => {
      const option = question.options?.find((one) => one.value === value)
      // The choices of other types are words of the page.
      return option && textOf(optionTextId(question.id, value), option.label)
    },
    translated: (question: Question) => translatedQuestion(question, texts?.byId),
  }
}

type MarkedProps = { mark: LanguageMark | undefined; children: ReactNode }

/**
 * A text with its language and direction, without an element of its own where both are those of the page. An inline element, so that a text in the
 * other direction still stands at the beginning of its line, beside its control.
 */
export const Marked = ({ mark, children }: MarkedProps) =>
  mark?.lang === undefined && mark?.dir === undefined ? children : <span {...mark}>{children}</span>

/** Fixed words inside of a part of the form. */
export const FixedWords = ({ children }: { children: ReactNode }) => <Marked mark={useFormLanguage().wordsMark}>{children}</Marked>

/** A part of the form, laid out in the direction of the form's language. The words of the page around it keep theirs. */
export function FormPart({ children }: { children: ReactNode }) {
  const { turned } = useFormLanguage()
  return turned ? <div dir={turned}>{children}</div> : children
}

import { checkDefinition } from '#domain/form/check-definition.ts'
import type { FormDefinition, FormProblem, Question, RedFlag, Source } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { formLimits } from '#domain/form/question.ts'
import type { Texts, Translations } from '#domain/form/translated-text.ts'
import { checkTranslations, maxLanguages, textsOf, textsOfCopies, translationOf, translationState } from '#domain/form/translation.ts'

import { insertQuestion, withOwnSettings } from './edit-definition.ts'
import { usesOf } from './uses-of.ts'

/** How many questions the library of an organisation can have. */
export const maxLibraryQuestions = 2_000

/** The longest name of a library question, in characters. */
export const maxLibraryNameLength = 100

/** A red flag that reads the answer to one question, and no score. */
export type RedFlagOfQuestion = Omit<RedFlag, 'score' | 'answers'> & { answers: NonNullable<RedFlag['answers']> }

/**
 * A question that fits any form: it has no condition, and the red flags and translations are its own. `source`: that of the form from which the
 * question was saved.
 */
export type LibraryContent = {
  question: Omit<Question, 'showIf' | 'linkId'>
  redFlags?: RedFlagOfQuestion[] | undefined
  translations?: Translations | undefined
  source?: Source | undefined
}

/** A section is nothing without its questions. */
export const canBeInLibrary = ({ type }: Pick<Question, 'type'>) => type !== 'section'

/**
 * What the library keeps of a question of a form. Left out: its condition and red flags that read other answers or a score, because other forms do
 * not have these, and translations of an earlier English text. Undefined if the form has no such question, or if it is a section.
 */
export function libraryContentOf(definition: FormDefinition, id: string): LibraryContent | undefined {
  const found = definition.questions.find((question) => question.id === id)
  if (!found || !canBeInLibrary(found)) return undefined
  const { showIf: _otherQuestions, linkId: _ofImportedForm, ...question } = withOwnSettings(found)
  const redFlags = (definition.redFlags ?? []).flatMap((flag) => redFlagOf(id, flag))
  const translations = currentTranslations(question, definition.translations ?? {})
  return {
    question,
    ...(redFlags.length > 0 && { redFlags }),
    ...(Object.keys(translations).length > 0 && { translations }),
    ...(definition.source && { source: definition.source }),
  }
}

/** What a question has in its form that the library does not keep, with the names of scores and red flags. */
export function leftOutOfLibrary(definition: FormDefinition, content: LibraryContent) {
  const { id } = content.question
  const uses = usesOf(definition, new Set([id]))
  const kept = new Set(content.redFlags?.map((flag) => flag.id))
  const english = textsOf({ title: '', description: '', definition: formOf(content) })
  const isOutdated = (texts: Texts) => english.some((text) => translationState(texts, text) === 'outdated')
  return {
    hasCondition: definition.questions.some((question) => question.id === id && question.showIf !== undefined),
    scores: uses.flatMap((use) => (use.kind === 'score' ? [use.of.name] : [])),
    redFlags: uses.flatMap((use) => (use.kind === 'redFlag' && !kept.has(use.of.id) ? [use.of.name] : [])),
    languages: Object.entries(definition.translations ?? {}).flatMap(([language, texts]) => (isOutdated(texts) ? [language] : [])),
  }
}

function redFlagOf(id: string, { answers, score, ...flag }: RedFlag): RedFlagOfQuestion[] {
  if (score !== undefined || answers === undefined || answers.rules.length === 0) return []
  return answers.rules.every(({ question }) => question === id) ? [{ ...flag, answers }] : []
}

function currentTranslations(question: Question, translations: Translations): Translations {
  const english = textsOf({ title: '', description: '', definition: { questions: [question] } })
  const languages = Object.entries(translations).flatMap(([language, texts]): [string, Texts][] => {
    const current = english.flatMap(({ id, text: source }) => {
      const text = translationOf(texts, id, source)
      return text === undefined ? [] : [[id, { source, text }] as const]
    })
    return current.length === 0 ? [] : [[language, Object.fromEntries(current)]]
  })
  return Object.fromEntries(languages)
}

/** A form of this question alone. */
export const formOf = ({ question, redFlags, translations }: LibraryContent): FormDefinition => ({
  questions: [question],
  redFlags,
  translations,
})

/** All problems for which the library refuses a question, so that a question from the library never has one. */
export function checkLibraryContent(content: LibraryContent): FormProblem[] {
  const form = formOf(content)
  if (!canBeInLibrary(content.question)) return [{ field: 'type', message: 'A section cannot be saved to the library.' }]
  // A page to read is no form, and the check of a form ends there.
  const found = checkDefinition(form).filter(({ field }) => field !== 'questions')
  if (isAsked(content.question)) return found
  return [...found, ...checkTranslations(form).map((message) => ({ field: 'translations' as const, message }))]
}

/** The content with other ids, for another form. Ids of answers are never used again. */
export function withNewIds({ question, redFlags, translations, ...rest }: LibraryContent, newId: () => string): LibraryContent {
  const id = newId()
  const copies = new Map([[question.id, id]])
  return {
    ...rest,
    question: { ...question, id },
    ...(redFlags && {
      redFlags: redFlags.map(({ answers, ...flag }) => ({
        ...flag,
        id: newId(),
        answers: { ...answers, rules: answers.rules.map((rule) => ({ ...rule, question: id })) },
      })),
    }),
    ...(translations && {
      translations: Object.fromEntries(Object.entries(translations).map(([language, texts]) => [language, textsOfCopies(texts, copies)])),
    }),
  }
}

/** Whether the form has space for the question and its red flags. */
export const hasSpaceFor = ({ questions, redFlags = [] }: FormDefinition, content: LibraryContent) =>
  questions.length < formLimits.questions && redFlags.length + (content.redFlags ?? []).length <= formLimits.redFlags

/**
 * Puts a library question after another question, or last, with its red flags and translations. A red flag whose name the form has already gets a
 * number. Of a language that would be one too many for a form, the translations are left out.
 */
export function insertLibraryQuestion(definition: FormDefinition, content: LibraryContent, afterId?: string): FormDefinition {
  const { redFlags = [], translations = {}, ...rest } = insertQuestion(definition, content.question, afterId)
  const names = redFlags.map(({ name }) => name)
  const added = (content.redFlags ?? []).map((flag) => {
    const name = freeName(flag.name, names)
    names.push(name)
    return { ...flag, name }
  })
  const joined = { ...translations }
  for (const [language, texts] of Object.entries(content.translations ?? {}))
    if (joined[language] || Object.keys(joined).length < maxLanguages) joined[language] = { ...joined[language], ...texts }
  return {
    ...rest,
    ...((definition.redFlags || added.length > 0) && { redFlags: [...redFlags, ...added] }),
    ...(Object.keys(joined).length > 0 && { translations: joined }),
  }
}

function freeName(name: string, taken: readonly string[]) {
  const isTaken = (wanted: string) => taken.some((other) => other.trim().toLowerCase() === wanted.trim().toLowerCase())
  for (let number = 2, wanted = name; ; number++) {
    if (!isTaken(wanted)) return wanted
    const end = ` ${number}`
    wanted = name.slice(0, formLimits.name - end.length) + end
  }
}

import { own, standard } from '#domain/fhir/extensions.ts'
import { between, isSectionBody, pageOf } from '#domain/fhir/question-types.ts'
import { extensionOf, isObject, objectsIn, type Raw, remark, type SourceItem, textIn, valueIn } from '#domain/fhir/source-item.ts'
import { type ByLanguage, readTranslations } from '#domain/fhir/translations.ts'
import type { Question } from '#domain/form/definition.ts'
import type { Translations } from '#domain/form/translated-text.ts'
import { type FormText, maxLanguages, textsOf, translationProblem } from '#domain/form/translation.ts'

type Translated = { id: string; source: string; language: string; text: string }
/** The translations of a text in the file, and the English text that they stand beside. */
type Found = { source: string; of: ByLanguage }

/** The translations of the title and the description. A part of a questionnaire has a title of its own. */
export function translationsOfForm(source: Raw, { title, description }: { title: string | undefined; description: string }): Translated[] {
  return [
    ...(title === undefined ? [] : flat('title', { source: title, of: readTranslations(source, '_title') })),
    ...flat('description', { source: description, of: readTranslations(source, '_description') }),
  ]
}

/** The translations of the questions of a form, as far as the English text was kept as it is in the file. The others are reported. */
export function translationsOfQuestions(questions: readonly Question[], { itemOf }: { itemOf: (id: string) => SourceItem | undefined }) {
  return questions.flatMap((question) => {
    const item = itemOf(question.id)
    if (!item) return []
    const texts = textsOf({ title: '', description: '', definition: { questions: [question] } })
    const found = foundIn(item, question)
    let lost = 0
    const kept = texts.flatMap((text) => {
      const one = found.get(text.id)
      if (!one) return []
      const all = flat(text.id, one)
      const fitting = all.filter((translated) => isFitting(text, translated))
      lost += all.length - fitting.length
      return fitting
    })
    if (lost > 0)
      remark(item, `${lost === 1 ? 'A translation is' : `${lost} translations are`} left out, because the text was changed or is too long.`)
    return kept
  })
}

const isFitting = (text: FormText, { source, text: translation }: Translated) =>
  text.text === source && translationProblem(text, translation) === undefined

const flat = (id: string, { source, of }: Found): Translated[] => [...of].map(([language, text]) => ({ id, source, language, text }))

/** What the elements of an item say, by the id of the text. */
function foundIn(item: SourceItem, question: Question): Map<string, Found> {
  const [{ id }, found] = [question, new Map<string, Found>()]
  const add = (name: string, one: Found | undefined) => one && one.of.size > 0 && found.set(`question.${id}.${name}`, one)
  if (question.type === 'information') for (const [name, one] of pagesOf(item)) add(name, one)
  else add('title', titleOf(item))
  add('hint', hintOf(item))
  add('lowLabel', wordOf(item, 'lower'))
  add('highLabel', wordOf(item, 'upper'))
  const body = item.children.find(isSectionBody)
  if (question.type === 'section' && body) add('body', { source: body.text, of: readTranslations(body.raw, '_text') })
  const unit: unknown = extensionOf(item, standard.unit)?.valueCoding
  if (isObject(unit)) add('unit', { source: textIn(unit['display']), of: readTranslations(unit, '_display') })
  objectsIn(item.raw['answerOption']).forEach((option, at) => {
    const [built, value] = [question.options?.[at], valueIn(option, 'value')]
    const isCoding = isObject(value)
    const source = isCoding ? textIn(value['display']) : textIn(value)
    const of = isCoding ? readTranslations(value, '_display') : readTranslations(option, '_valueString')
    if (built) add(`option.${built.value}`, { source, of })
  })
  return found
}

/** The number before a question is a part of its text, in every language. */
function titleOf({ text, raw }: SourceItem): Found {
  const prefix = textIn(raw['prefix']).trim()
  const of = readTranslations(raw, '_text')
  return { source: text, of: prefix === '' ? of : new Map([...of].map(([language, one]) => [language, `${prefix} ${one}`])) }
}

/** The hint is one element, or it is several that were joined and have no translation of the whole. */
function hintOf(item: SourceItem): Found | undefined {
  const ours = objectsIn(item.raw['extension']).find(({ url }) => url === own.hint)
  return ours ? { source: textIn(ours['valueString']), of: readTranslations(ours, '_valueString') } : wordOf(item)
}

function wordOf({ words }: SourceItem, end?: 'lower' | 'upper'): Found | undefined {
  const isEnd = ({ controls }: SourceItem) => controls[0] === 'lower' || controls[0] === 'upper'
  const [only, another] = words.filter((one) => (end === undefined ? !isEnd(one) : one.controls[0] === end))
  return only && !another ? { source: only.text, of: readTranslations(only.raw, '_text') } : undefined
}

/** The heading and the text of an information page. In the file they are one text, in each language. */
function pagesOf(item: SourceItem): [string, Found][] {
  const { title, body } = pageOf(item)
  const ours = objectsIn(item.raw['extension']).find(({ url }) => url === own.heading)
  const headings = readTranslations(ours, '_valueString')
  const whole = readTranslations(item.raw, '_text')
  const bodies = new Map<string, string>()
  const titles = new Map(headings)
  for (const [language, text] of whole) {
    if (!item.text.startsWith(title)) bodies.set(language, text)
    else if (ours) {
      const heading = headings.get(language) ?? title
      const rest = text.startsWith(heading + between) ? text.slice(heading.length + between.length) : ''
      if (rest !== '' && rest !== body) bodies.set(language, rest)
    } else {
      const [first = '', ...rest] = text.trim().split('\n')
      titles.set(language, first.trim())
      if (rest.join('\n').trim() !== '') bodies.set(language, rest.join('\n').trim())
    }
  }
  return [
    ['title', { source: title, of: titles }],
    ['body', { source: body, of: bodies }],
  ]
}

/** The translations as a form holds them. */
export function withTranslations(all: readonly Translated[]): { translations?: Translations } {
  const languages = [...new Set(all.map(({ language }) => language))].slice(0, maxLanguages)
  if (languages.length === 0) return {}
  const of = (language: string) =>
    Object.fromEntries(all.filter((one) => one.language === language).map(({ id, source, text }) => [id, { source, text }]))
  return { translations: Object.fromEntries(languages.map((language) => [language, of(language)])) }
}

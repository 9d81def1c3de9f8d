import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { needsValue } from '#domain/form/logic/condition.ts'
import type { Condition, Operator, Rule } from '#domain/form/question.ts'
import { isAsked } from '#domain/form/path.ts'
import { optionTextId, questionTextId, translationOf } from '#domain/form/translation.ts'

import { compact, control, fhirText, own, shapes, writeExtension } from './extensions.ts'
import { canonicalOf, identifierOf, type LinkIds, linkIdsOf } from './identifiers.ts'
import { type OpenChoice, openChoicesOf } from './open-choice.ts'
import { fhirMappings } from './question-types.ts'
import type { EnableWhen, Extension, Questionnaire, QuestionnaireItem } from './resource.ts'
import type { TranslatedTexts } from './source-item.ts'
import { type ByLanguage, sibling } from './translations.ts'

/** One version of a form, for export. */
export type ExportedForm = {
  id: string
  version: number
  isLive: boolean
  title: string
  description: string
  type: string
  /** ISO moment */
  publishedAt: string
  definition: FormDefinition
}

/** A version of a form as a FHIR R4 Questionnaire. */
export function toQuestionnaire(form: ExportedForm): Questionnaire {
  const { scores = [], redFlags = [], source } = form.definition
  const { url, version, derivedFrom } = canonicalOf(form)
  const inLanguages = translationsIn(form.definition)
  return compact({
    resourceType: 'Questionnaire' as const,
    extension: [
      { url: own.formType, valueCode: form.type },
      ...scores.flatMap((score) => writeExtension(own.score, score, shapes.score)),
      ...redFlags.flatMap((flag) => writeExtension(own.redFlag, flag, shapes.redFlag)),
      ...writeExtension(own.source, source, shapes.source),
    ],
    url,
    derivedFrom: derivedFrom === undefined ? undefined : [derivedFrom],
    identifier: [identifierOf(form.id)],
    version,
    title: fhirText(form.title) ?? '-',
    ...sibling('_title', inLanguages('title', form.title)),
    status: form.isLive ? ('active' as const) : ('retired' as const),
    subjectType: ['Patient'] as ['Patient'],
    date: form.publishedAt,
    description: fhirText(form.description),
    ...sibling('_description', inLanguages('description', form.description)),
    copyright: fhirText(source && `${source.name}. ${source.licence}`),
    item: itemsOf(form.definition),
  }) as Questionnaire // only optional elements are left out
}

type InLanguages = (id: string, text: string | undefined) => ByLanguage

/** The translations of a text whose English text has not changed since, by language. */
function translationsIn({ translations = {} }: FormDefinition): InLanguages {
  const languages = Object.entries(translations)
  return (id, text = '') =>
    new Map(
      languages.flatMap(([language, texts]) => {
        const found = translationOf(texts, id, text)
        return found === undefined ? [] : [[language, found]]
      }),
    )
}

const textsOf = (question: Question, inLanguages: InLanguages): TranslatedTexts => ({
  of: (text) => inLanguages(questionTextId(question.id, text), question[text]),
  ofOption: (value) => inLanguages(optionTextId(question.id, value), question.options?.find((option) => option.value === value)?.label),
})

/** The items of a form, with questions nested in their sections. */
function itemsOf(definition: FormDefinition): QuestionnaireItem[] {
  const { questions } = definition
  const byId = new Map(questions.map((question) => [question.id, question]))
  const linkIds = linkIdsOf({ questions })
  const open = openChoicesOf(definition)
  const inLanguages = translationsIn(definition)
  const ownWords = new Set([...open.values()].map(({ question }) => question))
  const items: QuestionnaireItem[] = []
  let group: QuestionnaireItem | undefined
  for (const question of questions) {
    if (ownWords.has(question.id)) continue
    const item = withOwnWords(writeItem(question, byId, linkIds, textsOf(question, inLanguages)), open.get(question.id))
    if (question.type === 'section') items.push((group = item))
    else if (group) group.item = [...(group.item ?? []), item]
    else items.push(item)
  }
  return items.map(withoutEmptyGroup)
}

/** One item for a choice and the question for another answer. */
const withOwnWords = (item: QuestionnaireItem, open: OpenChoice | undefined): QuestionnaireItem =>
  open
    ? {
        ...item,
        type: 'open-choice',
        extension: [...(item.extension ?? []), ...writeExtension(own.otherAnswer, open, shapes.otherAnswer)],
        answerOption: item.answerOption?.slice(0, -1) ?? [],
      }
    : item

/** A group must not be empty: a section without questions and text becomes a display item. */
function withoutEmptyGroup(item: QuestionnaireItem): QuestionnaireItem {
  if (item.type !== 'group' || item.item) return item
  const { code: _, ...rest } = item
  return { ...rest, extension: [{ url: own.part, valueCode: 'section' }, ...(item.extension ?? [])], type: 'display' }
}

function writeItem(
  question: Question,
  byId: ReadonlyMap<string, Question>,
  linkIds: LinkIds,
  translated: TranslatedTexts,
): QuestionnaireItem {
  const { extension = [], item = [], text, _text, answerOption, ...settings } = fhirMappings[question.type].write(question, translated)
  const hints = translated.of('hint')
  const hint = fhirText(question.hint)
  const isDisplay = settings.type === 'display'
  const help: QuestionnaireItem[] =
    hint === undefined || isDisplay
      ? []
      : [{ linkId: 'help', text: hint, ...sibling('_text', hints), type: 'display', extension: [control('help')] }]
  return compact({
    extension: [
      ...extension,
      ...(isDisplay && hint !== undefined ? [{ url: own.hint, valueString: hint, ...sibling('_valueString', hints) }] : []),
      ...ownMarks(question),
    ],
    linkId: linkIds.of(question.id),
    // Display items cannot have a code (que-3).
    code: isDisplay ? undefined : question.codes,
    text: text ?? fhirText(question.title),
    ...(text === undefined ? sibling('_text', translated.of('title')) : { _text }),
    ...settings,
    ...enableWhen(question.showIf, byId, linkIds),
    required: (isAsked(question) && question.required) || undefined,
    answerOption,
    item: [...help, ...item].map((part) => ({ ...part, linkId: linkIds.under(question.id, part.linkId) })),
  }) as QuestionnaireItem // only optional elements are left out
}

const ownMarks = ({ category, identifying, protocol }: Question): Extension[] => [
  ...(category === undefined ? [] : [{ url: own.category, valueCode: category }]),
  ...(identifying ? [{ url: own.identifying, valueBoolean: true }] : []),
  ...writeExtension(own.protocol, protocol, shapes.protocol),
]

export const fhirOperators = {
  equals: '=',
  not_equals: '!=',
  more: '>',
  less: '<',
  at_least: '>=',
  at_most: '<=',
} as const satisfies Partial<Record<Operator, EnableWhen['operator']>>

/** A condition as enableWhen. Rules about deleted questions are left out. */
export function enableWhen(
  condition: Condition | undefined,
  questions: ReadonlyMap<string, Question>,
  linkIds: LinkIds,
): Pick<QuestionnaireItem, 'enableWhen' | 'enableBehavior'> {
  const rules = (condition?.rules ?? []).flatMap((rule) => writeRule(rule, questions.get(rule.question), linkIds))
  return condition && rules.length > 0 ? { enableWhen: rules, enableBehavior: condition.match } : {}
}

function writeRule({ question: id, operator, value = '' }: Rule, question: Question | undefined, linkIds: LinkIds): EnableWhen[] {
  if (!question) return []
  const linkId = linkIds.of(id)
  if (!needsValue(operator)) return [{ question: linkId, operator: 'exists', answerBoolean: operator === 'answered' }]
  const answer = Object.entries(fhirMappings[question.type].value(question, value)).map(([name, one]) => [
    name.replace('value', 'answer'),
    one,
  ])
  return [{ question: linkId, operator: fhirOperators[operator], ...(Object.fromEntries(answer) as object) }]
}

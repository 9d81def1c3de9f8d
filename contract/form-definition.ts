import { z } from 'zod'

import { questionTypeNames } from '#domain/form/question-types.ts'
import { fhirOptionTypes, formLimits, type Operator, operators, questionCategories, type QuestionCategory } from '#domain/form/question.ts'
import { maxLanguages } from '#domain/form/translation.ts'
import { languagePattern } from '#domain/languages.ts'
import { oneLine } from '#domain/validation/rule.ts'

import { checked, severalLines, textKinds } from './fields.ts'

/**
 * A draft is saved while it is typed and may be invalid; publishing checks it (domain/form/check-definition.ts). These schemas check the
 * shape and a multiple of the limits.
 */
const typed = (limit: number) =>
  z
    .string()
    .max(limit * 4)
    .register(textKinds, { kind: 'draft' })
/** A value that programs compare, stored exactly as it was written. */
const code = (label: string, longest: number) => checked(z.string().max(longest), label, oneLine).register(textKinds, { kind: 'one line' })
/** Answers, conditions and scores refer to this id, so it never changes. */
const id = (what: string) => z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, `${what} ID is not valid.`)
const number = z.number().min(-1e9).max(1e9)

export const Option = z.object({
  value: code('Option value', 200),
  label: typed(formLimits.optionLabel),
  points: number.optional(),
  isNone: z.boolean().optional(),
  system: code('System', formLimits.code).optional(),
  systemVersion: code('System version', formLimits.code).optional(),
  fhirType: z.enum(fhirOptionTypes).optional(),
})

const Code = z.object({
  system: code('System', formLimits.code).optional(),
  version: code('Version', formLimits.code).optional(),
  code: code('Code', formLimits.code).min(1),
  display: severalLines('Display', formLimits.code).optional(),
})

export const Condition = z.object({
  match: z.enum(['all', 'any']),
  rules: z
    .array(
      z.object({
        question: id('Question'),
        operator: z.enum(Object.keys(operators) as [Operator, ...Operator[]]), // Object.keys forgets the names
        value: code('Value', 200).optional(),
      }),
    )
    .max(formLimits.conditionRules),
})

const protocolWords = typed(formLimits.protocol).optional()
export const Protocol = z.object({ why: protocolWords, reader: protocolWords, risk: protocolWords })

export const Question = z.object({
  id: id('Question'),
  type: z.enum(questionTypeNames),
  title: typed(formLimits.title),
  hint: typed(formLimits.hint).optional(),
  required: z.boolean(),
  category: z.enum(Object.keys(questionCategories) as [QuestionCategory, ...QuestionCategory[]]).optional(), // Object.keys forgets the names
  identifying: z.boolean().optional(),
  showIf: Condition.optional(),
  protocol: Protocol.optional(),
  linkId: code('Link ID', formLimits.linkId).min(1).optional(),
  codes: z.array(Code).max(formLimits.codes).optional(),
  options: z.array(Option).max(formLimits.options).optional(),
  long: z.boolean().optional(),
  unit: typed(formLimits.unit).optional(),
  min: number.optional(),
  max: number.optional(),
  decimals: z.number().int().min(0).max(99).optional(),
  lowLabel: typed(formLimits.endLabel).optional(),
  highLabel: typed(formLimits.endLabel).optional(),
  body: typed(formLimits.body).optional(),
})

export const Score = z.object({
  id: id('Score'),
  name: typed(formLimits.name),
  questions: z.array(id('Question')).max(formLimits.questions),
  bands: z.array(z.object({ from: number, to: number, label: typed(formLimits.name) })).max(formLimits.bands),
})

export const RedFlag = z.object({
  id: id('Red flag'),
  name: typed(formLimits.name),
  answers: Condition.optional(),
  score: z.object({ score: id('Score'), atLeast: number }).optional(),
  alertMinutes: z.number().int().min(1).max(10_080).optional(),
})

/** Only https addresses: a copied form can come from anywhere and its link is shown to users. */
export const Source = z.object({
  name: severalLines('Source', formLimits.source * 4),
  licence: severalLines('Licence', formLimits.source * 4),
  url: code('Source address', 500)
    .regex(/^https:\/\/\S+$/, 'Source address must start with https://.')
    .optional(),
})

/** The questionnaire that the form was imported from. */
const Origin = z.object({
  url: code('Origin', 500).min(1),
  version: code('Version', 100).min(1).optional(),
  fingerprint: code('Fingerprint', 32),
})

/** The texts of one language by their ids, each with the English text that was translated (domain/form/translation.ts). */
const Texts = z.record(
  z.string().regex(/^(title|description|question\.[A-Za-z0-9_-]{1,64}\..{1,210})$/, 'Text ID is not valid.'),
  z.object({ source: typed(formLimits.body), text: typed(formLimits.body) }),
)

export const Translations = z
  .record(z.string().regex(languagePattern, 'Language is not valid.'), Texts)
  .refine((languages) => Object.keys(languages).length <= maxLanguages, `A form can be translated into ${maxLanguages} languages at most.`)

/** The questions of a form in order, its scores, its red flags and its translations. */
export const Definition = z.object({
  questions: z.array(Question).max(formLimits.questions),
  scores: z.array(Score).max(formLimits.scores).optional(),
  redFlags: z.array(RedFlag).max(formLimits.redFlags).optional(),
  source: Source.optional(),
  origin: Origin.optional(),
  translations: Translations.optional(),
})

/** Answers by question id. */
export const GivenAnswers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** Each save creates the next revision of the draft and names the revision it changes. */
export const draftRevision = z.number().int().min(1)

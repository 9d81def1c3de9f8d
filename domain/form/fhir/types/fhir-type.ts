import type { QuestionFields, QuestionSettings } from '#domain/form/question.ts'
import type { AnswerValue, QuestionnaireItem } from '#domain/form/fhir/resource.ts'
import type { SourceItem } from '#domain/form/fhir/source.ts'

/** How one type of question stands in a FHIR Questionnaire. */
export type FhirType = {
  /** What the item says besides what every item says: its type, and the type's own settings. */
  write: (question: QuestionFields) => Pick<QuestionnaireItem, 'type' | 'repeats' | 'extension' | 'answerOption' | 'text' | 'item'>
  /** How well somebody's item fits this type; the best takes it. 0: not at all. */
  fits: (item: SourceItem) => number
  /** The settings that the item gives, saying of it what cannot be kept. */
  read: (item: SourceItem) => QuestionSettings
  /** An answer, or what a rule compares it with. */
  value: (question: QuestionFields, answer: string) => AnswerValue
  /** What a rule compares with, from the text of it; undefined where it is nothing this question could be answered with. */
  readValue: (question: QuestionFields, text: string) => string | undefined
}

/**
 * The operators of a rule. Names and meaning are those of FHIR R4 `Questionnaire.item.enableWhen`
 * (https://hl7.org/fhir/R4/valueset-questionnaire-enable-operator.html), with `exists` split in two.
 */
export const operators = {
  equals: 'is',
  not_equals: 'is not',
  more: 'is more than',
  less: 'is less than',
  at_least: 'is at least',
  at_most: 'is at most',
  answered: 'is answered',
  not_answered: 'is not answered',
} as const
export type Operator = keyof typeof operators

/** One comparison of one answer. `value`: an option's value, a number in digits or an ISO day; none for (not) answered. */
export type Rule = { question: string; operator: Operator; value?: string | undefined }

export type Condition = { match: 'all' | 'any'; rules: Rule[] }

/** The categories of a question. The author still writes the options of a feelings question. */
export const questionCategories = { feelings: 'Feelings' } as const
export type QuestionCategory = keyof typeof questionCategories

/**
 * `points`: added to a score. `isNone`: "none of these", which excludes every other option. Of imported forms: `system` and `systemVersion`,
 * the terminology of the value, such as http://loinc.org; `fhirType`, the type of a value that was no code.
 */
export type QuestionOption = {
  value: string
  label: string
  points?: number | undefined
  isNone?: boolean | undefined
  system?: string | undefined
  systemVersion?: string | undefined
  fhirType?: FhirOptionType | undefined
}

/** The types of FHIR R4 `Questionnaire.item.answerOption.value[x]` beside codes and references. */
export const fhirOptionTypes = ['integer', 'date', 'time', 'string'] as const
export type FhirOptionType = (typeof fhirOptionTypes)[number]

/** The code of a question in a terminology (https://hl7.org/fhir/R4/datatypes.html#Coding). */
export type Code = { system?: string | undefined; version?: string | undefined; code: string; display?: string | undefined }

/**
 * The clinical protocol of a question: the reason for it, who reads the answer, and what happens when it suggests a risk. Never shown to a
 * patient.
 */
export type Protocol = { why?: string | undefined; reader?: string | undefined; risk?: string | undefined }

/** The fields of every type of question. */
export type QuestionFields = QuestionSettings & {
  /** Short and unique in the form. Answers are stored under it across versions, so it never changes. */
  id: string
  title: string
  hint?: string | undefined
  required: boolean
  category?: QuestionCategory | undefined
  /** The answer could identify the patient, so it is left out of exports without personal data. */
  identifying?: boolean | undefined
  /** Shown only if this is true; for a section it applies to its questions too. */
  showIf?: Condition | undefined
  protocol?: Protocol | undefined
  /** The linkId of an imported question, where it is not a valid id. */
  linkId?: string | undefined
  /** The imported codes in terminologies. */
  codes?: Code[] | undefined
}

/** Settings of some types of question; each type lists its own. */
export type QuestionSettings = {
  options?: QuestionOption[] | undefined
  /** The answer can have several lines. */
  long?: boolean | undefined
  /** The unit of a number, such as kg. */
  unit?: string | undefined
  /** The smallest and the largest valid number. */
  min?: number | undefined
  max?: number | undefined
  /** The number of decimal places; none when missing. */
  decimals?: number | undefined
  /** The labels of the two ends of a scale. */
  lowLabel?: string | undefined
  highLabel?: string | undefined
  /** The text of an information page or a section. */
  body?: string | undefined
}
export type SettingName = keyof QuestionSettings

/** Text, an option's value, an ISO day, a number in digits, or the values of several options. */
export type Answer = string | string[]

/** Answers by question id. A question without an entry is unanswered. */
export type Answers = Record<string, Answer | undefined>

/** Limits of a form and its answers: characters of a text, or number of items. */
export const formLimits = {
  questions: 300,
  title: 500,
  hint: 1_000,
  options: 1_000,
  optionLabel: 500,
  freeText: 4_000,
  unit: 20,
  body: 4_000,
  decimals: 4,
  endLabel: 100,
  protocol: 1_000,
  conditionRules: 20,
  scores: 20,
  bands: 20,
  redFlags: 50,
  name: 100,
  source: 500,
  linkId: 255,
  codes: 20,
  code: 500,
} as const

/** Tells whether an answer is empty: missing, blank text or no option. */
export const isUnanswered = (answer: unknown) =>
  answer === undefined ||
  answer === null ||
  (typeof answer === 'string' ? answer.trim() === '' : Array.isArray(answer) && answer.length === 0)

/**
 * How a rule compares. The names and their meaning are those of FHIR R4 `Questionnaire.item.enableWhen`
 * (https://hl7.org/fhir/R4/valueset-questionnaire-enable-operator.html), with `exists` in two words.
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

/** The words a question can be filed under; the options of a feelings question are still the author's. */
export const questionCategories = { feelings: 'Feelings' } as const
export type QuestionCategory = keyof typeof questionCategories

/**
 * `points`: what choosing it adds to a score. `isNone`: "none of these", which rules out every other option. `system`: the terminology
 * whose code the value is, such as http://loinc.org; only where the form came from a system that named it.
 */
export type QuestionOption = {
  value: string
  label: string
  points?: number | undefined
  isNone?: boolean | undefined
  system?: string | undefined
}

/** What a question is called in a terminology (https://hl7.org/fhir/R4/datatypes.html#Coding). */
export type Code = { system?: string | undefined; version?: string | undefined; code: string; display?: string | undefined }

/** What the author answers for: why it is asked, who reads the answer, and what happens when it suggests a risk. Never shown to a patient. */
export type Protocol = { why?: string | undefined; reader?: string | undefined; risk?: string | undefined }

/** What any question can carry, whatever its type. */
export type QuestionFields = QuestionSettings & {
  /** Short, stable and unique in the form: answers are kept under it for ever, across versions. */
  id: string
  title: string
  hint?: string | undefined
  required: boolean
  category?: QuestionCategory | undefined
  /** Its answer can tell who the patient is: left out of an export without personal data. */
  identifying?: boolean | undefined
  /** Asked only where this holds; on a section, the section's questions too. */
  showIf?: Condition | undefined
  protocol?: Protocol | undefined
  /** What other systems call the question: its linkId where the form was imported from, where that is no id of ours. */
  linkId?: string | undefined
  /** Its codes in terminologies, as they were imported. */
  codes?: Code[] | undefined
}

/** What only some types of question have; a type's module names its own. */
export type QuestionSettings = {
  options?: QuestionOption[] | undefined
  /** Room for several lines. */
  long?: boolean | undefined
  /** What a number counts, such as kg. */
  unit?: string | undefined
  /** The smallest and the largest number that can be answered. */
  min?: number | undefined
  max?: number | undefined
  /** How many digits a number may have after its point; none when missing. */
  decimals?: number | undefined
  /** The words at the two ends of a scale. */
  lowLabel?: string | undefined
  highLabel?: string | undefined
  /** What an information page or a section says. */
  body?: string | undefined
}
export type SettingName = keyof QuestionSettings

/** Text, an option's value, an ISO day, a number in digits, or the values of several options. */
export type Answer = string | string[]

/** Answers by question id. A question without an entry is unanswered. */
export type Answers = Record<string, Answer | undefined>

/** Limits of a form and its answers, in characters or pieces. */
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

/** Tells whether nothing was answered: missing, blank text, or no option chosen. */
export const isUnanswered = (answer: unknown) =>
  answer === undefined ||
  answer === null ||
  (typeof answer === 'string' ? answer.trim() === '' : Array.isArray(answer) && answer.length === 0)

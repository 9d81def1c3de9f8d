import { date } from './question-types/date.ts'
import { dropdown, multiSelect, singleSelect, yesNo } from './question-types/choices.ts'
import { freeText, information, section } from './question-types/text.ts'
import { number, scale } from './question-types/numbers.ts'

/** Every type of question, in the order of the builder's selector (FORM-1, FORM-6). */
export const questionTypes = {
  free_text: freeText,
  single_select: singleSelect,
  dropdown,
  multi_select: multiSelect,
  yes_no: yesNo,
  number,
  scale,
  date,
  information,
  section,
}
export type QuestionTypeName = keyof typeof questionTypes

// A cast because Object.keys forgets the names; the object above is the only source of them.
export const questionTypeNames = Object.keys(questionTypes) as QuestionTypeName[]

/** The label of the type in the builder. */
export const questionTypeLabel = (type: QuestionTypeName) => questionTypes[type].label

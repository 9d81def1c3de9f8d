import { date } from './question-types/date.ts'
import { dropdown } from './question-types/dropdown.ts'
import { freeText } from './question-types/free-text.ts'
import { multiSelect } from './question-types/multi-select.ts'
import { singleSelect } from './question-types/single-select.ts'

/** Every type of question there is, in the order of the builder's selector (FORM-1). */
export const questionTypes = {
  free_text: freeText,
  single_select: singleSelect,
  dropdown,
  multi_select: multiSelect,
  date,
}
export type QuestionTypeName = keyof typeof questionTypes

// A cast because Object.keys forgets the names; the object above is the only source of them.
export const questionTypeNames = Object.keys(questionTypes) as QuestionTypeName[]

/** The type's name in the builder. */
export const questionTypeLabel = (type: QuestionTypeName) => questionTypes[type].label

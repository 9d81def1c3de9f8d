import { date } from './question-types/date.ts'
import { dropdown } from './question-types/dropdown.ts'
import { freeText } from './question-types/free-text.ts'
import { information } from './question-types/information.ts'
import { multiSelect } from './question-types/multi-select.ts'
import { number } from './question-types/number.ts'
import { scale } from './question-types/scale.ts'
import { section } from './question-types/section.ts'
import { singleSelect } from './question-types/single-select.ts'
import { yesNo } from './question-types/yes-no.ts'

/** Every type of question there is, in the order of the builder's selector (FORM-1, FORM-6). */
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

/** The type's name in the builder. */
export const questionTypeLabel = (type: QuestionTypeName) => questionTypes[type].label

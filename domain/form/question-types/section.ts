import { sectionInFhir } from '#domain/form/fhir/types/words.ts'
import type { QuestionType } from '#domain/form/question-type.ts'

import { checkBody, information } from './information.ts'

/** Begins a part of the form, which ends where the next begins; a condition on it is one on all its questions. */
export const section: QuestionType = {
  ...information,
  label: 'Section',
  example: 'A heading for the questions below',
  icon: 'M4 5h16M4 10h16v9H4z',
  blank: {},
  checkQuestion: checkBody,
  fhir: sectionInFhir,
}

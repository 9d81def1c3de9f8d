import type { Questionnaire as StandardQuestionnaire, QuestionnaireResponse as StandardResponse } from 'fhir/r4.js'
import { describe, expectTypeOf, test } from 'vitest'

import type { Questionnaire, QuestionnaireResponse } from './resource.ts'

describe('FHIR resource types', () => {
  test('exported resources match the types of @types/fhir (FORM-9)', () => {
    expectTypeOf<Questionnaire>().toExtend<StandardQuestionnaire>()
    expectTypeOf<QuestionnaireResponse>().toExtend<StandardResponse>()
  })
})

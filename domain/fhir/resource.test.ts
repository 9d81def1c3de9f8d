import type { Questionnaire as StandardQuestionnaire, QuestionnaireResponse as StandardResponse } from 'fhir/r4.js'
import { expectTypeOf, test } from 'vitest'

import type { Questionnaire, QuestionnaireResponse } from './resource.ts'

test('what is written is a resource of FHIR R4 as the standard types it (FORM-9)', () => {
  expectTypeOf<Questionnaire>().toExtend<StandardQuestionnaire>()
  expectTypeOf<QuestionnaireResponse>().toExtend<StandardResponse>()
})

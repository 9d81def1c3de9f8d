import { libraryContentOf } from '#domain/form/editing/library-question.ts'
import { preAssessment } from '#domain/form/library/pre-assessment.ts'

import type { Demo } from './fill-demo.ts'
import { insertRows } from './insert.ts'
import { workingTime } from './requests.ts'

const day = 86_400_000

/** The names of library questions, by the questions of the template from which they are saved. */
const names = {
  allergy: 'Allergies',
  anaesthetic: 'Anaesthetic problems in the family',
  home: 'Adult at home after an operation',
  smoking: 'Smoking status',
  takes_medicines: 'Medicines, yes or no',
  weight: 'Weight in kg',
}

const savedAt = (now: number, index: number) => new Date(workingTime(now - (80 - index) * day)).toISOString()

/** Some questions of the pre-assessment in the library of an organisation. */
export const fillLibrary = ({ client, now }: Demo, organisationId: string, editorId: string) =>
  insertRows(
    client,
    'library_questions',
    Object.entries(names).map(([question, name], index) => ({
      organisation_id: organisationId,
      name,
      content: libraryContentOf(preAssessment.definition, question)!,
      updated_by: editorId,
      created_at: savedAt(now, index),
      updated_at: savedAt(now, index),
    })),
  )

import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { visiblePath } from '#domain/form/path.ts'
import { isUnanswered, type Answers } from '#domain/form/question.ts'

import { compact, fhirText } from './extensions.ts'
import { fhirMappings } from './question-types.ts'
import { asReference, canonicalOf, identifierOf, linkIdsOf } from './identifiers.ts'
import type { QuestionnaireResponse, ResponseItem } from './resource.ts'

/** One submission, for export. */
export type ExportedSubmission = {
  id: string
  formId: string
  version: number
  /** ISO moment */
  submittedAt: string
  patient: { firstName: string; lastName: string; nhsNumber: string | null }
  definition: FormDefinition
  answers: Answers
}

/** A submission as a FHIR R4 QuestionnaireResponse: the questions that were asked, with answers, in the sections of that version. */
export function toQuestionnaireResponse(submission: ExportedSubmission): QuestionnaireResponse {
  const { id, formId, version, patient, submittedAt, definition } = submission
  return compact({
    resourceType: 'QuestionnaireResponse' as const,
    identifier: identifierOf(id),
    questionnaire: asReference(canonicalOf({ id: formId, version, definition })),
    status: 'completed' as const,
    subject: compact({
      type: 'Patient' as const,
      identifier: patient.nhsNumber === null ? undefined : { system: 'https://fhir.nhs.uk/Id/nhs-number', value: patient.nhsNumber },
      display: fhirText(`${patient.firstName} ${patient.lastName}`),
    }),
    authored: submittedAt,
    item: itemsOf(submission),
  }) as QuestionnaireResponse // only optional elements are left out
}

function itemsOf({ definition, answers }: Pick<ExportedSubmission, 'definition' | 'answers'>): ResponseItem[] {
  const items: ResponseItem[] = []
  const linkIds = linkIdsOf(definition)
  const itemOf = ({ id, title }: Question) => compact({ linkId: linkIds.of(id), text: fhirText(title) })
  let group: ResponseItem | undefined
  for (const question of visiblePath(definition, answers)) {
    if (question.type === 'section') items.push((group = { ...itemOf(question), item: [] }))
    const given = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined
    if (given === undefined || isUnanswered(given)) continue
    const { value } = fhirMappings[question.type]
    const answered = { ...itemOf(question), answer: [given].flat().map((one) => value(question, one)) }
    if (group) group.item?.push(answered)
    else items.push(answered)
  }
  return items.filter(({ item }) => item?.length !== 0)
}

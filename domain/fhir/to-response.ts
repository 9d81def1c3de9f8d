import type { Answering } from '#domain/answering.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { visiblePath } from '#domain/form/path.ts'
import { isUnanswered, type Answers } from '#domain/form/question.ts'
import { nhsNumberSystem } from '#domain/nhs-number.ts'

import { compact, fhirText } from './extensions.ts'
import { fhirMappings } from './question-types.ts'
import { openChoicesOf } from './open-choice.ts'
import { asReference, canonicalOf, identifierOf, linkIdsOf } from './identifiers.ts'
import type { QuestionnaireResponse, Reference, ResponseItem } from './resource.ts'

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
  answering: Answering
}

/** A submission as a FHIR R4 QuestionnaireResponse: the questions that were asked, with answers, in the sections of that version. */
export function toQuestionnaireResponse(submission: ExportedSubmission): QuestionnaireResponse {
  const { id, formId, version, patient, submittedAt, definition, answering } = submission
  const subject: Reference = compact({
    type: 'Patient' as const,
    identifier: patient.nhsNumber === null ? undefined : { system: nhsNumberSystem, value: patient.nhsNumber },
    display: fhirText(`${patient.firstName} ${patient.lastName}`),
  }) as Reference // only the optional identifier is left out
  return compact({
    resourceType: 'QuestionnaireResponse' as const,
    identifier: identifierOf(id),
    questionnaire: asReference(canonicalOf({ id: formId, version, definition })),
    status: 'completed' as const,
    subject,
    authored: submittedAt,
    author: authorOf(answering),
    source: sourceOf(answering, subject),
    item: itemsOf(submission),
  }) as QuestionnaireResponse // only optional elements are left out
}

/** The user who typed the answers. Left out for the patient's own device, whose author is the source. */
const authorOf = (answering: Answering) => (answering.typedBy === null ? undefined : reference('Practitioner', answering.typedBy))

/** Who gave the answers. */
const sourceOf = ({ answeredBy, carerName, carerRelationship }: Answering, patient: Reference): Reference =>
  answeredBy === 'carer' ? reference('RelatedPerson', [carerName, carerRelationship].filter(Boolean).join(', ')) : patient

const reference = (type: Reference['type'], display: string) => compact({ type, display: fhirText(display) }) as Reference // only the optional name is left out

/** The patient's own words of an open choice. */
const ownAnswer = (words: Answers[string]) => ({ valueString: fhirText([words ?? []].flat().join(' ')) ?? '-' })

function itemsOf({ definition, answers }: Pick<ExportedSubmission, 'definition' | 'answers'>): ResponseItem[] {
  const items: ResponseItem[] = []
  const linkIds = linkIdsOf(definition)
  const open = openChoicesOf(definition)
  const ownWords = new Set([...open.values()].map(({ question }) => question))
  const itemOf = ({ id, title }: Question) => compact({ linkId: linkIds.of(id), text: fhirText(title) })
  let group: ResponseItem | undefined
  for (const question of visiblePath(definition, answers)) {
    if (question.type === 'section') items.push((group = { ...itemOf(question), item: [] }))
    const given = Object.hasOwn(answers, question.id) ? answers[question.id] : undefined
    if (given === undefined || isUnanswered(given)) continue
    if (ownWords.has(question.id)) continue
    const { value } = fhirMappings[question.type]
    const other = open.get(question.id)
    const answer = [given].flat().map((one) => (one === other?.option ? ownAnswer(answers[other.question]) : value(question, one)))
    const answered = { ...itemOf(question), answer }
    if (group) group.item?.push(answered)
    else items.push(answered)
  }
  return items.filter(({ item }) => item?.length !== 0)
}

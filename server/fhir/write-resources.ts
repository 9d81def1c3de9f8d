import { nhsNumberSystem } from '#domain/nhs-number.ts'
import { toQuestionnaire } from '#domain/fhir/to-questionnaire.ts'
import { toQuestionnaireResponse } from '#domain/fhir/to-response.ts'

import type { FoundQuestionnaire, FoundResponse, FoundTask } from './resources.sql.ts'

type Meta = { versionId?: string; lastUpdated: string }
/** A resource as FHIR serves it: with its id and time of change. Only a Questionnaire has versions. */
export type Served = { resourceType: string; id: string; meta: Meta }

const iso = (moment: string) => new Date(moment).toISOString()

const served = <R extends { resourceType: string }>(resource: R, id: string, meta: Meta) => {
  const { resourceType, ...rest } = resource
  return { resourceType, id, meta, ...rest }
}

export function writeQuestionnaire(form: FoundQuestionnaire): Served {
  const publishedAt = iso(form.publishedAt)
  return served(toQuestionnaire({ ...form, publishedAt }), form.id, { versionId: String(form.version), lastUpdated: publishedAt })
}

export function writeResponse(response: FoundResponse): Served {
  const submittedAt = iso(response.submittedAt)
  return served(toQuestionnaireResponse({ ...response, submittedAt }), response.id, { lastUpdated: submittedAt })
}

export function writeTask({ id, status, formId, submissionId, createdAt, updatedAt, expiresAt, patient }: FoundTask): Served {
  return served(
    {
      resourceType: 'Task',
      status,
      intent: 'order',
      focus: { type: 'Questionnaire', reference: `Questionnaire/${formId}` },
      for: {
        type: 'Patient',
        ...(patient.nhsNumber !== null && { identifier: { system: nhsNumberSystem, value: patient.nhsNumber } }),
        display: `${patient.firstName} ${patient.lastName}`,
      },
      authoredOn: iso(createdAt),
      lastModified: iso(updatedAt),
      restriction: { period: { end: iso(expiresAt) } },
      ...(submissionId !== null && {
        output: [
          {
            type: { text: 'The answers' },
            valueReference: { type: 'QuestionnaireResponse', reference: `QuestionnaireResponse/${submissionId}` },
          },
        ],
      }),
    },
    id,
    { lastUpdated: iso(updatedAt) },
  )
}

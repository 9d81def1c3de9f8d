import { fhirJson, type FileResponse } from '#contract/route.ts'
import { toQuestionnaire } from '#domain/fhir/to-questionnaire.ts'
import { toQuestionnaireResponse } from '#domain/fhir/to-response.ts'
import { getForm } from '#server/forms/forms.sql.ts'
import { getFormVersion } from '#server/forms/form-versions.sql.ts'
import { readSubmission } from '#server/forms/forms.ts'
import type { Context } from '#server/platform/context.ts'

/** The file name contains nothing about the patient. */
const fhirFile = (fileName: string, resource: object): FileResponse => ({
  fileName,
  type: `${fhirJson}; charset=utf-8`,
  body: new TextEncoder().encode(`${JSON.stringify(resource, null, 2)}\n`),
})

/** One version of a form as FHIR. Throws not_found. */
export async function exportVersion(ctx: Context, id: string, version: number) {
  const [form, asked] = await Promise.all([getForm(ctx, id), getFormVersion(ctx, id, version)])
  const { title, description, publishedAt, definition } = asked
  const isLive = form.version === version && !form.isArchived
  return fhirFile(
    `form-version-${version}.fhir.json`,
    toQuestionnaire({ id, version, isLive, title, description, type: form.type, publishedAt: momentOf(publishedAt), definition }),
  )
}

/** The answers of one patient as FHIR. Audited like viewing them on screen. Throws not_found. */
export async function exportResponse(ctx: Context, formId: string, submissionId: string) {
  const { id, version, patient, definition, answers, answering, submittedAt } = await readSubmission(ctx, formId, submissionId)
  return fhirFile(
    'form-submission.fhir.json',
    toQuestionnaireResponse({ id, formId, version, patient, definition, answers, answering, submittedAt: momentOf(submittedAt) }),
  )
}

const momentOf = (moment: string | Date) => new Date(moment).toISOString()

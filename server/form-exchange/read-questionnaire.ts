import { Definition } from '#contract/form-definition.ts'
import { fromQuestionnaire, type ImportedForm } from '#domain/form/fhir/import/from-questionnaire.ts'
import { readDocument } from '#domain/form/fhir/import/read-document.ts'
import { Problem } from '#server/platform/problem.ts'

/** The form that a file with a FHIR Questionnaire holds. Throws invalid_file, saying what is wrong with it. */
export function readQuestionnaire(file: Uint8Array): ImportedForm {
  const read = readDocument(textOf(file))
  const result = 'refusal' in read ? read : fromQuestionnaire(read.questionnaire)
  if ('refusal' in result) throw new Problem('invalid_file', result.refusal)
  const { form } = result
  // What nobody thought of is refused here, not by the builder.
  if (!Definition.safeParse(form.definition).success) throw new Problem('invalid_file', 'The questionnaire cannot be made a form.')
  return { ...form, title: form.title.trim().slice(0, 200) || 'Imported form', description: form.description.trim().slice(0, 2_000) }
}

function textOf(file: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new Problem('invalid_file', 'The file is not text in UTF-8, as JSON must be.')
  }
}

import { Definition } from '#contract/form-definition.ts'
import { fromQuestionnaire, type ImportedForm } from '#domain/fhir/import/from-questionnaire.ts'
import { readDocument } from '#domain/fhir/import/read-document.ts'
import { Problem } from '#server/platform/problem.ts'

/** Converts a FHIR Questionnaire to a form. Throws invalid_file with the reasons. */
export function readQuestionnaire(file: Uint8Array): ImportedForm {
  const read = readDocument(textOf(file))
  const result = 'refusal' in read ? read : fromQuestionnaire(read.questionnaire)
  if ('refusal' in result) throw new Problem('invalid_file', result.refusal)
  const { form } = result
  // Any other error is refused here, before the builder.
  if (!Definition.safeParse(form.definition).success) throw new Problem('invalid_file', 'The questionnaire cannot be converted to a form.')
  const [title, description] = [form.title.trim().slice(0, 200), form.description.trim().slice(0, 2_000)]
  return storable({ ...form, title: title || 'Imported form', description })
}

/** Stored text cannot contain a null byte or a lone surrogate, which cutting can leave. */
const storable = (form: ImportedForm) =>
  JSON.parse(JSON.stringify(form), (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  ) as ImportedForm // of the same shape

function textOf(file: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new Problem('invalid_file', 'The file must be JSON in UTF-8.')
  }
}

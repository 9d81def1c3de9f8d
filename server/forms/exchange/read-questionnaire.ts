import { Definition } from '#contract/form-definition.ts'
import { fromQuestionnaire, type Imported, type ImportedForm, wordLimits } from '#domain/fhir/import/from-questionnaire.ts'
import { readDocument } from '#domain/fhir/import/read-document.ts'
import { Problem } from '#server/platform/problem.ts'

/** Converts a FHIR Questionnaire to a form, or to several if it is too long for one. Throws invalid_file with the reasons. */
export function readQuestionnaire(file: Uint8Array): Imported {
  const read = readDocument(textOf(file))
  const result = 'refusal' in read ? read : fromQuestionnaire(read.questionnaire)
  if ('refusal' in result) throw new Problem('invalid_file', result.refusal)
  // Any other error is refused here, before the builder.
  if (!result.forms.every(({ definition }) => Definition.safeParse(definition).success))
    throw new Problem('invalid_file', 'The questionnaire cannot be converted to a form.')
  return storable({ forms: result.forms.map(withShortWords) as Imported['forms'], report: result.report }) // as many as before
}

const withShortWords = (form: ImportedForm): ImportedForm => ({
  ...form,
  title: form.title.trim().slice(0, wordLimits.title) || 'Imported form',
  description: form.description.trim().slice(0, wordLimits.description),
})

/** Stored text cannot contain a null byte or a lone surrogate, which cutting can leave. */
const storable = (imported: Imported) =>
  JSON.parse(JSON.stringify(imported), (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  ) as Imported // of the same shape

function textOf(file: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new Problem('invalid_file', 'The file must be JSON in UTF-8.')
  }
}

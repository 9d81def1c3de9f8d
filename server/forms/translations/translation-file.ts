import type { FieldProblem } from '#contract/problems.ts'
import type { TranslatedForm } from '#domain/form/translation.ts'
import { Problem } from '#server/platform/problem.ts'

/** The form that a file was made from. `version`: undefined for the draft. */
export type FileOrigin = { formId: string; version: number | undefined; language: string }

/** A form, or one of its versions, whose texts go into a file. */
export type FileForm = TranslatedForm & FileOrigin

/** Names the form and the version in a file, so that no file of another form is taken. */
export const originOf = ({ formId, version }: Omit<FileOrigin, 'language'>) =>
  `urn:uuid:${formId}#${version === undefined ? 'draft' : `version-${version}`}`

/** Throws invalid_file if the file does not name its form. */
export function readOrigin(original: string, language: string): FileOrigin {
  const [, formId, version] = /^urn:uuid:([\da-f-]{36})#(?:draft|version-(\d{1,7}))$/i.exec(original.trim()) ?? []
  if (formId === undefined)
    throw invalidFile('The file does not name the form that it was made from. Use a file that was downloaded from this form.')
  return {
    formId: formId.toLowerCase(),
    version: version === undefined ? undefined : Number(version),
    language: language.trim().slice(0, 35),
  }
}

export const invalidFile = (message: string) => new Problem('invalid_file', message, [{ field: 'file', message } satisfies FieldProblem])

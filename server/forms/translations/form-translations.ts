import type { TranslationFileReview } from '#contract/form-translations.ts'
import { type FileResponse, spreadsheet, xliff } from '#contract/route.ts'
import { type OfferedTranslation, reviewTranslations } from '#domain/form/editing/review-translations.ts'
import { textsOf } from '#domain/form/translation.ts'
import { languageName } from '#domain/languages.ts'
import { getForm } from '#server/forms/forms.sql.ts'
import { getFormVersion } from '#server/forms/form-versions.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { readSpreadsheetFile, writeSpreadsheetFile } from './spreadsheet-file.ts'
import { placesOf } from './text-places.ts'
import { type FileForm, type FileOrigin, invalidFile } from './translation-file.ts'
import { readXliffFile, writeXliffFile } from './xliff-file.ts'

type Wanted = { id: string; language: string; version: number | undefined; format: 'xliff' | 'xlsx' }

/** The texts of the draft or of a version as a file for a translator. Throws not_found. */
export async function downloadTranslations(ctx: Context, { id, language, version, format }: Wanted): Promise<FileResponse> {
  const found = await textsIn(ctx, id, version)
  const form: FileForm = { ...found, formId: id, version, language }
  const name = `form-translation-${language}`
  return format === 'xliff'
    ? { fileName: `${name}.xlf`, type: `${xliff}; charset=utf-8`, body: writeXliffFile(form) }
    : { fileName: `${name}.xlsx`, type: spreadsheet, body: writeSpreadsheetFile(form) }
}

async function textsIn(ctx: Context, id: string, version: number | undefined) {
  if (version !== undefined) return getFormVersion(ctx, id, version)
  const { title, description, draft } = await getForm(ctx, id)
  return { title, description, definition: draft }
}

type TranslationFile = { origin: FileOrigin; offered: OfferedTranslation[] }

const maxReadAtOnce = 2
let reading = 0

/** Reads a file of either format before the transaction. Throws invalid_file, and unavailable while too many files are being read. */
export async function readTranslationFile(bytes: Uint8Array): Promise<TranslationFile> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b // PK
  if (!isZip) return readXliffFile(bytes)
  if (reading >= maxReadAtOnce) throw new Problem('unavailable', 'The server is busy reading other spreadsheets. Try again in a minute.')
  reading++
  try {
    return await readSpreadsheetFile(bytes)
  } finally {
    reading--
  }
}

/** What a file would change in the draft. Throws invalid_file for a file of another form or language. */
export async function reviewTranslationFile(
  ctx: Context,
  { id, language }: { id: string; language: string },
  { origin, offered }: TranslationFile,
): Promise<TranslationFileReview> {
  const { title, description, draft } = await getForm(ctx, id)
  if (origin.formId !== id) throw invalidFile('The file was made from another form. Open that form, and upload the file there.')
  if (origin.language !== language)
    throw invalidFile(
      `The file is for ${languageName(origin.language) || 'no language'}, not for ${languageName(language)}. Select the language of the file.`,
    )
  const form = { title, description, definition: draft }
  const placeOf = placesOf(draft)
  const places = new Map(textsOf(form).map((text) => [text.id, placeOf(text)]))
  const placed = offered.map((one) => (one.place === '' ? { ...one, place: places.get(one.id) ?? one.id } : one))
  return { version: origin.version ?? null, ...reviewTranslations(form, language, placed) }
}

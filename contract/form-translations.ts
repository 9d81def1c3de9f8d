import { z } from 'zod'

import { maxTranslationFileBytes } from '#domain/form/editing/review-translations.ts'
import { english, languagePattern } from '#domain/languages.ts'

import { byId } from './lists.ts'
import { routes, spreadsheet, xliff } from './route.ts'

const params = byId.extend({
  language: z
    .string()
    .regex(languagePattern, 'Language is not valid.')
    .refine((language) => language !== english, 'A form cannot be translated into English.'),
})

/** What a file would change in the draft. Nothing is stored. */
export const TranslationFileReview = z.object({
  /** The version that the file was made from; null for the draft. */
  version: z.number().int().nullable(),
  /** `source`: the English text of the draft; `before`: the translation that the draft has, '' for none. */
  taken: z.array(z.object({ id: z.string(), source: z.string(), text: z.string(), before: z.string() })),
  /** How many translations the draft has already. */
  unchanged: z.number().int(),
  /** How many texts have no translation in the file. */
  empty: z.number().int(),
  /** What is not taken, with its place in the file, the English text there and the reason. */
  refused: z.array(z.object({ place: z.string(), source: z.string(), reason: z.string() })),
})
export type TranslationFileReview = z.infer<typeof TranslationFileReview>

/** The texts of a form as a file for a translator, and its way back (PTN-8). */
export const formTranslations = routes({
  /** Without a version: the draft. */
  download: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/translations/:language',
    action: 'form:export',
    permission: ['form:read'],
    audit: 'formRead',
    params,
    query: z.object({ format: z.enum(['xliff', 'xlsx']), version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    response: 'file',
    fileTypes: [xliff, spreadsheet],
  },
  review: {
    service: 'forms',
    method: 'POST',
    path: '/form/:id/translations/:language/review',
    action: 'form:import',
    permission: ['form:update'],
    audit: 'formRead',
    params,
    body: 'bytes',
    bodyTypes: [xliff, spreadsheet, 'application/xml', 'text/xml'],
    maxBytes: maxTranslationFileBytes,
    response: TranslationFileReview,
  },
})

import { z } from 'zod'

import { Definition, GivenAnswers } from './form-definition.ts'
import { IsoMoment } from './lists.ts'
import { PatientInList } from './patients.ts'
import { results } from './scores.ts'
import { oneLineText } from './text.ts'

const Editor = z.object({ id: z.uuid(), name: z.string() })

export const FormSummary = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  type: z.string(),
  /** The live version; null until first published. */
  version: z.number().int().nullable(),
  publishedAt: IsoMoment.nullable(),
  isArchived: z.boolean(),
  questionCount: z.number().int(),
  /** The draft says something else than the live version. */
  isChanged: z.boolean(),
  editedBy: Editor.nullable(),
  editedAt: IsoMoment,
  /** How often it was sent, counted up to a limit (domain/form/sent-count.ts): a form that was ever sent cannot be deleted. */
  requestCount: z.number().int(),
  createdAt: IsoMoment,
  updatedAt: IsoMoment,
})
export type FormSummary = z.infer<typeof FormSummary>

/** The PEP department or clinic (appointment type) a form belongs to. */
export const pepCode = oneLineText('Code', 50).nullable()

export const FormDetails = FormSummary.extend({
  draft: Definition,
  /** Every save makes the next one; a save names the one it changes. */
  draftRevision: z.number().int(),
  pepCode,
})
export type FormDetails = z.infer<typeof FormDetails>

export const FormVersion = z.object({
  version: z.number().int(),
  title: z.string(),
  description: z.string(),
  changeNotes: z.string(),
  questionCount: z.number().int(),
  publishedBy: Editor.nullable(),
  publishedAt: IsoMoment,
})
export type FormVersion = z.infer<typeof FormVersion>
export const FormVersionDetails = FormVersion.extend({ definition: Definition })

export const FormResponse = z.object({
  id: z.uuid(),
  requestId: z.uuid(),
  version: z.number().int(),
  channel: z.string(),
  submittedAt: IsoMoment,
  patient: PatientInList,
})
export type FormResponse = z.infer<typeof FormResponse>
/** The answers with the version they were given to, whatever the form has become since (FORM-2). */
export const FormResponseDetails = FormResponse.extend({ title: z.string(), definition: Definition, answers: GivenAnswers, ...results })

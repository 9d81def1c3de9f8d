import { z } from 'zod'

import { mergeFields, mergeNoteLimit, mergeReasons } from '#domain/patient-merge.ts'

import { oneLineText } from './fields.ts'
import { byId, done, IsoMoment } from './lists.ts'
import { Patient, PossibleDuplicate } from './patients.ts'
import { routes } from './route.ts'

/** What belongs to a record and moves with it. */
const Belongings = z.object({ formRequests: z.number().int(), openFormRequests: z.number().int(), series: z.number().int() })

/** A record that may be of the same patient. `ruledOut`: who has found it to be of somebody else; null if nobody, or if more details agree since. */
const ListedDuplicate = PossibleDuplicate.extend({ ruledOut: z.object({ by: z.string().nullable(), at: IsoMoment }).nullable() })
export type ListedDuplicate = z.infer<typeof ListedDuplicate>

/** Two records side by side. */
export const Comparison = z.object({
  /** The patient of the address, then the other one. */
  records: z.array(z.object({ patient: Patient, belongings: Belongings })).length(2),
  /** Why the two cannot be merged; null if they can. */
  refusal: z.string().nullable(),
})
export type Comparison = z.infer<typeof Comparison>

/** One merge of two records. */
export const PatientMerge = z.object({
  id: z.uuid(),
  kept: Patient.pick({ id: true, fullName: true }),
  merged: Patient.pick({ id: true, fullName: true }),
  mergedAt: IsoMoment,
  mergedBy: z.string(),
  reason: z.enum(mergeReasons),
  note: z.string(),
  /** The last moment at which the merge can be undone. */
  undoUntil: IsoMoment,
  undoneAt: IsoMoment.nullable(),
  undoneBy: z.string().nullable(),
  /** What an undo does now. Null for a merge that was undone. */
  undo: z
    .object({
      /** Why the merge cannot be undone; null if it can. */
      refusal: z.string().nullable(),
      /** Rows that go back to the merged record. */
      formRequests: z.number().int(),
      series: z.number().int(),
      /** Form requests created since the merge. They stay with the kept record. */
      newFormRequests: z.number().int(),
      /** Those of `formRequests` that were opened or answered, or of which an answer was saved, since the merge: perhaps by the other person. */
      answeredSince: z.number().int(),
      /** Details of the kept record that get their earlier value. */
      restored: z.array(z.enum(['nhsNumber', ...mergeFields])),
      /** Details that were changed since the merge and stay as they are. */
      unrestored: z.array(z.enum(['nhsNumber', ...mergeFields])),
    })
    .nullable(),
})
export type PatientMerge = z.infer<typeof PatientMerge>

/** Compared as it is, so that any other moment is a change and no error. */
const lastChange = z.iso.datetime({ offset: true })

const merging = { service: 'patients', permission: ['patientRecord:merge'], audit: 'verb' } as const

export const patientMerges = routes({
  /** Other records that may be of the same patient, best matches first, then those that were ruled out, without records that were merged. At most 20. */
  listDuplicates: {
    ...merging,
    method: 'GET',
    path: '/patient/:id/duplicates',
    action: 'patientRecord:compare',
    params: byId,
    response: z.array(ListedDuplicate),
  },
  compare: {
    ...merging,
    method: 'GET',
    path: '/patient/:id/duplicates/:otherId',
    action: 'patientRecord:compare',
    params: byId.extend({ otherId: z.uuid() }),
    response: Comparison,
  },
  /** Notes that the other record is of somebody else, so that it is no longer offered, or takes that back. */
  ruleOut: {
    ...merging,
    method: 'PUT',
    path: '/patient/:id/duplicates/:otherId/ruled-out',
    action: 'patientRecord:ruleOut',
    params: byId.extend({ otherId: z.uuid() }),
    body: z.object({ isRuledOut: z.boolean() }),
    response: done,
  },
  /**
   * Merges another record into this one, which stays. The other record's form requests and series move to it in one transaction, and the other
   * record is archived. Opt-outs and "do not contact" of either record hold for the one that stays.
   */
  merge: {
    ...merging,
    method: 'POST',
    path: '/patient/:id/merge',
    action: 'patientRecord:merge',
    params: byId,
    body: z.object({
      mergedId: z.uuid(),
      /** The details that are taken from the other record. The rest stay as they are. An NHS number is always kept. */
      taken: z.array(z.enum(mergeFields)).max(mergeFields.length, 'Each detail can be chosen once.'),
      reason: z.enum(mergeReasons, 'Reason is required.'),
      note: oneLineText('Note', mergeNoteLimit),
      /** When both records were last changed, exactly as the comparison says. 409 if one has changed since. */
      updatedAt: z.object({ kept: lastChange, merged: lastChange }),
    }),
    response: Patient,
  },
  /** The merges in which this record was kept or merged, the newest first. */
  list: {
    ...merging,
    method: 'GET',
    path: '/patient/:id/merges',
    action: 'patientRecord:compare',
    params: byId,
    response: z.array(PatientMerge),
  },
  /** Undoes the merge of this record into another, within 30 days. What was moved goes back; what is new stays with the other record. */
  undo: {
    ...merging,
    method: 'DELETE',
    path: '/patient/:id/merge',
    action: 'patientRecord:undoMerge',
    params: byId,
    response: Patient,
  },
})

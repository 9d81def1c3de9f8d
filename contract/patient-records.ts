import { z } from 'zod'

import {
  erasedKinds,
  erasureReasons,
  oldRecordsCounted,
  oldRecordsShown,
  patientRecordLimits,
  referenceProblem,
} from '#domain/patient-records.ts'

import { checked, oneLineText } from './fields.ts'
import { byId, IsoDate, IsoMoment } from './lists.ts'
import { Patient, PatientInList } from './patients.ts'
import { routes, spreadsheet } from './route.ts'

/** The numbers of erased rows, as the audit log keeps them. */
export const Erasure = z.object({
  patientId: z.uuid(),
  erasedAt: IsoMoment,
  reference: z.string(),
  erased: z.record(z.enum(erasedKinds), z.number().int()),
})
export type Erasure = z.infer<typeof Erasure>

/** Records past their retention period, the oldest first. */
export const OldRecords = z.object({
  docs: z.array(PatientInList.extend({ lastActivity: IsoDate })).max(oldRecordsShown),
  total: z.number().int().max(oldRecordsCounted),
  /** True when more than 10,000 were found. The others are not counted. */
  isCountCapped: z.boolean(),
})
export type OldRecords = z.infer<typeof OldRecords>

const one = { service: 'patients', params: byId, audit: 'verb' } as const
const erase = { ...one, permission: ['patientRecord:erase'] } as const

export const patientRecords = routes({
  /** Everything held about the patient as a spreadsheet, for a subject access request (UK GDPR, Article 15). */
  download: {
    ...one,
    method: 'GET',
    path: '/patient/:id/record',
    action: 'patientRecord:export',
    permission: ['patientRecord:export'],
    freshProof: 'always',
    response: 'file',
    fileTypes: [spreadsheet],
  },
  /** Keeps the record from erasure and deletion, for an inquest, a claim or an inquiry. Changes the reason of an existing hold. */
  hold: {
    ...erase,
    method: 'PUT',
    path: '/patient/:id/legal-hold',
    action: 'patientRecord:hold',
    body: z.object({
      reason: oneLineText('Reason', patientRecordLimits.holdReason).refine((text) => text !== '', 'Reason is required.'),
    }),
    response: Patient,
  },
  endHold: {
    ...erase,
    method: 'DELETE',
    path: '/patient/:id/legal-hold',
    action: 'patientRecord:hold',
    freshProof: 'always',
    response: Patient,
  },
  /**
   * Erases the patient with all form requests, answers, messages and notes (UK GDPR, Article 17). This cannot be undone. The audit log stays.
   * 409 while the record is on legal hold or has an open form request.
   */
  erase: {
    ...erase,
    method: 'POST',
    path: '/patient/:id/erasure',
    action: 'patientRecord:erase',
    freshProof: 'always',
    body: z.object({
      reason: z.enum(erasureReasons, 'Reason is required.'),
      reference: checked(oneLineText('Case reference', patientRecordLimits.reference), 'Case reference', (value) =>
        referenceProblem(String(value)),
      ).default(''),
    }),
    response: Erasure,
  },
  /** The records past their retention period, also when the organisation does not delete them. */
  listOld: {
    service: 'patients',
    method: 'GET',
    path: '/old-records',
    action: 'patientRecord:listOld',
    permission: ['patientRecord:erase'],
    audit: 'oldRecordsListed',
    response: OldRecords,
  },
})

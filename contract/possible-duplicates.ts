import { z } from 'zod'

import { comparedDetails } from '#domain/patient-match.ts'

import { Patient } from './patients.ts'

/** A patient who may be the one that is written down, with what the two agree in (PAT-4). */
export const PossibleDuplicate = Patient.pick({
  id: true,
  nhsNumber: true,
  localPatientId: true,
  fullName: true,
  dateOfBirth: true,
  address: true,
  archived: true,
}).extend({ agreesIn: z.array(z.enum(['nhsNumber', ...comparedDetails])) })
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>

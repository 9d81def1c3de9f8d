import { z } from 'zod'

import { nhsAppLimits } from '#domain/nhs-app.ts'
import { specialtyCodes } from '#domain/specialties.ts'

import { oneLineText } from './fields.ts'
import { byId, done, IsoMoment } from './lists.ts'
import { routes } from './route.ts'

/** How the sending of NHS numbers to the Record Service of the Patient Care Aggregator goes on. */
export const RecordServiceState = z.object({
  /** The installation has an account with the Record Service. */
  isConfigured: z.boolean(),
  /** Patients who are 16 or older and have not been acknowledged. */
  waiting: z.number().int(),
  /** Different NHS numbers that the Record Service has acknowledged. */
  acknowledged: z.number().int(),
  /** Acknowledged NHS numbers that no current patient has. */
  ended: z.number().int(),
  /** NHS numbers that the Record Service does not accept. */
  refused: z.number().int(),
  lastSentAt: IsoMoment.nullable(),
  /** Why the last call failed, in words; null after a call that was acknowledged. */
  lastError: z.string().nullable(),
  /** When the next call follows a failed one. */
  nextTryAt: IsoMoment.nullable(),
})

/** What the NHS App shows of an organisation. */
export const NhsAppSettings = z.object({
  /** The installation answers the NHS App. */
  isConfigured: z.boolean(),
  isOn: z.boolean(),
  /** The locations of form requests, or the codes of their forms, that are not shown. */
  excludedClinics: z.array(z.string()),
  /** Main specialty codes. */
  excludedSpecialties: z.array(z.string()),
  recordService: RecordServiceState,
})
export type NhsAppSettings = z.infer<typeof NhsAppSettings>

const ofOrganisation = { service: 'tenants', organisation: 'id', params: byId, permission: ['tenant:update'] } as const

export const nhsApp = routes({
  get: {
    ...ofOrganisation,
    method: 'GET',
    path: '/tenant/:id/nhs-app',
    action: 'nhsApp:get',
    audit: 'nhsAppSettingsRead',
    response: NhsAppSettings,
  },
  set: {
    ...ofOrganisation,
    method: 'PUT',
    path: '/tenant/:id/nhs-app',
    action: 'nhsApp:update',
    audit: 'verb',
    body: z.object({
      isOn: z.boolean(),
      excludedClinics: z
        .array(oneLineText('Clinic', nhsAppLimits.clinicLength).min(1, 'Clinic is required.'))
        .max(nhsAppLimits.clinics, `Enter ${nhsAppLimits.clinics} clinics or fewer.`),
      excludedSpecialties: z.array(z.enum(specialtyCodes, 'Specialty is not valid.')).max(nhsAppLimits.clinics),
    }),
    response: NhsAppSettings,
  },
  /** Sends every current patient to the Record Service again (requirement WF-NFR-RS-06). */
  replay: {
    ...ofOrganisation,
    method: 'POST',
    path: '/tenant/:id/nhs-app/replay',
    action: 'nhsApp:replay',
    audit: 'verb',
    response: done,
  },
})

import type { NewPatient } from '#contract/patients.ts'
import type { PatientValues } from '#domain/patient-rules.ts'

/** What was written, flat as the rules have it, and only what was named. */
export function valuesOf({ address, mayBeContacted: _, onRecord: __, locale: ___, ruledOut: ____, ...texts }: NewPatient): PatientValues {
  return Object.fromEntries(Object.entries({ ...texts, ...address }).filter(([, value]) => value !== undefined))
}

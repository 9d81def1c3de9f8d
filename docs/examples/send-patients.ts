import type { Formward } from './client.ts'

/** A patient as your system has them. Fields that you leave out stay unchanged. */
export type PatientRecord = {
  nhsNumber?: string
  localPatientId: string
  firstName: string
  lastName: string
  /** YYYY-MM-DD */
  dateOfBirth: string
  phoneNumber?: string
  emailAddress?: string
  address?: { line1?: string; town?: string; postcode?: string }
  deceased?: boolean
}

/** A patient administration system sends its new and changed patients. */
export async function sendPatients(formward: Formward, patients: readonly PatientRecord[]) {
  const saved: Record<string, string> = {}
  const forUsers: { localPatientId: string; reason: string }[] = []
  for (const patient of patients) {
    const { status, body } = await formward('patients.save', { body: patient })
    if (status === 200) saved[patient.localPatientId] = (body['patient'] as { id: string }).id
    // Formward is not sure who this is, or a field is not valid. Nothing was changed: show it to a person.
    else forUsers.push({ localPatientId: patient.localPatientId, reason: String(body['code']) })
  }
  return { saved, forUsers }
}

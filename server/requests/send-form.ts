import type { Input } from '#contract/route.ts'
import type { requests } from '#contract/requests.ts'
import { isSpecialty } from '#domain/specialties.ts'
import { findPatients } from '#server/patients/find-patients.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { createRequests } from './create-requests.ts'

/** A form sent by hand to one patient or a selection: everyone must be reachable by the method asked for, or nothing is sent. */
export async function sendForm(ctx: Context, { body }: Input<typeof requests.create>) {
  const { patientIds, formId, method, sendAt, specialty, pathwayId, location, event } = body
  if (specialty && !isSpecialty(specialty)) throw fieldProblem('specialty', 'Specialty is not valid.')
  const wanted = [...new Set(patientIds)]
  const patients = await findPatients(ctx, wanted)
  if (patients.length !== wanted.length) throw fieldProblem('patientIds', 'Patient is not valid.')

  const errors = patients.flatMap((patient) => {
    const reason = unreachable(patient, method ?? patient.preferredMethod ?? 'sms')
    return reason ? [{ field: `patientIds.${wanted.indexOf(patient.id)}`, message: reason }] : []
  })
  if (errors.length) throw new Problem('invalid_request', 'Some of these patients cannot be sent this form.', errors)

  const rows = patients.map((patient) => ({
    patientId: patient.id,
    method: method ?? patient.preferredMethod ?? ('sms' as const),
    specialty,
    pathwayId,
    location,
    event,
  }))
  return { ids: await createRequests(ctx, rows, { formId, sendAt }) }
}

type Reachable = Awaited<ReturnType<typeof findPatients>>[number]

function unreachable({ archivedAt, mayBeContacted, phoneNumber, emailAddress, nhsNumber }: Reachable, method: 'sms' | 'email' | 'nhs_app') {
  if (archivedAt) return 'This patient is archived.'
  if (!mayBeContacted) return 'This patient does not wish to be contacted.'
  if (method === 'sms' && !phoneNumber) return 'This patient has no mobile phone number.'
  if (method === 'email' && !emailAddress) return 'This patient has no email address.'
  if (method === 'nhs_app' && !nhsNumber) return 'This patient has no NHS number.'
  return undefined
}

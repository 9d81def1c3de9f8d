import type { requests } from '#contract/requests.ts'
import type { Input } from '#contract/route.ts'
import { methodFor, reasonUnreachable } from '#domain/reach.ts'
import { isSpecialty } from '#domain/specialties.ts'
import { findPatients } from '#server/patients/find-patients.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { createRequests } from './create-requests.ts'
import { findSent, setSendingKey } from './sent-once.sql.ts'

/** A form sent by hand to one patient or a selection: everyone must be reachable by the method asked for, or nothing is sent. */
export async function sendForm(ctx: Context, { body }: Input<typeof requests.create>) {
  const { patientIds, formId, method, sendAt, key, ...details } = body
  if (details.specialty && !isSpecialty(details.specialty)) throw fieldProblem('specialty', 'Specialty is not valid.')
  const sent = key === undefined ? [] : await findSent(ctx, key)
  if (sent.length) return { ids: sent }
  const wanted = [...new Set(patientIds)]
  // Whoever archives one of them meanwhile waits, and then finds the request to close.
  const found = new Map((await findPatients(ctx, wanted, { areHeld: true })).map((patient) => [patient.id, patient]))
  if (found.size !== wanted.length) throw fieldProblem('patientIds', 'Patient is not valid.')
  const patients = wanted.map((id) => ({ ...found.get(id)!, archived: found.get(id)!.archivedAt !== null }))

  const errors = patients.flatMap((patient, place) => {
    const message = reasonUnreachable(patient, method)
    return message ? [{ field: `patientIds.${place}`, message }] : []
  })
  if (errors.length) throw new Problem('invalid_request', 'Some of these patients cannot be sent this form.', errors)

  const rows = patients.map((patient) => ({ patientId: patient.id, method: methodFor(patient, method), ...details }))
  const ids = await createRequests(ctx, rows, { formId, sendAt })
  if (key !== undefined) await setSendingKey(ctx, ids, key)
  return { ids }
}

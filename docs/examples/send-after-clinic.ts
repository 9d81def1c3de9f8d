import type { Formward } from './client.ts'

type Visit = {
  /** The id of the appointment in your system. */
  id: string
  /** The patient in Formward, as `patients.save` answered. */
  patientId: string
  location: string
}

/** After a clinic, each patient who was seen gets a form. A visit that was sent already is not sent again, however often this runs. */
export async function sendAfterClinic(formward: Formward, formId: string, visits: readonly Visit[]) {
  const sent: Record<string, string> = {}
  const refused: { visit: string; reason: unknown }[] = []
  for (const { id, patientId, location } of visits) {
    const { status, body } = await formward('requests.create', {
      key: `after-clinic-${id}`,
      body: { patientIds: [patientId], formId, location, event: 'After the clinic' },
    })
    if (status === 200) sent[id] = (body['ids'] as string[])[0]!
    // For example a patient without a phone number, or who does not wish to be contacted.
    else refused.push({ visit: id, reason: body['errors'] ?? body['code'] })
  }
  return { sent, refused }
}

import { expect } from 'vitest'

import type { RequestSummary } from '#contract/request-records.ts'
import type { RequestGroupings } from '#contract/request-filters.ts'
import { openOrganisation } from './organisation.ts'
import { aForm, aPatient, aRequest } from './requests.ts'

export type List = { docs: RequestSummary[]; totalDocs: number; groupings: RequestGroupings }

/** Five requests, a to e, that differ in everything that is filtered; `shown` returns those that match a query. */
export async function openWorklist() {
  const names = new Map<string, string>()
  const ward = await openOrganisation()
  const clerk = await ward.staff()
  const colleague = await ward.staff('User', { firstName: 'Ravi', lastName: 'Menon' })
  const formIds = [(await aForm(ward, 'PHQ-9')).id, (await aForm(ward, 'Waiting list')).id]
  const [ward4] = await ward.query("insert into wards (organisation_id, name) values ($1, 'Ward 4') returning id", [ward.id])
  const wardId = String(ward4!['id'])
  const patients = [
    await aPatient(ward, { firstName: 'Amélie', lastName: 'Smith-Jones', localPatientId: 'MRN-77' }),
    await aPatient(ward, { firstName: 'Tom', lastName: 'Blacksmith', wardId }),
  ]
  const of = async (name: string, seed: Parameters<typeof aRequest>[1]) => {
    names.set((await aRequest(ward, { patientId: patients[0]!.id, formId: formIds[0]!, ...seed })).id, name)
  }
  await of('a', { status: 'unopened', specialty: '100', method: 'sms', location: 'Ward 4B', createdAt: '2026-03-01T12:00:00Z' })
  await of('b', {
    status: 'opened',
    specialty: '320',
    method: 'email',
    event: 'Clinic 3 May',
    isUrgent: true,
    createdAt: '2026-06-30T23:30:00Z',
  })
  await of('c', { status: 'completed', specialty: '320', assigneeId: clerk.id, completedAt: '2026-07-05T09:00:00Z', pathwayId: 'PW-10' })
  await of('d', { status: 'closed', assigneeId: colleague.id, location: 'Ward 4B', patientId: patients[1]!.id, formId: formIds[1]! })
  await of('e', {
    status: 'expired',
    method: 'nhs_app',
    location: 'Day Surgery',
    patientId: patients[1]!.id,
    formId: formIds[1]!,
    pathwayId: 'PW-11',
  })

  const list = async (query: string): Promise<List> => (await clerk.get(`/api/forms/request?sort=createdAt&limit=100&${query}`)).json()
  const shown = async (query: string) => {
    const { docs, totalDocs } = await list(query)
    expect([query, totalDocs]).toEqual([query, docs.length])
    return docs
      .map(({ id }) => names.get(id) ?? '?')
      .toSorted()
      .join('')
  }
  return { clerk, colleague, formIds, patients, wardId, list, shown }
}

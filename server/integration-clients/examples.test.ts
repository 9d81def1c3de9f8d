import { describe, expect, test } from 'vitest'

import { clientPermissions } from '#domain/roles.ts'
import { listen } from '#test/listen.ts'
import { nextNhsNumber, openOrganisation } from '#test/organisation.ts'
import { aForm, answered } from '#test/requests.ts'

import { openFormward } from '../../docs/examples/client.ts'
import { fetchResults } from '../../docs/examples/fetch-results.ts'
import { sendAfterClinic } from '../../docs/examples/send-after-clinic.ts'
import { type PatientRecord, sendPatients } from '../../docs/examples/send-patients.ts'

/** The examples of docs/systems.md, with a client made from the API description, against a server that listens. */
async function openSystem(environment: Record<string, string> = {}) {
  const { baseUrl } = await listen(environment)
  const own = await openOrganisation()
  const ada = await own.staff('Admin')
  const body = { name: 'PAS', permissions: clientPermissions, authentication: 'secret', expiresOn: new Date().toISOString().slice(0, 10) }
  const { client, secret } = (await ada.post(`/api/tenants/tenant/${own.id}/integration-clients`, body)).json<{
    client: { id: string }
    secret: string
  }>()
  return { own, ada, clientId: client.id, formward: await openFormward({ address: baseUrl, clientId: client.id, secret }) }
}

const patient = (localPatientId: string, changes: Partial<PatientRecord> = {}): PatientRecord => ({
  nhsNumber: nextNhsNumber(),
  localPatientId,
  firstName: 'Rosalind',
  lastName: `Franklin-${localPatientId}`,
  dateOfBirth: '1960-07-25',
  emailAddress: 'rosalind@example.com',
  ...changes,
})

describe('The worked examples', () => {
  test('a patient administration system sends patients: new ones, changed ones, and doubtful ones for a person (INT-1, PAT-4)', async () => {
    const { own, formward } = await openSystem()
    const [one, two] = [patient('H1'), patient('H2')]

    const first = await sendPatients(formward, [one, two])
    expect(Object.keys(first.saved)).toEqual(['H1', 'H2'])
    expect(first.forUsers).toEqual([])
    const again = await sendPatients(formward, [
      { ...one, phoneNumber: '07700 900123' },
      { ...two, localPatientId: 'H3', lastName: 'Watson' },
      { ...two, localPatientId: 'H4', nhsNumber: '9990000019' },
    ])

    expect(again.saved).toEqual({ H1: first.saved['H1'] })
    expect(again.forUsers).toEqual([
      { localPatientId: 'H3', reason: 'possible_duplicate' },
      { localPatientId: 'H4', reason: 'invalid_request' },
    ])
    expect(await own.query('select local_patient_id, phone_number from patients where organisation_id = $1 order by 1', [own.id])).toEqual([
      { local_patient_id: 'H1', phone_number: '+447700900123' },
      { local_patient_id: 'H2', phone_number: null },
    ])
  })

  test.each([{}, { DPOP: 'off' }])(
    'a form is sent after a clinic once, however often the program runs (%o) (INT-1, INT-2)',
    async (environment) => {
      const { own, ada, clientId, formward } = await openSystem(environment)
      const form = await aForm(own)
      const { saved } = await sendPatients(formward, [patient('H1'), patient('H2', { emailAddress: '' })])
      const visits = [
        { id: 'visit-1', patientId: saved['H1']!, location: 'Clinic 4' },
        { id: 'visit-2', patientId: saved['H2']!, location: 'Clinic 4' },
      ]

      const first = await sendAfterClinic(formward, form.id, visits)
      const again = await sendAfterClinic(formward, form.id, visits)

      expect(Object.keys(first.sent)).toEqual(['visit-1'])
      expect(first.refused).toMatchObject([{ visit: 'visit-2', reason: [{ field: 'patientIds.0' }] }])
      expect(again).toEqual(first)
      expect(await own.query('select location, created_by from form_requests where organisation_id = $1', [own.id])).toEqual([
        { location: 'Clinic 4', created_by: null },
      ])
      const details = (await ada.get(`/api/forms/request/${first.sent['visit-1']}`)).json<{ timeline: { kind: string; by: string }[] }>()
      expect(details.timeline.find(({ kind }) => kind === 'created')).toMatchObject({ by: 'PAS' })
      expect(
        await own.query(`select actor_kind, actor_id from audit_events where organisation_id = $1 and event_type = 'formRequestCreated'`, [
          own.id,
        ]),
      ).toEqual([{ actor_kind: 'client', actor_id: clientId }])
    },
  )

  test('results of one form since a day are fetched over several pages, each once (INT-1)', async () => {
    const { own, formward } = await openSystem()
    const form = await aForm(own)
    const { saved } = await sendPatients(
      formward,
      Array.from({ length: 3 }, (_, n) => patient(`H${n}`)),
    )
    const { sent } = await sendAfterClinic(
      formward,
      form.id,
      Object.entries(saved).map(([id, patientId]) => ({ id, patientId, location: 'Clinic 4' })),
    )
    for (const id of Object.values(sent).slice(0, 2)) {
      await own.query(`update form_requests set status = 'completed', completed_at = now(), opened_at = now() where id = $1`, [id])
      await answered(own, { id, formId: form.id }, { needed: 'yes' })
    }

    const found = []
    for await (const one of fetchResults(formward, form.id, new Date().toISOString().slice(0, 10), 1)) found.push(one)

    expect(found.map(({ id }) => id).toSorted()).toEqual(Object.values(sent).slice(0, 2).toSorted())
    // Red flags wait for a person: a system that reads answers is not one.
    for await (const one of fetchResults(formward, form.id, new Date().toISOString().slice(0, 10))) expect(one['firstRead']).toBeNull()
    expect(JSON.stringify(found[0])).toContain('"answer":"Yes"')
  })
})
